import { render } from "preact";
import "../ui/theme.css";

render(<p>pagerows</p>, document.getElementById("app")!);
