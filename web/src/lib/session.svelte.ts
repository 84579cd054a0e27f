/** A game on the screen: its state, its map, and the parts by which it is played, followed and looked back on. */

import * as api from "./api";
import { Battle } from "./battle.svelte";
import { Deeds } from "./deeds.svelte";
import { Board } from "./geometry";
import { Line } from "./line.svelte";
import { GameLog } from "./log.svelte";
import { Muster } from "./muster.svelte";
import { News } from "./news.svelte";
import { Orders } from "./orders.svelte";
import { Outlook } from "./outlook.svelte";
import { Readiness } from "./readiness.svelte";
import { Patience } from "./patience.svelte";
import { takenSeats } from "./settings.svelte";
import { Strike } from "./strike.svelte";
import { Threat } from "./threat.svelte";
import { Time } from "./time.svelte";
import { flies } from "./face";
import type { Announced, RuleBook, SeatState, Side, Thinking, Unit } from "./types";
import { Walk } from "./walk.svelte";

export class Session {
  place: api.Place;
  state = $state.raw<SeatState | null>(null);
  board = $state.raw<Board | null>(null);
  drawing = $state("");
  rules = $state.raw<RuleBook | null>(null);
  hex = $state("");
  lit = $state.raw<Set<string>>(new Set());
  notice = $state("");
  missing = $state("");
  curtain = $state<Side | "">("");
  /** The side whose bot thinks; `stalled` if one that is asked has given up. */
  thinking = $state<Side | "">("");
  stalled = $state(false);
  /** How far the bot is that thinks, if it tells. */
  thought = $state.raw<Thinking | null>(null);
  private readonly here = () => this.place;
  /** Opening the game, it waits for a service that does not answer. */
  readonly patience = new Patience();
  readonly walk = new Walk(this.here, (orders) => this.orders.give(orders));
  readonly orders = new Orders(this);
  readonly log = new GameLog(this.here);
  readonly news = new News();
  readonly battle = new Battle();
  readonly threat = new Threat(this.here, (text) => (this.notice = text.charAt(0).toUpperCase() + text.slice(1)));
  readonly readiness: Readiness = new Readiness(this);
  readonly muster: Muster = new Muster(this);
  readonly outlook: Outlook = new Outlook(this);
  readonly strike: Strike = new Strike(this);
  readonly time: Time = new Time(this.here, this);
  readonly deeds: Deeds = new Deeds(this);
  readonly line = new Line(this.here, {
    hear: (message) => this.hear(message),
    back: () => void this.look(),
    lost: (text) => (this.missing = text),
  });
  /** Counts the positions that were taken in; an answer asked for before the last of them is stale. */
  private taken = 0;

  constructor(
    readonly secret: string,
    readonly match: string,
  ) {
    this.place = secret ? api.Place.seat(secret) : api.Place.spectator(match);
  }

  /** What the screen shows: the past while one looks back, else now. */
  get shown(): SeatState | null {
    return this.time.past ?? this.state;
  }

  get units(): Map<string, Unit> {
    return this.index;
  }

  private index = $derived(new Map((this.shown?.view.units ?? []).map((unit) => [unit.id, unit])));

  /** The stacks on the map: aircraft below, for they hide whom they fly over; those that can act first, then by strength. */
  stacks = $derived.by(() => {
    const stacks = new Map<string, Unit[]>();
    for (const unit of this.shown?.view.units ?? []) {
      if (!unit.at || !this.board?.byLabel.has(unit.at)) continue;
      const stack = stacks.get(unit.at);
      if (stack) stack.push(unit);
      else stacks.set(unit.at, [unit]);
    }
    for (const stack of stacks.values()) {
      stack.sort((a, b) => Number(flies(a)) - Number(flies(b)) || Number(this.ready.has(b.id)) - Number(this.ready.has(a.id)) || strength(b) - strength(a));
    }
    return stacks;
  });

  /** Units that are a choice now, or under some verb at the beginning. */
  ready = $derived.by(() => {
    const ready = new Set<string>();
    if (!this.mine) return ready;
    const lists = this.walk.prefix.length ? [this.walk.options] : this.walk.choices.map((verb) => verb.next ?? []);
    for (const choice of lists.flat()) if (choice.kind === "unit" || choice.kind === "piece") ready.add(choice.token);
    return ready;
  });

  readyOnMap = $derived([...this.ready].some((id) => this.board?.byLabel.has(this.index.get(id)?.at ?? "")));

  /** Whether the battle under way is an attack on this side. */
  get defends(): boolean {
    const unit = this.index.get(this.battle.report?.attackers[0]?.unit ?? "");
    return !!unit && !!this.state?.side && unit.side !== this.state.side;
  }

  get mine(): boolean {
    return !this.time.past && !!this.state?.decision;
  }

  // -- opening and closing

  async open(): Promise<void> {
    try {
      const state = await this.patience.until(() => this.place.state());
      this.take(state);
      const { game, scenario } = state.match;
      this.line.open();
      const [drawing, facts] = await this.patience.until(() =>
        Promise.all([api.mapDrawing(game, scenario), api.mapFacts(game, scenario), this.log.follow(state)]),
      );
      if (state.stage === "after") this.recall(state);
      this.drawing = drawing;
      this.board = new Board(facts);
      await this.readRules();
    } catch (error) {
      this.missing = error instanceof Error ? error.message : String(error);
    }
  }

  close(): void {
    this.line.close();
  }

  /** The rules are read last: a line that breaks before ends no game, and they are asked for again. */
  private async readRules(): Promise<void> {
    if (this.rules || !this.state) return;
    try {
      this.rules = await api.rules(this.state.match.game);
    } catch (error) {
      if (!(error instanceof api.Trouble && error.offline)) throw error;
    }
  }

  /** The other seat at this table, if it was taken in this browser too. */
  otherSeat(): { side: Side; secret: string } | null {
    const taken = takenSeats().find((one) => one.id === this.state?.match.id);
    const side: Side = this.state?.side === "german" ? "allied" : "german";
    const secret = taken?.seats[side];
    return this.secret && secret && this.state?.match.seats[side].kind === "here" ? { side, secret } : null;
  }

  // -- states

  /** A new position: whatever was being asked or ordered is over. */
  take(state: SeatState): void {
    this.note(state);
    this.state = state;
    this.battle.take(state);
    if (state.decision) this.orders.sealed = null;
    this.walk.begin(state.decision);
    this.strike.clear();
    void this.readiness.follow();
    void this.walk.follow(this.battle.carried(state));
  }

  /** Another moment is shown: an order that was being given begins anew. */
  leave(): void {
    if (this.time.past) this.walk.clear();
    else this.walk.begin(this.state?.decision ?? null);
  }

  async refresh(): Promise<void> {
    void this.readRules();
    const before = this.state;
    const taken = this.taken;
    const state = await this.place.state();
    if (taken !== this.taken) return this.refresh(); // an order was given meanwhile: this is older than what is shown
    this.noteThinking(state);
    if (before && state.number === before.number && state.match.orders === before.match.orders) {
      this.state = { ...state, decision: before.decision ?? state.decision };
      if (!before.decision !== !state.decision) this.take(state);
      return this.log.follow(state);
    }
    if (before?.decision && asked(before) === asked(state)) this.hold(state);
    else this.take(state);
    await this.log.follow(state);
    if (before && state.stage) this.follow(before, state);
    if (before) this.notice = "";
    if (before && state.number > before.number) {
      this.news.others(before, state, this.log.lines);
      void this.orders.formalities();
    }
  }

  /** The page was opened in the middle of a battle: the log knows what its dice have brought. */
  private recall(state: SeatState): void {
    this.battle.hear(this.log.lines.slice(-RECENT).flatMap((line) => line.events));
    this.battle.take(state);
  }

  /** A battle in which something is asked now has gone on without us. */
  private follow(before: SeatState, state: SeatState): void {
    this.battle.hear(this.log.lines.filter((line) => line.number > before.number).flatMap((line) => line.events));
    this.battle.take(state);
  }

  /** Look what is new, unless the seat is gone or the line is down, which is told elsewhere. */
  async look(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      if (!(error instanceof api.Trouble)) throw error;
      if (error.status === 404) this.missing = error.message;
      else if (!error.offline) this.notice = error.message;
    }
  }

  /** Somebody else's order has left the question alone: so is what has been chosen of its answer. */
  private hold(state: SeatState): void {
    this.note(state);
    this.state = { ...state, decision: this.state?.decision ?? state.decision };
  }

  private note(state: SeatState): void {
    this.taken++;
    this.noteThinking(state);
    this.time.forget();
    this.threat.close();
    this.muster.close();
    this.outlook.forget();
  }

  private noteThinking({ thinking, stalled, thought }: Pick<SeatState, "thinking" | "stalled" | "thought">): void {
    [this.thinking, this.stalled, this.thought] = [thinking, stalled, thought];
  }

  /** Have the bot that thinks decide now. */
  async hurry(): Promise<void> {
    try {
      this.noteThinking(await this.place.hurry());
    } catch (error) {
      if (!(error instanceof api.Trouble)) throw error;
      if (!error.offline) this.notice = error.message;
    }
  }

  /** Play again at the seat that a bot has taken over. */
  async comeBack(): Promise<void> {
    try {
      await this.place.comeBack();
    } catch (error) {
      if (!(error instanceof api.Trouble)) throw error;
      this.notice = error.message;
    }
    await this.look();
  }

  private hear(message: Announced): void {
    if (message.type === "thinking") this.noteThinking({ thinking: message.side, stalled: message.stalled, thought: message.thought });
    else if (message.type === "deleted") this.missing = "This game was deleted by its players.";
    else if (message.type === "changed" && message.by === this.state?.side && message.number === this.state.number) return;
    else if (!this.orders.waitingSince) void this.look();
    else setTimeout(() => void this.look(), 300);
  }
}

/** In so many of the last orders a battle that goes on is looked for. */
const RECENT = 20;

/** All that a side is asked, to be compared. */
function asked(state: SeatState): string {
  return JSON.stringify(state.decision ?? null);
}

function strength(unit: Unit): number {
  return parseFloat(unit.values?.[0]?.text ?? "0") || 0;
}
