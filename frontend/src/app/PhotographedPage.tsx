// A picture of the page with the records drawn over it.
import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type Box, api, messageOf } from "./api";
import type { RunStore } from "./runStore";

export function PhotographedPage({ store }: { store: RunStore }) {
  const picture = useSignal<{ url: string; width: number; height: number } | null>(null);
  const boxes = useSignal<Box[]>([]);
  const problem = useSignal<string | null>(null);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let url = "";
    let gone = false;
    const load = async () => {
      try {
        const { file } = await api.file(api.picturePath(store.id));
        if (gone) return;
        url = URL.createObjectURL(file);
        const { width, height } = await createImageBitmap(file);
        picture.value = { url, width, height };
      } catch (error) {
        problem.value = messageOf(error);
      }
    };
    void load();
    return () => {
      gone = true;
      URL.revokeObjectURL(url);
    };
  }, [store]);
  useSignalEffect(() => {
    const list = store.list.value;
    if (list === null || !picture.value) return;
    api.boxes(store.id, list).then(
      ({ records }) => (boxes.value = records),
      (error) => (problem.value = messageOf(error)),
    );
  });
  useSignalEffect(() => {
    const row = store.lit.value;
    const node = frame.current;
    if (row === null || !node || node.matches(":hover")) return;
    node.querySelector(`[data-box="${row}"]`)?.scrollIntoView({ block: "nearest" });
  });
  if (problem.value) {
    return (
      <p class="message" role="alert">
        {problem.value}
      </p>
    );
  }
  const own = picture.value;
  if (!own) {
    return (
      <p class="message soft" role="status">
        A browser opens the page and takes a picture…
      </p>
    );
  }
  const part = (length: number, whole: number) => `${(length / whole) * 100}%`;
  return (
    <div class="photograph-frame" ref={frame} tabIndex={0} role="group" aria-label="Picture of the page">
      <div class="photograph-sheet" style={{ aspectRatio: `${own.width} / ${own.height}` }} onMouseLeave={() => (store.lit.value = null)}>
        <img src={own.url} alt="The page as a browser shows it" />
        {boxes.value.map(
          ({ row, box }) =>
            box && (
              <i
                key={row}
                data-box={row}
                class={store.lit.value === row ? "is-lit" : ""}
                onMouseEnter={() => (store.lit.value = row)}
                style={{
                  left: part(box[0], own.width),
                  top: part(box[1], own.height),
                  width: part(box[2], own.width),
                  height: part(box[3], own.height),
                }}
              />
            ),
        )}
      </div>
    </div>
  );
}
