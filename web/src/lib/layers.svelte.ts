/** Layers over the map, asked for when they are switched on and again when the board has changed. */

import type { Screen } from "./screen.svelte";
import type { Session } from "./session.svelte";
import type { Mark, Overlay, OverlayKind } from "./types";

/** A broken line costs a layer and nothing else; it comes with the next change. */
const nothing = () => undefined;

export class Layers {
  shown = $state.raw<Overlay[]>([]);
  /** The supply of the unit that is looked at: its line, and a sentence. */
  supply = $state.raw<{ unit: string; overlay: Overlay } | null>(null);

  constructor(
    private readonly session: Session,
    private readonly screen: Screen,
  ) {}

  /** To be called in an effect: it reads what it depends on. */
  follow(): void {
    const state = this.session.shown;
    const has = state?.view.overlays ?? [];
    const wanted = this.screen.overlays.filter((kind): kind is OverlayKind => has.includes(kind as OverlayKind));
    if (!state || !wanted.length) {
      this.shown = [];
      return;
    }
    const at = this.session.time.past ? state.at : undefined;
    const asked = Promise.all(wanted.map((kind) => this.session.place.overlay(kind, at)));
    void asked.then((found) => state === this.session.shown && (this.shown = found), nothing);
  }

  /** The same for one unit: the one that is selected, else the first in the hex looked at. */
  followUnit(): void {
    const { session } = this;
    const state = session.shown;
    const picked = session.walk.prefix.map((token) => session.units.get(token)).find((unit) => unit?.at);
    const unit = picked ?? session.stacks.get(session.hex)?.[0];
    if (!state?.view.overlays?.includes("supply") || !unit) {
      this.supply = null;
      return;
    }
    const at = session.time.past ? state.at : undefined;
    const asked = session.place.overlay("supply", at, unit.id);
    void asked.then((overlay) => state === session.shown && (this.supply = { unit: unit.id, overlay }), nothing);
  }

  /** What the layers say of a hex. */
  about(hex: string): Mark[] {
    const marks = this.shown.flatMap((layer) => layer.marks ?? []).filter((mark) => mark.at === hex && mark.text);
    return [...new Map(marks.map((mark) => [mark.text, mark])).values()];
  }
}
