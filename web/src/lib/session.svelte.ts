/** A game on the screen: its state now or at a moment of the past, its log, its map, and the order being given. */

import * as api from "./api";
import { Board } from "./geometry";
import { takenSeats } from "./settings.svelte";
import type { GameEvent, LogLine, OddsReport, Played, RuleBook, SeatState, Side, Unit } from "./types";
import { Walk } from "./walk.svelte";

export interface Reply {
  from: number;
  to: number;
  lines: LogLine[];
}

/** What the service closes the line with where there is no seat or game any more. */
const UNKNOWN = 4404;

export type Viewpoint = "" | Side | "all";

export class Session {
  place: api.Place;
  state = $state.raw<SeatState | null>(null);
  past = $state.raw<SeatState | null>(null);
  board = $state.raw<Board | null>(null);
  drawing = $state("");
  rules = $state.raw<RuleBook | null>(null);
  log = $state.raw<LogLine[]>([]);
  /** What the other side did since we looked, to be watched or skipped. */
  reply = $state.raw<Reply | null>(null);
  /** What the last own order brought about, when dice were rolled. */
  result = $state.raw<GameEvent[]>([]);
  changed = $state.raw<Set<string>>(new Set());
  threat = $state.raw<OddsReport | null>(null);
  threatHex = $state("");
  leftOut = $state.raw<string[]>([]);
  private threatAfter: string[] = [];
  private threatSupport: Record<string, number> = {};
  hex = $state("");
  lit = $state.raw<Set<string>>(new Set());
  notice = $state("");
  missing = $state("");
  /** What was sealed here last, while the other side still chooses. */
  sealed = $state.raw<{ words: string[]; at: Date } | null>(null);
  waitingSince = $state(0);
  retryAt = $state(0);
  thinking = $state("");
  curtain = $state<Side | "">("");
  walk: Walk;
  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;
  /** Counts the positions that were taken in; an answer asked for before the last of them is stale. */
  private taken = 0;
  /** Whose eyes the past is seen with; after the end it may be another's. */
  viewpoint = $state<Viewpoint>("");
  /** The way of a counter that was just played back. */
  trail = $state.raw<string[]>([]);
  private moments = new Map<string, Promise<SeatState>>();
  private undone: string[][] = [];
  /** How many orders the gesture had that ended at an order. */
  private gestures = new Map<number, number>();

  constructor(
    readonly secret: string,
    readonly match: string,
  ) {
    this.place = secret ? api.Place.seat(secret) : api.Place.spectator(match);
    this.walk = new Walk(() => this.place, (orders) => this.give(orders));
  }

  /** What the screen shows: the past while one looks back, else now. */
  get shown(): SeatState | null {
    return this.past ?? this.state;
  }

  get units(): Map<string, Unit> {
    return this.index;
  }

  private index = $derived(new Map((this.shown?.view.units ?? []).map((unit) => [unit.id, unit])));

  /** The stacks on the map: those that can act first, then by strength as printed. */
  stacks = $derived.by(() => {
    const stacks = new Map<string, Unit[]>();
    for (const unit of this.shown?.view.units ?? []) {
      if (!unit.at || !this.board?.byLabel.has(unit.at)) continue;
      const stack = stacks.get(unit.at);
      if (stack) stack.push(unit);
      else stacks.set(unit.at, [unit]);
    }
    for (const stack of stacks.values()) {
      stack.sort((a, b) => Number(this.ready.has(b.id)) - Number(this.ready.has(a.id)) || strength(b) - strength(a));
    }
    return stacks;
  });

  /** Units that are a choice now, or under some verb at the beginning. */
  ready = $derived.by(() => {
    const ready = new Set<string>();
    if (this.past || !this.state?.decision) return ready;
    const lists = this.walk.prefix.length ? [this.walk.options] : this.walk.choices.map((verb) => verb.next ?? []);
    for (const choice of lists.flat()) if (choice.kind === "unit" || choice.kind === "piece") ready.add(choice.token);
    return ready;
  });

  readyOnMap = $derived([...this.ready].some((id) => this.board?.byLabel.has(this.index.get(id)?.at ?? "")));

  get mine(): boolean {
    return !this.past && !!this.state?.decision;
  }

  // -- opening and closing

  async open(): Promise<void> {
    try {
      this.take(await this.place.state());
      const { game, scenario } = (this.state as SeatState).match;
      this.listen();
      const [drawing, facts, log] = await Promise.all([
        api.mapDrawing(game, scenario), api.mapFacts(game, scenario), this.place.log(0),
      ]);
      this.drawing = drawing;
      this.board = new Board(facts);
      this.log = log;
      this.rules = await api.rules(game);
    } catch (error) {
      this.missing = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.closed = true;
    this.socket?.close();
  }

  /** The other seat at this table, if it was taken in this browser too. */
  otherSeat(): { side: Side; secret: string } | null {
    const taken = takenSeats().find((one) => one.id === this.state?.match.id);
    const side: Side = this.state?.side === "german" ? "allied" : "german";
    const secret = taken?.seats[side];
    return this.secret && secret && this.state?.match.seats[side].kind === "here" ? { side, secret } : null;
  }

  // -- orders

  /** Give one order, or several that were one gesture: they are taken back together too. */
  async give(orders: string[][]): Promise<void> {
    const goal = orders[0]?.at(-1)?.split(".").at(-1) ?? "";
    let given = 0;
    const last = this.walk.chain.at(-1);
    const sealed = last?.commits === "secret" ? { words: this.walk.chain.map((choice) => choice.label), at: new Date() } : null;
    for (const order of orders) {
      if (!(await this.submit(() => this.place.order(this.state?.number ?? 0, order)))) break;
      given++;
    }
    if (given > 1) this.gestures.set(this.state?.number ?? 0, given);
    if (sealed && given && !this.state?.decision) this.sealed = sealed;
    this.undone = [];
    if (this.board?.byLabel.has(goal)) this.hex = goal;
  }

  async undo(): Promise<void> {
    const count = this.gestures.get(this.state?.number ?? 0) ?? 1;
    for (let n = 0; n < count && this.state?.can_undo; n++) {
      const last = this.log.at(-1)?.order;
      if (!(await this.submit(() => this.place.undo(this.state?.number ?? 0)))) return;
      if (last) this.undone.push([...last]);
    }
  }

  async redo(): Promise<void> {
    const order = this.undone.pop();
    if (order) await this.submit(() => this.place.order(this.state?.number ?? 0, order));
  }

  private async submit(ask: () => Promise<Played>): Promise<boolean> {
    this.waitingSince = Date.now();
    this.notice = "";
    try {
      const played = await ask();
      this.result = played.events.some((event) => event.dice?.length) ? played.events : [];
      this.changed = new Set();
      this.reply = null;
      this.take(played.state);
      await this.readLog();
      return true;
    } catch (error) {
      this.fail(error);
      return false;
    } finally {
      this.waitingSince = 0;
    }
  }

  private fail(error: unknown): void {
    if (!(error instanceof api.Trouble)) throw error;
    if (error.code === "stale") {
      this.notice = "That order no longer fits. The new position is loaded; nothing of the old order is kept.";
      if (error.extra.state) this.take(error.extra.state as SeatState);
      else void this.news();
    } else if (error.code === "illegal") {
      const refusal = {
        headline: String(error.extra.headline || "That is not possible."), text: error.message, rule: error.rule,
        causes: (error.extra.causes as string[] | undefined) ?? [],
      };
      const token = this.walk.prefix.at(-1) ?? "";
      this.walk.clear();
      this.walk.refused = { token, refusal };
    } else {
      this.notice = error.offline ? "No answer. When the line is back you will see whether your order was taken." : error.message;
      this.walk.clear();
    }
  }

  private take(state: SeatState): void {
    this.taken++;
    this.state = state;
    if (state.decision) this.sealed = null;
    this.thinking = state.thinking ?? "";
    this.moments.clear();
    this.walk.begin(state.decision);
    this.threat = null;
  }

  /** Somebody else's order has left the question alone: so is what has been chosen of its answer. */
  private hold(state: SeatState): void {
    this.taken++;
    this.state = { ...state, decision: this.state?.decision ?? state.decision };
    this.thinking = state.thinking ?? "";
    this.moments.clear();
    this.threat = null;
  }

  // -- news

  async refresh(): Promise<void> {
    const before = this.state;
    const taken = this.taken;
    const state = await this.place.state();
    if (taken !== this.taken) return this.refresh(); // an order was given meanwhile: this is older than what is shown
    if (before && state.number === before.number && state.match.orders === before.match.orders) {
      this.state = { ...state, decision: this.state?.decision ?? state.decision };
      if (!before.decision !== !state.decision) this.take(state);
      return;
    }
    if (before?.decision && asked(before) === asked(state)) this.hold(state);
    else this.take(state);
    await this.readLog();
    if (before) this.notice = "";
    if (before && state.number > before.number) this.tell(before, state);
  }

  /** Something was announced: look, unless the seat is gone or the line is down, which is told elsewhere. */
  private async news(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof api.Trouble)) throw error;
      if (error.status === 404) this.missing = error.message;
      else if (!error.offline) this.notice = error.message;
    }
  }

  private tell(before: SeatState, after: SeatState): void {
    const lines = this.log.filter((line) => line.number > before.number && line.side !== after.side);
    const from = this.reply?.from ?? before.number;
    const all = [...(this.reply?.lines ?? []), ...lines];
    if (all.some((line) => line.events.length)) this.reply = { from, to: after.number, lines: all };
    const places = new Map(before.view.units.map((unit) => [unit.id, `${unit.at}/${unit.steps}/${unit.status}`]));
    const moved = after.view.units.filter(
      (unit) => unit.side !== after.side && places.get(unit.id) !== `${unit.at}/${unit.steps}/${unit.status}`,
    );
    this.changed = new Set([...this.changed, ...moved.map((unit) => unit.id)]);
  }

  private async readLog(): Promise<void> {
    this.log = await this.place.log(0);
  }

  private listen(): void {
    const socket = (this.socket = this.place.updates());
    socket.onopen = () => {
      if (this.retryAt) void this.news();
      [this.retryAt, this.tries] = [0, 0];
    };
    socket.onmessage = (message) => this.hear(JSON.parse(String(message.data)) as { type: string; side?: string });
    socket.onclose = (event) => {
      if (this.closed) return;
      if (event.code === UNKNOWN) {
        this.missing = event.reason === "unknown_seat" ? "The link was replaced by its owner, or the game was deleted." : "The game was deleted.";
        return;
      }
      const wait = Math.min(15000, 1000 * 2 ** this.tries++);
      this.retryAt = Date.now() + wait;
      setTimeout(() => !this.closed && this.listen(), wait);
    };
  }

  private hear(message: { type: string; side?: string; number?: number; by?: string }): void {
    if (message.type === "thinking") this.thinking = message.side ?? "";
    else if (message.type === "deleted") this.missing = "This game was deleted by its players.";
    else if (message.type === "changed" && message.by === this.state?.side && message.number === this.state?.number) return;
    else if (!this.waitingSince) void this.news();
    else setTimeout(() => void this.news(), 300);
  }

  // -- time

  /** The game after so many orders, with the chosen eyes; kept until something new happens. */
  moment(at: number): Promise<SeatState> {
    const key = `${this.viewpoint} ${at}`;
    const known = this.moments.get(key) ?? this.place.state(at, this.viewpoint);
    this.moments.set(key, known);
    return known;
  }

  async look(at: number): Promise<void> {
    if (!this.state) return;
    if (at >= this.state.number && !this.viewpoint) return this.now();
    try {
      this.past = await this.moment(at);
    } catch (error) {
      this.moments.clear();
      if (!(error instanceof api.Trouble)) throw error;
      this.notice = error.message;
      return;
    }
    this.walk.clear();
    showAddress(`?at=${this.past.at}`);
  }

  async lookAs(viewpoint: Viewpoint): Promise<void> {
    this.viewpoint = viewpoint;
    await this.look(this.shown?.at ?? 0);
  }

  now(): void {
    this.past = null;
    this.viewpoint = "";
    this.trail = [];
    this.walk.begin(this.state?.decision ?? null);
    showAddress("");
  }

  // -- questions

  /** Ask again without some of their units, or with support added. */
  async askThreatIf(change: { without?: string[]; support?: Record<string, number> }): Promise<void> {
    this.leftOut = change.without ?? this.leftOut;
    this.threatSupport = { ...this.threatSupport, ...change.support };
    const how = { after: this.threatAfter, without: this.leftOut, support: this.threatSupport };
    this.threat = (await this.place.threat(this.threatHex, how).catch(() => null)) ?? this.threat;
  }

  /** What the other side could do to a hex: as things are, or (`after`) when an order had been given. */
  async askThreat(hex: string, after: string[] = []): Promise<void> {
    this.threatAfter = after;
    this.threatHex = hex;
    this.leftOut = [];
    this.threatSupport = {};
    try {
      this.threat = await this.place.threat(hex, after.length ? { after } : {});
    } catch (error) {
      if (!(error instanceof api.Trouble)) throw error;
      this.notice = error.message.charAt(0).toUpperCase() + error.message.slice(1);
      return;
    }
    if (!this.threat) this.notice = `Nothing of theirs can attack ${hex} next turn, as far as you can know.`;
  }
}

/** All that a side is asked, to be compared. */
function asked(state: SeatState): string {
  return JSON.stringify(state.decision ?? null);
}

/** The address of what is shown, so that it can be linked and reloaded. */
function showAddress(query: string): void {
  if (location.search !== query && !location.search.includes("guide")) history.replaceState(null, "", location.pathname + query);
}

function strength(unit: Unit): number {
  return parseFloat(unit.values?.[0]?.text ?? "0") || 0;
}
