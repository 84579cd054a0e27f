/** The walk through the trie of orders: the tokens clicked so far, and what may come next (UX, section 7).

It knows no rule. A click appends a token; sets toggle; one continuation is not a question; dice and secrets wait for a
second press. Members of a set stand in the order in which the service lists them. A way can be written by hand, waypoint by
waypoint, and units of one stack can make the same move one after the other. */

import { Trouble, type Place } from "./api";
import { goalOf, isGoal, Together } from "./together.svelte";
import type { Choice, Decision, OddsReport, Refusal } from "./types";

interface MemberSet {
  base: number;
  choices: Choice[];
}

export interface Refused {
  token: string;
  refusal: Refusal;
}

export class Walk {
  prefix = $state<string[]>([]);
  chain = $state.raw<Choice[]>([]);
  choices = $state.raw<Choice[]>([]);
  sets = $state.raw<MemberSet[]>([]);
  /** The order is complete and waits for the second press, since it commits. */
  pending = $state(false);
  odds = $state.raw<OddsReport | null>(null);
  /** Support that might be added to the attack, to see what it would do. */
  support = $state.raw<Record<string, number>>({});
  /** Waypoints of a way written by hand, each as the whole way up to it; and where it can go on from the last. */
  ways = $state.raw<string[]>([]);
  beyond = $state.raw<Choice[]>([]);
  /** Units of the same stack that make the same move. */
  readonly together = new Together((prefix, way) => this.load(prefix, way));
  /** Where the thing picked could go under other verbs, and what a unit pointed at could do. */
  second = $state.raw<{ verb: Choice; goals: Choice[] }[]>([]);
  faint = $state.raw<{ unit: string; goals: Choice[] } | null>(null);
  refused = $state.raw<Refused | null>(null);
  /** How many tokens stand by themselves: the only verb there is besides the ways out, where it asks for words. Nobody goes
  back behind them. */
  given = $state(0);
  private standing: Choice[] = [];
  /** What can be chosen behind the first of several numbers that need not be told apart: markers to place. */
  ahead = $state.raw<Choice[]>([]);
  decision: Decision | null = null;
  private known = new Map<string, Choice[]>();
  private lastVerb = new Map<string, string>();
  private visit = 0;
  /** The members that are to be taken where all could be; null for all. */
  private wanted: Set<string> | null = null;

  constructor(
    private readonly place: () => Place,
    private readonly send: (orders: string[][]) => Promise<void>,
  ) {}

  /** Begin again at a decision; null while somebody else decides. */
  begin(decision: Decision | null): void {
    this.decision = decision;
    this.known.clear();
    for (const choice of decision?.choices ?? []) if (choice.next) this.known.set(choice.token, choice.next);
    const verbs = decision?.choices.filter((choice) => !choice.completes) ?? [];
    const only = verbs.length === 1 && verbs[0]?.next?.length && verbs[0].next.every(isWord) ? verbs : [];
    this.standing = only;
    this.given = only.length;
    this.clear();
    const [word, other] = this.choices;
    if (this.given && word && !other && !word.completes && decision?.choices.length === 1) void this.append(word);
    else if (this.lone) void this.append(this.lone);
  }

  clear(): void {
    this.visit++;
    this.chain = this.standing;
    this.prefix = this.chain.map((choice) => choice.token);
    this.sets = [];
    this.choices = (this.standing[0] ?? { next: this.decision?.choices }).next ?? [];
    this.pending = false;
    this.odds = null;
    this.support = {};
    this.refused = null;
    this.faint = null;
    this.leaveWay();
    this.ahead = [];
    void this.lookAhead().catch(() => undefined); // only an outline is missing then
  }

  /** The verb that is asked of one unit only, and nothing else: who retreats need not be said, only where to. */
  private get lone(): Choice | undefined {
    const [verb, other] = (this.decision?.choices ?? []).filter((choice) => choice.kind !== "back");
    const [unit, more] = verb?.next ?? [];
    return !other && unit?.kind === "unit" && !more && !unit.completes ? verb : undefined;
  }

  /** The set that is being built now. */
  get open(): MemberSet | null {
    const last = this.sets.at(-1);
    return last && !this.chain.slice(last.base).some((choice) => choice.kind === "done") ? last : null;
  }

  /** What can be clicked: inside a set its members, chosen or not, and the words that end it. */
  get options(): Choice[] {
    if (this.pending) return [];
    if (this.ways.length) return this.together.shared(this.beyond);
    const set = this.open;
    if (!set) return this.together.shared(this.choices);
    const ends = this.choices.filter((choice) => !set.choices.some((member) => member.token === choice.token));
    return [...set.choices, ...ends];
  }

  /** Whether a token is part of the order, or of those that are given along with it. */
  has(token: string): boolean {
    return this.prefix.includes(token) || this.together.has(token);
  }

  /** Whether an option is already in: only in a set. Elsewhere the same word may stand for something else in the order. */
  ticked(choice: Choice): boolean {
    return !!this.open && this.has(choice.token);
  }

  /** The hexes on offer: goals of a move, places for a unit. */
  get goals(): Choice[] {
    return this.prefix.length ? this.options.filter(isGoal) : [];
  }

  goalAt(hex: string): Choice | undefined {
    return hex ? this.goals.find((choice) => goalOf(choice) === hex) : undefined;
  }

  /** The orders that a goal would mean, one for each unit that goes there. */
  ordersTo(goal: Choice): string[][] {
    const order = [...this.prefix, goal.token];
    return [order, ...this.together.orders(order)];
  }

  /** The unit that is being ordered. */
  get thing(): string {
    return this.chain.find((choice) => choice.kind === "unit")?.token ?? "";
  }

  /** Whether a whole stack is ordered by its hex, and only its goal is missing. */
  private get marches(): boolean {
    const [, place, ...members] = this.chain;
    return place?.kind === "hex" && members.length > 1 && members.every((choice) => choice.kind === "done" || choice.at === place.token) && this.goals.length > 0;
  }

  /** The hexes that an attack can be ordered on now. */
  get attackable(): Set<string> {
    const choices = (this.decision?.choices ?? []).flatMap((verb) => verb.next ?? []);
    return new Set(choices.filter((choice) => choice.odds && choice.kind === "hex").map((choice) => choice.token));
  }

  /** The verbs under which a thing is a choice at the beginning of an order; what takes something back has its own chip. */
  verbsFor(token: string): Choice[] {
    const verbs = (this.decision?.choices ?? []).filter((verb) => verb.kind !== "back");
    return verbs.filter((verb) => verb.next?.some((choice) => choice.token === token));
  }

  /** The verbs of the thing picked, and those of the hex it stands in: a whole stack is ordered by its hex. */
  get kinds(): Choice[] {
    const [, thing] = this.chain;
    if (!thing) return [];
    const here = thing.kind === "unit" && thing.at ? this.verbsFor(thing.at) : [];
    const lead = this.marches ? this.verbsFor(this.thing) : [];
    return [...new Set([...lead, ...this.verbsFor(thing.token), ...here])];
  }

  /** A click on one of several things in the same place (units of a stack, then the hex); true if it meant something. */
  async click(tokens: string[]): Promise<boolean> {
    this.refused = null;
    const choice = this.find(tokens);
    if (choice) {
      await this.pick(choice);
      return true;
    }
    for (const token of tokens) {
      if (await this.joinEarlierSet(token)) return true;
      if (await this.throughEnd(token)) return true;
      if (await this.throughNumber(token)) return true;
      if (await this.startWith(token)) return true;
    }
    const other = this.second.find(({ goals }) => goals.some((goal) => tokens.includes(goalOf(goal))));
    if (other) await this.changeVerb(other.verb);
    return !!other;
  }

  /** Lead the way through a hex; the reach goes on from there with what is left. */
  async through(hex: string): Promise<boolean> {
    const goal = this.goalAt(hex);
    if (!goal?.path?.length || !goal.completes) return false;
    const way = goal.path.join(".");
    try {
      await this.together.lead(way);
      this.beyond = await this.place().choices([...this.prefix], way);
      this.ways = [...this.ways, way];
      return true;
    } catch (error) {
      this.complain(error, hex);
      return false;
    }
  }

  /** Let a unit of the same stack make the same move, or leave it out again. */
  async join(unit: string): Promise<boolean> {
    const [verb = "", lead = ""] = this.prefix;
    const able = this.decision?.choices.find((one) => one.token === verb)?.next?.some((one) => one.token === unit);
    if (!able || unit === lead || this.prefix.length !== 2 || !this.goals.length) return false;
    try {
      await this.together.toggle([verb], unit, this.ways.at(-1) ?? "");
    } catch (error) {
      this.complain(error, unit);
    }
    return true;
  }

  /** What a unit could do if it were picked: its goals, faintly. */
  async peek(unit: string): Promise<void> {
    const verb = this.prefix.length || !unit ? undefined : this.usual(unit);
    this.faint = null;
    if (!verb) return;
    const visit = this.visit;
    const goals = (await this.load([verb.token, unit])).filter(isGoal);
    if (visit === this.visit && !this.prefix.length) this.faint = { unit, goals };
  }

  /** Choose a token that is among the options. */
  async pick(choice: Choice): Promise<void> {
    const set = this.open;
    if (set && set.choices.some((member) => member.token === choice.token)) return this.toggle(set, choice);
    await this.append(choice);
  }

  /** Choose these tokens one after the other, as far as they are among the options; dice still wait for a press. */
  async follow(tokens: string[]): Promise<void> {
    for (const token of tokens.slice(this.prefix.length)) {
      const choice = this.options.find((one) => one.token === token);
      if (!choice) return this.clear();
      await this.pick(choice);
    }
  }

  /** Choose a way out of the moment, whatever has been begun. What commits waits for the second press. */
  async leave(way: Choice): Promise<void> {
    this.clear();
    [this.chain, this.prefix] = [[], []];
    await this.append(way);
  }

  /** Whether an order has been begun that one can go back on. */
  get begun(): boolean {
    return this.pending || this.prefix.length > this.given;
  }

  /** The service does not take the order: why, beside what was clicked last. */
  refuse(error: Trouble): void {
    const token = this.prefix.at(-1) ?? "";
    this.clear();
    this.complain(error, token);
  }

  /** Exactly these units of a stack, in one move; none at all ends the order. */
  async takeSome(units: string[], place: string): Promise<void> {
    const [lead, ...mates] = units;
    this.clear();
    if (!lead || !(await this.startWith(lead)) || !mates.length) return;
    const stack = await this.stackVerb(place);
    if (!stack) {
      for (const unit of mates) await this.join(unit);
      return;
    }
    await this.withOnly(units, () => this.changeVerb(stack));
  }

  /** After a click on a stack: all of it that can go together, besides the one that was taken. */
  async takeStack(mates: string[]): Promise<void> {
    const [verb = "", lead = ""] = this.prefix;
    if (!this.decision?.mobility.length || this.prefix.length !== 2 || !this.goals.some((goal) => goal.cost)) return;
    const listed = this.decision.choices.find((one) => one.token === verb)?.next ?? [];
    const able = mates.filter((unit) => unit !== lead && listed.some((choice) => choice.token === unit));
    if (!able.length) return;
    const visit = this.visit;
    const stack = await this.stackVerb(this.chain[1]?.at ?? "");
    if (visit !== this.visit) return;
    if (stack) return this.changeVerb(stack);
    await Promise.all(able.map((unit) => this.load([verb, unit])));
    for (const unit of able) {
      if (visit !== this.visit) return;
      await this.join(unit);
      if (!this.goals.length) await this.together.toggle([verb], unit, "");
    }
  }

  /** Attack a hex with these units, as far as they can join. */
  async strike(hex: string, units: string[]): Promise<boolean> {
    const verb = this.decision?.choices.find((one) => one.next?.some((choice) => choice.odds && choice.token === hex));
    if (!verb) return false;
    this.clear();
    await this.withOnly(units, async () => {
      await this.append(verb);
      const target = this.options.find((choice) => choice.odds && choice.token === hex);
      if (target && !this.has(hex)) await this.pick(target);
    });
    return true;
  }

  /** Everything that can still join the set. */
  async takeAll(mates: string[] = []): Promise<void> {
    if (this.goals.length && !this.open) {
      const stack = this.chain[1]?.kind === "unit" ? await this.stackVerb(this.chain[1].at ?? "") : undefined;
      if (stack) return this.changeVerb(stack);
      for (const unit of mates) if (!this.has(unit)) await this.join(unit);
      return;
    }
    for (;;) {
      const next = this.choices.find((choice) => choice.member && this.wanted?.has(choice.token) !== false);
      if (!next) break;
      if (!(await this.enter([...this.prefix, next.token], [...this.chain, next]))) return;
      this.noteSet();
      if (this.choices.length === 0) break;
    }
    await this.ask();
  }

  async back(): Promise<void> {
    if (this.refused) this.refused = null;
    else if (this.ways.length) await this.backTo(this.prefix.length, this.ways.length - 1);
    else if (this.together.units.length || this.marches) this.clear(); // a stack was taken by one click
    else if (this.prefix.length <= this.given) this.clear(); // a way out that waits to be confirmed
    else await this.backTo(this.prefix.length - 1);
  }

  /** Keep the first tokens of the order. A verb alone that was filled in by a click goes with the thing clicked. */
  async backTo(length: number, waypoints = 0): Promise<void> {
    const keep = length <= 1 && this.prefix.length <= 2 ? 0 : length;
    if (keep <= this.given) return this.clear();
    const way = this.ways[waypoints - 1];
    this.ways = this.ways.slice(0, waypoints);
    if (way) {
      await this.together.lead(way);
      this.beyond = await this.place().choices([...this.prefix], way);
      return;
    }
    await this.together.lead("");
    if (keep < this.prefix.length) this.together.clear();
    this.pending = false;
    this.sets = this.sets.filter((set) => set.base < keep);
    if (await this.enter(this.prefix.slice(0, keep), this.chain.slice(0, keep))) await this.ask();
  }

  async confirm(): Promise<void> {
    if (this.pending) await this.send([this.prefix]);
  }

  /** Look at the odds with so much support. */
  async assume(id: string, count: number): Promise<void> {
    this.support = { ...this.support, [id]: count };
    await this.ask();
  }

  /** The same thing under another verb: Move, Rail. */
  async changeVerb(verb: Choice): Promise<void> {
    const things = [this.prefix[1], this.chain[1]?.at, this.thing];
    this.clear();
    await this.append(verb);
    const choice = this.choices.find((other) => things.includes(other.token));
    if (choice) await this.append(choice);
  }

  /** Why something cannot be chosen; null if it can, or nobody knows. */
  async askWhy(token: string, prefix: string[] = [...this.prefix]): Promise<void> {
    const refusal = await this.place().whyNot(prefix, token);
    this.refused = refusal ? { token, refusal } : null;
  }

  // -- helpers

  /** The verb under which a whole stack is ordered by its hex: what follows the hex is the units in it. */
  private async stackVerb(place: string): Promise<Choice | undefined> {
    for (const verb of place ? this.verbsFor(place) : []) {
      const members = verb.token === this.prefix[0] ? [] : await this.load([verb.token, place]);
      if (members.length && members.every((choice) => choice.kind === "unit" && choice.at === place)) return verb;
    }
    return undefined;
  }

  private async withOnly(units: string[], act: () => Promise<void>): Promise<void> {
    this.wanted = new Set(units);
    try {
      await act();
    } finally {
      this.wanted = null;
    }
  }

  private find(tokens: string[]): Choice | undefined {
    if (this.prefix.length === 0) return undefined;
    const chosen = new Set(this.prefix);
    const options = this.options.filter((choice) => tokens.includes(choice.token) || tokens.includes(choice.at ?? ""));
    return options.find((choice) => !chosen.has(choice.token)) ?? options[0];
  }

  private async startWith(token: string): Promise<boolean> {
    const verb = this.usual(token);
    const choice = verb?.next?.find((next) => next.token === token);
    if (!verb || !choice || this.prefix[1] === token) return false;
    this.clear();
    this.chain = [verb];
    this.prefix = [verb.token];
    this.choices = verb.next ?? [];
    await this.append(choice);
    return true;
  }

  /** The verb that a click on a thing means: the one used last in this phase, else the engine's default. A click alone
  gives an order only where there is nothing else to do with the thing. */
  private usual(token: string): Choice | undefined {
    const able = this.verbsFor(token);
    const unfinished = able.filter((verb) => !verb.next?.find((choice) => choice.token === token)?.completes);
    const verbs = unfinished.length ? unfinished : able;
    const last = this.lastVerb.get(this.decision?.question ?? "");
    return verbs.find((choice) => choice.token === last) ?? verbs.find((choice) => choice.default) ?? verbs[0];
  }

  private leaveWay(): void {
    this.ways = [];
    this.beyond = [];
    this.second = [];
    this.together.clear();
  }

  private complain(error: unknown, token: string): void {
    if (!(error instanceof Trouble) || error.offline) throw error;
    const { headline, causes } = error.extra as { headline?: string; causes?: string[] };
    this.refused = { token, refusal: { headline: headline ?? "", text: error.message, rule: error.rule, causes: causes ?? [] } };
  }

  /** A thing that may follow the word which ends the set: the attackers after the hexes. */
  private async throughEnd(token: string): Promise<boolean> {
    for (const end of this.choices.filter((choice) => choice.kind === "done" && !choice.completes)) {
      const after = await this.load([...this.prefix, end.token]);
      const found = after.find((choice) => choice.token === token);
      if (!found) continue;
      await this.append(end);
      await this.pick(found);
      return true;
    }
    return false;
  }

  /** A place on the map where the next of several numbers goes: it is the first that is left. */
  private async throughNumber(token: string): Promise<boolean> {
    const found = this.ahead.find((choice) => choice.token === token);
    const [first] = this.choices;
    if (!found || !first) return false;
    await this.append(first);
    await this.pick(found);
    return true;
  }

  private async lookAhead(): Promise<void> {
    const [first] = this.choices;
    if (!first || !this.choices.every((choice) => choice.kind === "number" && !choice.completes)) return;
    const visit = this.visit;
    const after = await this.load([...this.prefix, first.token]);
    if (visit === this.visit && after.every((choice) => choice.kind === "hex")) this.ahead = after;
  }

  private async joinEarlierSet(token: string): Promise<boolean> {
    const set = this.sets.find((one) => one !== this.open && one.choices.some((choice) => choice.token === token));
    const choice = set?.choices.find((one) => one.token === token);
    if (!set || !choice) return false;
    const end = this.chain.findIndex((one, n) => n >= set.base && one.kind === "done");
    this.sets = this.sets.filter((one) => one.base <= set.base);
    this.prefix = this.prefix.slice(0, end);
    this.chain = this.chain.slice(0, end);
    await this.toggle(set, choice);
    const done = this.open ? this.choices.find((one) => one.kind === "done" && !one.completes) : undefined;
    if (done) await this.append(done); // the set was closed, and is closed again
    return true;
  }

  private async toggle(set: MemberSet, choice: Choice): Promise<void> {
    const chosen = new Set(this.prefix.slice(set.base));
    if (!chosen.delete(choice.token)) chosen.add(choice.token);
    const members = set.choices.filter((member) => chosen.has(member.token));
    const [before, words] = [this.chain.slice(0, set.base), this.prefix.slice(0, set.base)];
    if (!(await this.enter([...words, ...members.map((member) => member.token)], [...before, ...members]))) return;
    this.noteSet();
    await this.advance(choice);
  }

  private async append(choice: Choice): Promise<void> {
    this.refused = null;
    if (this.prefix.length === 0) this.lastVerb.set(this.decision?.question ?? "", choice.token);
    const order = [...this.prefix, choice.token];
    if (choice.completes) {
      this.prefix = order;
      this.chain = [...this.chain, choice];
      this.choices = [];
      if ((choice.commits ?? "none") !== "none") this.pending = true;
      else await this.send([order, ...this.together.orders(order)]);
      return;
    }
    if (!(await this.enter(order, [...this.chain, choice]))) return;
    this.noteSet();
    await this.advance(choice);
  }

  /** Go on where there is nothing to ask: one continuation, or an attack whose odds were shown: all who can join. */
  private async advance(choice: Choice): Promise<void> {
    const end = this.choices.find((next) => next.kind === "done" && !next.completes);
    if (choice.odds && end) {
      await this.enter([...this.prefix, end.token], [...this.chain, end]);
      return this.takeAll();
    }
    if (choice.odds && !this.open && this.choices.length && this.choices.every((next) => next.member)) return this.takeAll();
    if (this.isStack(choice)) {
      await this.takeAll();
      const go = this.choices.find((next) => next.kind === "done" && !next.completes);
      if (go) await this.append(go);
      return;
    }
    const settled = !this.open || this.open.choices.length === 1; // nobody else could join
    const only = this.choices.length === 1 && settled ? this.choices[0] : undefined;
    const waits = only?.commits === "die" && only.kind !== "done"; // its dice wait for a press
    if (only && (!only.completes || waits)) return this.append(only);
    void this.lookAround().catch(() => undefined); // only an outline is missing then
    await this.ask();
  }

  /** A hex that was chosen for the units in it: a click on a stack takes all of it that can go together. */
  private isStack(choice: Choice): boolean {
    if (choice.kind !== "hex" || choice.odds || !this.choices.length) return false;
    return this.choices.every((next) => next.kind === "unit" && next.at === choice.token);
  }

  /** Where the unit could go under its other verbs. */
  private async lookAround(): Promise<void> {
    this.second = [];
    if (this.prefix.length !== 2 || !this.goals.length) return;
    const [visit, [mine, thing = ""]] = [this.visit, this.prefix];
    const others = this.verbsFor(thing).filter((verb) => verb.token !== mine);
    const found = await Promise.all(
      others.map(async (verb) => ({ verb, goals: (await this.load([verb.token, thing])).filter(isGoal) })),
    );
    if (visit === this.visit) this.second = found.filter(({ goals }) => goals.length);
  }

  /** Members stand next to each other in the order; what can join them is all that was offered on the way. */
  private noteSet(): void {
    const last = this.chain.at(-1);
    if (!last?.member) return;
    let base = this.chain.length - 1;
    while (base > 0 && this.chain[base - 1]?.member && this.chain[base - 1]?.kind === last.kind) base--;
    const members = new Map((this.sets.find((set) => set.base === base)?.choices ?? []).map((one) => [one.token, one]));
    for (let n = base; n <= this.prefix.length; n++) {
      for (const choice of this.known.get(this.prefix.slice(0, n).join(" ")) ?? []) {
        if (choice.member && choice.kind === last.kind && !members.has(choice.token)) members.set(choice.token, choice);
      }
    }
    this.sets = [...this.sets.filter((set) => set.base < base), { base, choices: [...members.values()] }];
  }

  /** Go to a place in the trie; false if somebody has gone elsewhere before its choices came. */
  private async enter(prefix: string[], chain: Choice[]): Promise<boolean> {
    this.visit++;
    const visit = this.visit;
    this.prefix = prefix;
    this.chain = chain;
    this.ahead = [];
    this.pending = false;
    try {
      const choices = await this.load(prefix);
      if (visit === this.visit) this.choices = choices;
    } catch (error) {
      if (!(error instanceof Trouble) || error.offline) throw error;
      const refusal = { headline: "These cannot be combined in one order.", text: error.message, rule: error.rule, causes: [] };
      this.clear();
      this.refused = { token: prefix.at(-1) ?? "", refusal };
    }
    return visit === this.visit;
  }

  private async load(prefix: string[], way = ""): Promise<Choice[]> {
    const key = [...prefix, way].join(" ").trim();
    const known = this.known.get(key);
    if (known) return known;
    const choices = await this.place().choices(prefix, way);
    this.known.set(key, choices);
    return choices;
  }

  private async ask(): Promise<void> {
    if (!this.chain.some((choice) => choice.odds)) {
      this.odds = null;
      return;
    }
    const visit = this.visit;
    const odds = await this.place().odds([...this.prefix], this.support);
    if (visit === this.visit) this.odds = odds;
  }
}

function isWord(choice: Choice): boolean {
  return choice.kind === "word" || choice.kind === "number";
}
