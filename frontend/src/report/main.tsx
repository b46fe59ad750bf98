// The report: a page that was extracted, frozen into one file. What Python wrote (the page, the reasons) stays as it is.
import { render } from "preact";
import type { PageJson } from "../model/frozen";
import { Toasts } from "../ui/toast";
import { Workbench } from "../ui/Workbench";
import "../ui/theme.css";
import "./report.css";
import { FramedPage } from "./FramedPage";
import { frozenStore } from "./store";

interface Frozen {
  best: number | null;
  /** Why no list is the page's records, where none is. */
  refused: string[] | null;
  page: PageJson;
}

const place = document.getElementById("workbench")!;
const { best, refused, page } = JSON.parse(document.getElementById("frozen")!.textContent!) as Frozen;
const shown = document.getElementById("shown")!.textContent!;

const store = frozenStore(page, best);

function Refused({ reasons }: { reasons: string[] }) {
  return (
    <div class="notice" role="status">
      <h2>No records were found on this page</h2>
      {page.regions.length > 0 && <p>What repeats on it is shown all the same: choose above, or click on the page.</p>}
      {reasons.length > 0 && (
        <details>
          <summary>Why</summary>
          {reasons.join("; ")}
        </details>
      )}
    </div>
  );
}

place.replaceChildren();
render(
  <>
    <Workbench store={store} page={<FramedPage store={store} html={shown} />} notice={refused && <Refused reasons={refused} />} />
    <Toasts />
  </>,
  place,
);
