import { mount } from "svelte";
import "../../src/meuse/drawing/tokens.css";
import "../../src/meuse/drawing/map.css";
import "./styles/tokens.css";
import "./styles/pieces.css";
import "./styles/ui.css";
import App from "./App.svelte";
import { install } from "./lib/app";

mount(App, { target: document.getElementById("app") as HTMLElement });
install();
