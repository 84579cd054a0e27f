/** What is open on the game screen: tabs, panels, overlays, the fan. One object, shared by its parts. */

import { getContext, setContext } from "svelte";
import type { Coach } from "../coach/coach.svelte";
import type { Camera, Cover } from "./camera.svelte";
import type { Layers } from "./layers.svelte";
import type { Session } from "./session.svelte";
import type { Choice, OverlayKind } from "./types";

/** How much of its height a panel takes on a phone held upright. */
const UPRIGHT_PANEL = 0.5;

export type Tab = "log" | "boxes" | "units" | "rules" | "coach";
export type Layer = OverlayKind | "control";

export class Screen {
  tab = $state<Tab>("log");
  sheet = $state<"" | "menu" | "keys" | "settings" | "links" | "sequence" | "goto" | "turns" | "talk">("");
  overlays = $state<Layer[]>([]);
  list = $state(false);
  fan = $state("");
  /** The strip lies aside in a corner and belongs to the order: it goes when one goes back in it. */
  aside = $state(false);
  minimap = $state(true);
  counters = $state(true);
  cursor = $state("");
  hover = $state("");
  rule = $state("");
  leaving = $state(false);
  /** The choice in the dock that is pointed at, or has the focus: what it does is told, and its places are lit. */
  pointed = $state.raw<Choice | null>(null);
  /** Whether a guided game is led now; undefined where it has no guide. */
  guided = $state<boolean | undefined>(undefined);
  /** On a phone: which panel covers the right part of the map. */
  panel = $state<"" | "inspect" | Tab>("");
  /** How high the lines under the bar are now; what stands at the top of the map makes room for them. */
  lines = $state(0);
  width = $state(innerWidth);
  height = $state(innerHeight);

  get phone(): boolean {
    return this.height < 500 || this.width < 700;
  }

  get upright(): boolean {
    return this.phone && this.height > this.width;
  }

  /** What of the map the panels of a phone cover: its right part, or held upright its lower one. */
  get cover(): Cover {
    return !this.phone ? {} : this.upright ? { bottom: this.height * UPRIGHT_PANEL } : { right: 340 + 52 };
  }

  get tablet(): boolean {
    return !this.phone && this.width < 1200;
  }

  toggle(overlay: Layer): void {
    this.overlays = this.overlays.includes(overlay)
      ? this.overlays.filter((one) => one !== overlay)
      : [...this.overlays, overlay];
  }

  /** For an element that stands for a choice: pointed at with mouse or keyboard it tells and lights what it means. */
  point(choice: Choice) {
    const [on, off] = [() => (this.pointed = choice), () => (this.pointed = null)];
    return { onmouseenter: on, onmouseleave: off, onfocus: on, onblur: off };
  }

  showRule(rule: string): void {
    this.rule = rule;
    this.tab = "rules";
    if (this.phone) this.panel = "rules";
  }
}

export interface Table {
  session: Session;
  screen: Screen;
  camera: Camera;
  layers: Layers;
  coach: Coach;
}

export const shareTable = (table: Table) => setContext("table", table);
export const useTable = () => getContext<Table>("table");
