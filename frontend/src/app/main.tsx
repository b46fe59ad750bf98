import { render } from "preact";
import "../ui/theme.css";
import { App } from "./App";
import "./app.css";

const place = document.getElementById("app")!;
place.replaceChildren();
render(<App />, place);
