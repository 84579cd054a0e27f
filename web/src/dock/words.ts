/** Small sentences of the dock. */

import type { Session } from "../lib/session.svelte";
import { botTitle } from "../lib/titles";
import { KINDS, SIDE_TITLE, type Choice, type Decision, type GameEvent, type LogLine } from "../lib/types";

/** A token of the order as a chip says it: a unit by its name, a hex with the name of its place. */
export function labelOf(session: Session, choice: Choice): string {
  const unit = session.units.get(choice.token);
  if (unit) return unit.name;
  const name = session.board?.names.get(choice.token);
  return name ? `${choice.token} ${name}` : choice.label;
}

/** A sentence of the engine with the names of units in place of their tokens. */
export function named(session: Session, text: string): string {
  return text.replace(/[\p{L}\d][\w.-]*\w/gu, (token, at: number) => {
    const unit = session.units.get(token) ?? session.units.get(token.charAt(0).toLowerCase() + token.slice(1));
    if (unit) return text.startsWith(unit.name, at) ? token : unit.name;
    return token.replace(/^[a-z]{2}\.(?=\w)/, ""); // an army, a corps: its number is enough beside the word
  });
}

/** What happened, as a line of the log. */
export function told(session: Session, text: string): string {
  return capital(named(session, text));
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** What we wait for: "Waiting for the Allied side: Retreat from 4718." */
export function waiting(session: Session): string {
  const wait = session.state?.waiting;
  if (!wait) return "You are watching.";
  const [side, other] = wait.sides;
  const who = other ? "both sides" : `the ${SIDE_TITLE[side ?? ""]} side`;
  return `Waiting for ${who}: ${wait.about}.`;
}

/** Who is thinking: a bot by its name, else the side. */
export function thinker(session: Session): string {
  const side = session.thinking || (session.state?.match.asked[0] ?? "");
  return botTitle((side && session.state?.match.seats[side].bot) || SIDE_TITLE[side] || "");
}

/** Orders that are complete with their verb: the ways out of the moment, the usual one last. */
export function waysOut(decision: Decision): Choice[] {
  return decision.choices.filter((choice) => choice.completes && choice.kind !== "back");
}

/** What the button of a way out says: if it rolls or seals, that it does, since one press is enough. Outside a battle dice
may decide who goes on, or what is drawn. */
export function saysOut(session: Session, way: Choice): string {
  const said = /\b(roll|dice|fight|seal)/i.test(way.label);
  if (said || !way.commits || way.commits === "none") return way.label;
  if (way.commits === "secret") return `${way.label}: seal it`;
  return `${way.label}: ${session.state?.stage ? "roll the dice" : "no undo"}`;
}

/** What the other side did, in one line; what befell us in the meantime is not its doing. */
export function summary(session: Session, lines: LogLine[]): string {
  const events = lines.flatMap((line) => line.events);
  const [only, another] = events;
  if (only && !another) return told(session, only.text);
  const them = lines[0]?.side;
  const theirs = events.filter((event) => event.side === them);
  const fled = units(theirs.filter((event) => event.kind === "retreat"));
  const moved = units(theirs.filter((event) => KINDS[event.kind] === "moves" && event.kind !== "retreat"));
  const battles = theirs.filter((event) => event.kind === "battle").length;
  const did: string[] = [];
  if (moved) did.push(`moved ${plural(moved, "unit")}`);
  if (fled) did.push(`retreated ${plural(fled, "unit")}`);
  if (battles) did.push(`attacked ${battles === 1 ? "once" : `${battles} times`}`);
  const heard = theirs.at(-1);
  if (!did.length && heard) return told(session, heard.text);
  const last = did.pop();
  const all = did.length ? `${did.join(", ")} and ${last}` : (last ?? "has played");
  return `The ${SIDE_TITLE[them ?? ""] ?? "other"} side ${all}`;
}

function units(events: GameEvent[]): number {
  return new Set(events.flatMap((event) => event.units ?? [])).size;
}

/** A text of the engine as a sentence of its own. */
export function sentence(text: string): string {
  return capital(text) + (/[.?!]$/.test(text) ? "" : ".");
}

/** The chance that a choice leaves in a battle, for the one who reads it: to take the hex, or to hold it. */
export function chance(session: Session, choice: Choice): string {
  if (choice.leaves == null) return "";
  return percent(session.defends ? 1 - choice.leaves : choice.leaves);
}

/** The chance that a choice succeeds which rolls a die of its own, outside battles. */
export function success(choice: Choice): string {
  return choice.succeeds == null ? "" : `${percent(choice.succeeds)} to succeed`;
}

/** A column of percentages by where it begins: 200-299% is 200%. */
export function briefColumn(column: string): string {
  return column.replace(/^(\d+)-\d+(%?)$/, "$1$2");
}

export function percent(chance: number): string {
  return `${(chance * 100).toFixed(1)} %`;
}

export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
