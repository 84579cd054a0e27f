/** The log as it is known here. Only new lines are fetched; the service counts how often older ones have become others. */

import type { Place } from "./api";
import type { LogLine, SeatState } from "./types";

export class GameLog {
  lines = $state.raw<LogLine[]>([]);
  private rewrites = -1;
  private last: Promise<void> = Promise.resolve();

  constructor(private readonly place: () => Place) {}

  /** Bring the log up to a state, one reading after the other. */
  follow(state: SeatState): Promise<void> {
    const reading = this.last.then(() => this.read(state));
    this.last = reading.catch(() => undefined);
    return reading;
  }

  /** What was taken back here is known without asking. */
  takeBack(state: SeatState): Promise<void> {
    if (state.rewrites === this.rewrites + 1) {
      this.rewrites = state.rewrites;
      this.lines = this.lines.slice(0, state.number);
    }
    return this.follow(state);
  }

  private async read(state: SeatState): Promise<void> {
    const same = state.rewrites === this.rewrites;
    if (same && this.lines.length === state.number) return;
    const known = same ? this.lines.slice(0, state.number) : [];
    const fresh = await this.place().log(known.length);
    const before = fresh[0] ? fresh[0].number - 1 : known.length; // of two sealed together both come again
    this.lines = [...known.slice(0, before), ...fresh];
    this.rewrites = state.rewrites;
  }
}
