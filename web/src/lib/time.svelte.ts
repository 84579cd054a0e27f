/** Looking back: the moment of the past that is shown, and whose eyes see it. */

import { Trouble, type Place } from "./api";
import type { SeatState, Side } from "./types";

export type Viewpoint = "" | Side | "all";

interface Present {
  /** The newest state there is. */
  state: SeatState | null;
  notice: string;
  /** Another moment is shown now: the order that was being given is dropped. */
  leave(): void;
}

export class Time {
  past = $state.raw<SeatState | null>(null);
  /** Whose eyes the past is seen with; after the end it may be another's. */
  viewpoint = $state<Viewpoint>("");
  /** The way of a counter that was just played back. */
  trail = $state.raw<string[]>([]);
  /** Who moves or fights while the game is played back. */
  caption = $state("");
  private visit = 0;
  private moments = new Map<string, Promise<SeatState>>();

  constructor(
    private readonly place: () => Place,
    private readonly present: Present,
  ) {}

  /** Something new has happened: what is known of the past may be seen otherwise now. */
  forget(): void {
    this.moments.clear();
  }

  /** The game after so many orders, with the chosen eyes; kept until something new happens. */
  moment(at: number): Promise<SeatState> {
    const key = `${this.viewpoint} ${at}`;
    const known = this.moments.get(key) ?? this.place().state(at, this.viewpoint);
    this.moments.set(key, known);
    return known;
  }

  async look(at: number): Promise<void> {
    const { state } = this.present;
    if (!state) return;
    if (at >= state.number && !this.viewpoint) return this.now();
    const visit = ++this.visit;
    try {
      const then = await this.moment(at);
      if (visit !== this.visit) return; // another moment was asked for meanwhile
      this.past = then;
    } catch (error) {
      this.moments.clear();
      if (!(error instanceof Trouble)) throw error;
      this.present.notice = error.message;
      return;
    }
    this.present.leave();
    showAddress(`?at=${at}`);
  }

  async lookAs(viewpoint: Viewpoint): Promise<void> {
    this.viewpoint = viewpoint;
    await this.look((this.past ?? this.present.state)?.at ?? 0);
  }

  now(): void {
    this.visit++;
    this.past = null;
    this.viewpoint = "";
    this.trail = [];
    this.caption = "";
    this.present.leave();
    showAddress("");
  }
}

/** The address of what is shown, so that it can be linked and reloaded. */
function showAddress(query: string): void {
  if (location.search !== query && !location.search.includes("guide")) history.replaceState(null, "", location.pathname + query);
}
