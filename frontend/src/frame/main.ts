// The one script in the frame that shows a page: it talks to the app by messages, since the frame has no origin.
import { begin, hint, light, listen, outline, overflowing } from "../ui/marking";

let shown: number | null = null;

const tell = (message: object) => parent.postMessage(message, "*");

addEventListener("message", (event) => {
  if (event.source !== parent) return;
  const { pagerows, list, row, scroll } = event.data ?? {};
  if (pagerows === "show") {
    outline(document, (shown = list));
    hint(document, null); // the pointer may have lain on the page before it was known which list is shown
    if (list !== null) begin(document, list);
  }
  if (pagerows === "light") light(document, row === null ? null : { list, row }, !!scroll);
});

listen(document, () => shown, {
  hover: (mark) => tell({ pagerows: "hover", list: mark?.list ?? null, row: mark?.row ?? null }),
  pick: (mark) => tell({ pagerows: "pick", ...mark }),
});

overflowing(document, (width) => tell({ pagerows: "wide", width }));

addEventListener("load", () => {
  const { scrollHeight: height, scrollWidth: width } = document.documentElement;
  tell({ pagerows: "ready", height, width });
});
