import { render } from "preact";

import { App } from "./app";
import { followHistory } from "./state/place";
import { followSettings } from "./state/settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/shell.css";
import "./styles/controls.css";
import "./styles/explore.css";
import "./styles/panel.css";
import "./styles/lists.css";

followSettings();
followHistory();
const root = document.getElementById("app");
if (root !== null) render(<App />, root);
