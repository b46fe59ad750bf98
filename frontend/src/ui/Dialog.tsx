// A window over the page: the browser's own dialog, which keeps the focus and gives it back.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";

interface DialogProps {
  title: string;
  onClose(): void;
  children: ComponentChildren;
  class?: string;
}

export function Dialog({ title, onClose, children, class: look = "" }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const node = box.current!;
    node.showModal();
    return () => node.close();
  }, []);
  return (
    <dialog
      class={`dialog ${look}`}
      ref={box}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && event.currentTarget.close()}
    >
      <div class="dialog-inside">
        <header>
          <h2 id="dialog-title">{title}</h2>
          <button type="button" class="plain" aria-label="Close" onClick={() => box.current!.close()}>
            <Icon name="close" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
