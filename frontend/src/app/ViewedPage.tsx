// The page beside the table: a copy in a frame without an origin of its own, or a picture that a browser took.
import { effect, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { pageHint } from "../ui/hint";
import { Icon } from "../ui/icons";
import { PagePane } from "../ui/PagePane";
import { ScaledFrame } from "../ui/ScaledFrame";
import { type Meta, api } from "./api";
import { openSource } from "./opening";
import { PhotographedPage } from "./PhotographedPage";
import type { RunStore } from "./runStore";

export function ViewedPage({ store, meta }: { store: RunStore; meta: Meta }) {
  const hovered = useSignal<number | null>(null);
  const picture = useSignal(false);
  const { run } = store;
  const again = meta.browser && !run.rendered && run.page.url;
  const tools = (
    <>
      {meta.browser && run.has_view && (
        <button
          type="button"
          aria-pressed={picture.value}
          title="The page as a browser shows it, with its pictures"
          onClick={() => (picture.value = !picture.value)}
        >
          <Icon name="picture" />
          Picture
        </button>
      )}
      {again && (
        <button
          type="button"
          title="Open the page in a browser, so that its scripts fill it, and read it again"
          onClick={() => void openSource({ url: run.page.url! }, run.page.url!, { scripts: true })}
        >
          <Icon name="play" />
          Run scripts
        </button>
      )}
    </>
  );
  return (
    <PagePane address={store.address} hint={picture.value ? "" : pageHint(store, hovered.value)} tools={tools}>
      {!run.has_view ? (
        <p class="message soft">The page itself was not kept.</p>
      ) : picture.value ? (
        <PhotographedPage store={store} />
      ) : (
        <CopiedPage store={store} onHover={(list) => (hovered.value = list)} />
      )}
    </PagePane>
  );
}

/** The copy has no origin; what is pointed at is told by messages. */
function CopiedPage({ store, onHover }: { store: RunStore; onHover(list: number | null): void }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const wanted = useSignal(0);
  useEffect(() => {
    const node = frame.current!;
    const stops: (() => void)[] = [];
    const tell = (message: object) => node.contentWindow?.postMessage(message, "*");
    const onMessage = (event: MessageEvent) => {
      if (event.source !== node.contentWindow) return;
      const { pagerows, list, row, width } = event.data ?? {};
      if (pagerows === "ready") {
        if (typeof width === "number") wanted.value = width;
        for (const stop of stops.splice(0)) stop();
        stops.push(effect(() => tell({ pagerows: "show", list: store.list.value })));
        stops.push(
          effect(() => tell({ pagerows: "light", list: store.list.peek(), row: store.lit.value, scroll: !node.matches(":hover") })),
        );
      } else if (pagerows === "wide") {
        if (typeof width === "number") wanted.value = width;
      } else if (pagerows === "hover") {
        onHover(typeof list === "number" ? list : null);
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
  return <ScaledFrame frame={frame} wanted={wanted.value} sandbox="allow-scripts" title="The page, without its own scripts" src={api.viewPath(store.id)} />;
}
