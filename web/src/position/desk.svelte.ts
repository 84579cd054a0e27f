/** A position being edited: where every counter lies, what the service says of it, and what can be taken back. */

import * as api from "../lib/api";
import { Board } from "../lib/geometry";
import type { Beginning, Created, Lying, Piece, PositionSheet, Seats, Unit } from "../lib/types";

export class Desk {
  sheet = $state.raw<PositionSheet | null>(null);
  board = $state.raw<Board | null>(null);
  drawing = $state("");
  /** The counter in hand: the next click lays it. */
  chosen = $state("");
  trouble = $state("");
  missing = $state("");
  busy = $state(false);
  private before = $state.raw<string[]>([]);

  readonly pieces = $derived(new Map((this.sheet?.pieces ?? []).map((piece) => [piece.view.id, piece])));

  /** The stacks on the map. */
  readonly stacks = $derived.by(() => {
    const stacks = new Map<string, Unit[]>();
    for (const { view } of this.sheet?.pieces ?? []) {
      if (view.at && this.board?.byLabel.has(view.at)) stacks.set(view.at, [...(stacks.get(view.at) ?? []), view]);
    }
    return stacks;
  });

  get piece(): Piece | undefined {
    return this.pieces.get(this.chosen);
  }

  get canUndo(): boolean {
    return this.before.length > 0;
  }

  lying(unit: string): Lying {
    return this.sheet?.lying[unit] ?? { steps: 1 };
  }

  /** The number of the moment that the game waits at, if it is one of those that can be chosen. */
  get moment(): number {
    const { moments = [], turn = 0, phase = "" } = this.sheet ?? {};
    return moments.findIndex((one) => one.turn === turn && one.title === phase);
  }

  get moments(): [number, Beginning][] {
    return [...(this.sheet?.moments ?? []).entries()];
  }

  // -- opening

  async open(wanted: { text: string } | { game: string; scenario: string }): Promise<void> {
    try {
      await this.take(await api.openPosition(wanted));
      this.before = [];
    } catch (error) {
      this.missing = words(error);
    }
  }

  /** Open another text in the place of this one: a file that somebody has chosen. */
  async replace(text: string): Promise<void> {
    await this.change(() => api.openPosition({ text }));
  }

  private async take(sheet: PositionSheet): Promise<void> {
    const moved = this.sheet?.game !== sheet.game || this.sheet.scenario !== sheet.scenario;
    if (moved) {
      const [drawing, facts] = await Promise.all([api.mapDrawing(sheet.game, sheet.scenario), api.mapFacts(sheet.game, sheet.scenario)]);
      [this.drawing, this.board, this.chosen] = [drawing, new Board(facts), ""];
    }
    this.sheet = sheet;
  }

  // -- editing

  async lay(unit: string, at: string): Promise<void> {
    await this.edit(unit, { ...this.lying(unit), at });
  }

  async remove(unit: string): Promise<void> {
    await this.edit(unit, { ...this.lying(unit), at: "" });
  }

  async flip(unit: string, steps: number): Promise<void> {
    await this.edit(unit, { ...this.lying(unit), steps });
  }

  async mark(unit: string, word: string): Promise<void> {
    const now = this.lying(unit);
    const status = now.status ?? [];
    await this.edit(unit, { ...now, status: status.includes(word) ? status.filter((one) => one !== word) : [...status, word] });
  }

  async begin(moment: number): Promise<void> {
    await this.change(() => api.editPosition({ text: this.text, moment }));
  }

  async undo(): Promise<void> {
    const text = this.before.at(-1);
    if (!text) return;
    const rest = this.before.slice(0, -1);
    await this.change(() => api.openPosition({ text }));
    this.before = rest;
  }

  private async edit(unit: string, lying: Lying): Promise<void> {
    await this.change(() => api.editPosition({ text: this.text, lying: { [unit]: lying } }));
  }

  /** What the service refuses leaves the position as it was, and says why. */
  private async change(act: () => Promise<PositionSheet>): Promise<void> {
    if (this.busy) return;
    const text = this.text;
    [this.busy, this.trouble] = [true, ""];
    try {
      await this.take(await act());
      this.before = [...this.before.slice(-99), text];
    } catch (error) {
      this.trouble = words(error);
    } finally {
      this.busy = false;
    }
  }

  // -- keeping and playing

  get text(): string {
    return this.sheet?.text ?? "";
  }

  share = async (): Promise<string> => (await api.sharePosition(this.text)).id;

  play = (seats: Seats): Promise<Created> => api.playPosition(this.text, seats);
}

function words(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
