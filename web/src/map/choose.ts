/** What a click on a hex means: choose it, switch to a unit, ask why not, or just look. */

import type { Table } from "../lib/screen.svelte";

interface How {
  unit?: string;
  /** The counter under the pointer, where the click was meant for the hex: a second click on a stack takes it alone. */
  under?: string;
  /** Shift: a waypoint, or one more unit of the stack. */
  more?: boolean;
  /** The strip of the stack stays open: more of it may be picked. */
  keepFan?: boolean;
  /** A refused click explains itself only if something is being ordered. */
  inspectOnly?: boolean;
}

export async function chooseHex(table: Table, hex: string, how: How): Promise<void> {
  const { session, screen } = table;
  const { walk, strike, muster } = session;
  screen.cursor = hex;
  if (!how.keepFan) screen.fan = "";
  session.lit = new Set();
  session.news.changed = new Set([...session.news.changed].filter((id) => session.units.get(id)?.at !== hex));
  if (muster.report && !how.inspectOnly) {
    if (await muster.click(hex)) return;
    muster.close();
  }
  const onMap = walk.ahead.length > 0 || walk.options.some((choice) => /verb|unit|hex|hexside|waypoint|done|piece|cell/.test(choice.kind));
  if (how.inspectOnly || !session.mine || walk.pending || !onMap) {
    session.hex = hex;
    return;
  }
  const stack = stackAt(table, hex);
  const things = how.unit ? [how.unit] : [...stack, hex];
  const ordering = walk.prefix.length > 0;
  if (strike.units.length && strike.targets.includes(hex) && (await strike.at(hex))) return;
  if (how.more && ordering && (await more(table, hex, stack, how.unit))) return;
  const same = movesTogether(table, hex) || (!how.unit && stack.includes(walk.prefix[1] ?? ""));
  if (ordering && same && !walk.options.some((choice) => things.includes(choice.token))) return again(table, hex, how);
  const before = walk.prefix[1];
  if (await walk.click(things)) {
    if (stack.length && walk.prefix.length) session.hex = hex;
    if (!how.unit && walk.prefix[1] !== before) await walk.takeStack(stack);
    return;
  }
  if (!ordering && attackers(table, stack, how)) session.hex = hex;
  else if (!ordering) session.hex = hex;
  else await refuse(table, hex, how.unit ?? wanted(table, stack, hex));
}

/** Take up a stack to drag it, as far as it is not in the order already. */
export async function lift(table: Table, hex: string): Promise<void> {
  const { walk, strike } = table.session;
  if (chosenIn(table, hex).length) return;
  const stack = stackAt(table, hex);
  if (walk.chain.some((choice) => choice.odds)) return;
  if (await walk.click(stack)) await walk.takeStack(stack);
  else if (!stack.some((unit) => strike.has(unit))) strike.pick(stack, "");
}

/** A stack is dropped on a hex: it goes there, or joins the attack on it. */
export async function drop(table: Table, from: string, hex: string): Promise<void> {
  const { walk, strike } = table.session;
  const picked = strike.units.length ? strike.units : stackAt(table, from);
  if (walk.chain.some((choice) => choice.odds && choice.token === hex) || strike.targets.includes(hex)) {
    if (await strike.at(hex, picked)) return;
  }
  await chooseHex(table, hex, {});
}

/** Take a unit of the stack along, or leave it: in a move, a planned attack, or among those picked for one. */
export async function toggle(table: Table, hex: string, unit: string): Promise<void> {
  const { walk, strike } = table.session;
  if (walk.sets.some((set) => set.choices.some((choice) => choice.token === unit)) && !walk.goals.length) return void (await walk.click([unit]));
  if (!walk.prefix.length && strike.toggle(unit)) return;
  const chosen = chosenIn(table, hex);
  await walk.takeSome(chosen.includes(unit) ? chosen.filter((one) => one !== unit) : [...chosen, unit], hex);
}

/** Whether a unit of this hex has a tick: it may join what its stack is about to do. */
export function mayJoin(table: Table, hex: string, unit: string): boolean {
  const { session } = table;
  const { walk, strike } = session;
  if (walk.open && !walk.goals.length) return walk.open.choices.some((choice) => choice.token === unit);
  if (!walk.prefix.length) return strike.units.length > 0 && strike.targetsOf(unit).length > 0;
  if (walk.sets.some((set) => set.choices.some((choice) => choice.token === unit))) return true;
  return movesTogether(table, hex) && stackAt(table, hex).length > 1 && !!session.readiness.mobility.get(unit)?.left;
}

/** The units of a hex that are in the order. */
export function chosenIn(table: Table, hex: string): string[] {
  return stackAt(table, hex).filter((unit) => table.session.walk.has(unit));
}

/** Whether a move is being ordered that starts in this hex. */
export function movesTogether(table: Table, hex: string): boolean {
  const { walk, units, state } = table.session;
  return !!state?.decision?.mobility.length && walk.goals.length > 0 && units.get(walk.thing)?.at === hex;
}

function stackAt(table: Table, hex: string): string[] {
  return (table.session.stacks.get(hex) ?? []).map((unit) => unit.id);
}

/** A click on what is being ordered already: of a stack the unit under the pointer stays alone, a single one is put back. */
async function again(table: Table, hex: string, how: How): Promise<void> {
  const { walk } = table.session;
  const one = how.unit ?? how.under ?? "";
  const others = chosenIn(table, hex).length > 1 || !walk.has(one);
  if (one && others && movesTogether(table, hex)) await walk.takeSome([one], hex);
  else walk.clear();
}

/** Nothing is ordered and the stack begins no order: its units may be picked for an attack. */
function attackers(table: Table, stack: string[], how: How): boolean {
  const { strike } = table.session;
  if (how.unit) return strike.toggle(how.unit);
  return strike.pick(stack, how.under ?? "");
}

/** Shift on a hex in reach leads the way through it; on the stack of the mover it takes more of it along. */
async function more(table: Table, hex: string, stack: string[], unit?: string): Promise<boolean> {
  const { walk } = table.session;
  if (stack.includes(walk.thing)) {
    if (unit && movesTogether(table, hex)) await toggle(table, hex, unit);
    else await walk.takeAll(stack);
    return true;
  }
  return walk.through(hex);
}

/** Ask why not, and light what causes it. */
export async function refuse(table: Table, hex: string, token: string): Promise<void> {
  const { session } = table;
  await session.walk.askWhy(token);
  if (session.walk.refused) session.lit = new Set(session.walk.refused.refusal.causes);
  else session.hex = hex;
}

/** Why nothing can be done here: of what is being ordered, or of the unit that stands here. */
export async function whyNot(table: Table, hex: string): Promise<void> {
  const { session } = table;
  const { walk } = session;
  if (!hex || !session.mine) return;
  const stack = (session.stacks.get(hex) ?? []).map((unit) => unit.id);
  if (walk.prefix.length || !stack[0]) return refuse(table, hex, wanted(table, stack, hex));
  const verb = session.state?.decision?.choices.find((one) => one.next?.some((choice) => choice.kind === "unit"));
  const idle = stack.find((id) => !session.ready.has(id)) ?? stack[0];
  await walk.askWhy(idle, verb ? [verb.token] : []);
  session.lit = new Set(walk.refused?.refusal.causes ?? []);
}

/** Whether the question is about the hex or about a unit in it: whatever kind of thing is asked for now. */
function wanted(table: Table, stack: string[], hex: string): string {
  const asksUnits = table.session.walk.options.some((choice) => choice.kind === "unit");
  return asksUnits && stack[0] ? stack[0] : hex;
}

/** The next stack that the filter lets through (that can act, if none is on), after the one looked at. */
export async function nextReady(table: Table, step: 1 | -1): Promise<void> {
  const { session, screen, camera } = table;
  session.walk.clear();
  session.strike.clear();
  const places = [...new Set(session.readiness.wanted.map((id) => session.units.get(id)?.at ?? ""))];
  if (!places.length) return;
  const here = places.indexOf(session.hex);
  const hex = places[here < 0 && step < 0 ? places.length - 1 : (here + step + places.length) % places.length] as string;
  const centre = session.board?.centre(hex);
  if (centre && session.board) camera.show(centre[0], centre[1], session.board);
  session.hex = hex;
  screen.cursor = hex;
  const stack = stackAt(table, hex).filter((id) => session.readiness.wanted.includes(id));
  if (await session.walk.click(stack)) await session.walk.takeStack(stack);
  else session.strike.pick(stack, "");
}
