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
  page: PageJson;
}

const place = document.getElementById("workbench")!;
const { best, page } = JSON.parse(document.getElementById("frozen")!.textContent!) as Frozen;
const shown = document.getElementById("shown")!.textContent!;

const store = frozenStore(page, best);

place.replaceChildren();
render(
  <>
    <Workbench store={store} page={<FramedPage store={store} html={shown} />} />
    <Toasts />
  </>,
  place,
);
