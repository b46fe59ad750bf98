// The page inside the report: a sandbox in which no script runs; this script reaches in from outside.
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Store } from "../model/store";
import { pageHint } from "../ui/hint";
import { begin, hint, light, listen, outline, overflowing } from "../ui/marking";
import { PagePane } from "../ui/PagePane";
import { ScaledFrame } from "../ui/ScaledFrame";

export function FramedPage({ store, html }: { store: Store; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hovered = useSignal<number | null>(null);
  const wanted = useSignal(0);
  useEffect(() => {
    const node = frame.current!;
    const stops: (() => void)[] = [];
    const wire = () => {
      const page = node.contentDocument;
      if (!page?.body || page.documentElement.dataset.wired) return;
      page.documentElement.dataset.wired = "yes";
      wanted.value = page.documentElement.scrollWidth;
      overflowing(page, (width) => (wanted.value = width));
      listen(page, () => store.list.value, {
        hover: (mark) => {
          hovered.value = mark?.list ?? null;
          store.lit.value = mark && mark.list === store.list.value ? mark.row : null;
        },
        pick: (mark) => {
          if (mark.list !== store.list.value) void store.choose(mark.list);
          else store.lit.value = mark.row;
        },
      });
      stops.push(effect(() => follow(page, store)));
      stops.push(effect(() => point(page, node, store)));
    };
    node.addEventListener("load", wire);
    wire();
    return () => {
      node.removeEventListener("load", wire);
      for (const stop of stops) stop();
    };
  }, [store]);
  return (
    <PagePane address={store.address} hint={pageHint(store, hovered.value)}>
      <ScaledFrame frame={frame} wanted={wanted.value} sandbox="allow-same-origin" title="The page, without scripts and pictures" srcdoc={html} />
    </PagePane>
  );
}

function follow(page: Document, store: Store): void {
  const list = store.list.value;
  outline(page, list);
  hint(page, null);
  if (list !== null) begin(page, list);
}

function point(page: Document, frame: HTMLIFrameElement, store: Store): void {
  const row = store.lit.value;
  const list = store.list.peek();
  light(page, row === null || list === null ? null : { list, row }, !frame.matches(":hover"));
}
