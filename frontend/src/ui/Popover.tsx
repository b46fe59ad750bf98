// What opens beside a button and closes by itself: the browser's own popover, placed where there is room.
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface PopoverProps {
  anchor: HTMLElement;
  label: string;
  onClose(): void;
  children: ComponentChildren;
}

export function Popover({ anchor, label, onClose, children }: PopoverProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const node = box.current!;
    node.showPopover();
    const put = () => place(node, anchor);
    put();
    const watch = new ResizeObserver(put);
    watch.observe(node);
    node.querySelector<HTMLElement>("[data-first], button, input, select")?.focus({ preventScroll: true });
    addEventListener("resize", put);
    return () => {
      watch.disconnect();
      removeEventListener("resize", put);
    };
  }, [anchor]);
  return (
    <div
      class="popover"
      popover="auto"
      role="dialog"
      aria-label={label}
      ref={box}
      onToggle={(event) => event.newState === "closed" && onClose()}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") step(event);
      }}
    >
      {children}
    </div>
  );
}

function place(node: HTMLElement, anchor: HTMLElement) {
  const at = anchor.getBoundingClientRect();
  const own = node.getBoundingClientRect();
  const left = Math.max(8, Math.min(at.left, innerWidth - own.width - 8));
  const below = at.bottom + 6;
  const top = below + own.height <= innerHeight - 8 ? below : Math.max(8, Math.min(at.top - own.height - 6, innerHeight - own.height - 8));
  node.style.left = `${left}px`;
  node.style.top = `${top}px`;
}

/** Up and down go through the buttons; in fields and lists of choices they keep their own meaning. */
function step(event: KeyboardEvent) {
  if (!(event.target instanceof HTMLButtonElement)) return;
  const buttons = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLButtonElement>("button:not(:disabled)")];
  const next = buttons.indexOf(event.target) + (event.key === "ArrowDown" ? 1 : -1);
  buttons.at(next % buttons.length)?.focus();
  event.preventDefault();
}
