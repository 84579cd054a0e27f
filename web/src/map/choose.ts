/** What a click on a hex means: choose it, switch to a unit, ask why not, or just look. */

import type { Table } from "../lib/screen.svelte";

interface How {
  unit?: string;
  /** Shift: a waypoint, or one more unit of the stack. */
  more?: boolean;
  /** The strip of the stack stays open: more of it may be picked. */
  keepFan?: boolean;
  /** A refused click explains itself only if something is being ordered. */
  inspectOnly?: boolean;
}

export async function chooseHex(table: Table, hex: string, how: How): Promise<void> {
  const { session, screen } = table;
  const { walk } = session;
  screen.cursor = hex;
  if (!how.keepFan) screen.fan = "";
  session.lit = new Set();
  session.news.changed = new Set([...session.news.changed].filter((id) => session.units.get(id)?.at !== hex));
  const onMap = walk.options.some((choice) => /verb|unit|hex|hexside|waypoint|done|piece|cell/.test(choice.kind));
  if (how.inspectOnly || !session.mine || walk.pending || !onMap) {
    session.hex = hex;
    return;
  }
  const stack = (session.stacks.get(hex) ?? []).map((unit) => unit.id);
  const things = how.unit ? [how.unit] : [...stack, hex];
  const ordering = walk.prefix.length > 0;
  if (how.more && ordering && (await more(table, hex, stack, how.unit))) return;
  const selected = walk.prefix[1] ?? "";
  if (ordering && stack.includes(selected) && !how.unit && !walk.options.some((choice) => things.includes(choice.token))) {
    walk.clear();
    return;
  }
  if (await walk.click(things)) {
    if (stack.length && walk.prefix.length) session.hex = hex;
    return;
  }
  if (!ordering) session.hex = hex;
  else await refuse(table, hex, how.unit ?? wanted(table, stack, hex));
}

/** Shift on a hex in reach leads the way through it; on the stack of the mover it takes more of it along. */
async function more(table: Table, hex: string, stack: string[], unit?: string): Promise<boolean> {
  const { walk } = table.session;
  if (stack.includes(walk.thing)) {
    const mates = unit ? [unit] : stack.filter((one) => !walk.has(one));
    const joined = await Promise.all(mates.map((mate) => walk.join(mate)));
    return joined.includes(true);
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

/** The next unit that can act, in the order of the list, after the one selected. */
export function nextReady(table: Table, step: 1 | -1): void {
  const { session, screen, camera } = table;
  session.walk.clear();
  const ready = [...session.ready].filter((id) => session.board?.byLabel.has(session.units.get(id)?.at ?? ""));
  if (!ready.length) return;
  const here = ready.findIndex((id) => session.units.get(id)?.at === session.hex);
  const id = ready[(here + step + ready.length) % ready.length] as string;
  const hex = session.units.get(id)?.at ?? "";
  const centre = session.board?.centre(hex);
  if (centre && session.board) camera.show(centre[0], centre[1], session.board);
  session.hex = hex;
  screen.cursor = hex;
  void session.walk.click([id]);
}
