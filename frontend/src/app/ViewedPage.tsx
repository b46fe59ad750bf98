// The page beside the table: a frame without an origin of its own; what is pointed at is told by messages.
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { pageHint } from "../ui/hint";
import { Icon } from "../ui/icons";
import { PagePane } from "../ui/PagePane";
import { ScaledFrame } from "../ui/ScaledFrame";
import { type Meta, api } from "./api";
import { openSource } from "./opening";
import type { RunStore } from "./runStore";

export function ViewedPage({ store, meta }: { store: RunStore; meta: Meta }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hovered = useSignal<number | null>(null);
  const { run } = store;
  useEffect(() => {
    const node = frame.current;
    if (!node) return;
    const stops: (() => void)[] = [];
    const tell = (message: object) => node.contentWindow?.postMessage(message, "*");
    const onMessage = (event: MessageEvent) => {
      if (event.source !== node.contentWindow) return;
      const { pagerows, list, row } = event.data ?? {};
      if (pagerows === "ready") {
        for (const stop of stops.splice(0)) stop();
        stops.push(effect(() => tell({ pagerows: "show", list: store.list.value })));
        stops.push(
          effect(() => tell({ pagerows: "light", list: store.list.peek(), row: store.lit.value, scroll: !node.matches(":hover") })),
        );
      } else if (pagerows === "hover") {
        hovered.value = typeof list === "number" ? list : null;
        // That the pointer has left the page is told late: it may point at a row by now.
        if (document.querySelector(".grid:hover")) return;
        store.lit.value = typeof row === "number" && list === store.list.value ? row : null;
      } else if (pagerows === "pick" && store.lists.value.some((own) => own.number === list)) {
        if (list !== store.list.value) void store.choose(list);
      }
    };
    addEventListener("message", onMessage);
    return () => {
      removeEventListener("message", onMessage);
      for (const stop of stops) stop();
    };
  }, [store]);
  const again = meta.browser && !run.rendered && run.page.url;
  const tools = again && (
    <button
      type="button"
      title="Open the page in a browser, so that its scripts fill it, and read it again"
      onClick={() => void openSource({ url: run.page.url! }, run.page.url!, { render: true })}
    >
      <Icon name="play" />
      Run scripts
    </button>
  );
  return (
    <PagePane address={store.address} hint={pageHint(store, hovered.value)} tools={tools}>
      {run.has_view ? (
        <ScaledFrame frame={frame} sandbox="allow-scripts" title="The page, without its own scripts" src={api.viewPath(store.id)} />
      ) : (
        <p class="message soft">The page itself was not kept.</p>
      )}
    </PagePane>
  );
}
