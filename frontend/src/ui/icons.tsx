// Drawn on a grid of 16 with one line width; decoration only: what an icon means is said in words beside it.

const PATHS = {
  up: "M8 12.5v-9M4.5 7 8 3.5 11.5 7",
  down: "M8 3.5v9M4.5 9 8 12.5 11.5 9",
  more: "M4 6.5 8 10.5l4-4",
  picture: "M2.5 3.5h11v9h-11zM2.5 10.5l3-3 3 3 2-2 3 3",
  search: "M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9ZM10.5 10.5l3 3",
  columns: "M2.5 3.5h11v9h-11zM6.2 3.5v9M9.8 3.5v9",
  download: "M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10",
  copy: "M5.5 5.5v-3h8v8h-3M2.5 5.5h8v8h-8z",
  undo: "M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3",
  redo: "M13 6.5H6.5a3.5 3.5 0 0 0 0 7H10M13 6.5l-3-3M13 6.5l-3 3",
  close: "M4 4l8 8M12 4l-8 8",
  history: "M8 4.5V8l2.5 1.5M3 8a5 5 0 1 1 1.5 3.5M2 6.5 3 8l1.7-1",
  code: "M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5",
  filter: "M2.5 3.5h11L9.5 8.5v4l-3-1.5V8.5z",
  folder: "M2 4.5h4l1.5 1.5H14v7H2z",
  file: "M4 2.5h5l3 3v8H4zM9 2.5v3h3",
  pages: "M2.5 2.5h5v5h-5zM8.5 8.5h5v5h-5zM10 3.5h3v3M6 12.5H3v-3",
  wand: "M3 13 10 6M11.5 2.5v3M10 4h3M13 8v2M12 9h2",
  check: "M3 8.5 6.5 12 13 4.5",
  warn: "M8 2.5 14 13H2zM8 6.5v3M8 11.2v.3",
  stop: "M4.5 4.5h7v7h-7z",
  play: "M5 3.5v9l7-4.5z",
  sun: "M8 5a3 3 0 1 1 0 6 3 3 0 0 1 0-6ZM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M12.6 3.4l-.7.7M4.1 11.9l-.7.7",
  trash: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.5 9h6l.5-9",
  plus: "M8 3v10M3 8h10",
  link: "M6.5 9.5l3-3M7 4.5l1.2-1.2a2.8 2.8 0 0 1 4 4L11 8.5M9 11.5l-1.2 1.2a2.8 2.8 0 0 1-4-4L5 7.5",
  left: "M10 3.5 5.5 8l4.5 4.5",
  table: "M2.5 3.5h11v9h-11zM2.5 6.5h11M2.5 9.5h11M6.5 6.5v6",
  swap: "M3 5.5h9M9.5 3 12 5.5 9.5 8M13 10.5H4M6.5 8 4 10.5 6.5 13",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
