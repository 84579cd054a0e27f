/** Small sentences of the dock. */

import type { Session } from "../lib/session.svelte";
import { SIDE_TITLE, type Choice, type Decision, type LogLine } from "../lib/types";

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

/** What we wait for, with the side named once: "The Allied side is deciding: retreat." */
export function waiting(session: Session): string {
  const text = session.state?.waiting || "You are watching.";
  return text.replace(/^(The (\w+) side is deciding: )\2 /, "$1");
}

/** Orders that are complete with their verb: the ways out of the moment, the usual one last. */
export function waysOut(decision: Decision): Choice[] {
  return decision.choices.filter((choice) => choice.completes && choice.kind !== "back");
}

/** What the other side did, in one line. */
export function summary(session: Session, lines: LogLine[]): string {
  const events = lines.flatMap((line) => line.events);
  const [only, another] = events;
  if (only && !another) return told(session, only.text).replace(/\.$/, "");
  const moved = new Set(events.filter((event) => /move|rail|enter|drop|reserve/.test(event.kind)).flatMap((event) => event.units ?? [])).size;
  const fled = new Set(events.filter((event) => event.kind === "retreat").flatMap((event) => event.units ?? [])).size;
  const battles = events.filter((event) => event.kind === "battle").length;
  const who = `The ${SIDE_TITLE[lines[0]?.side ?? ""] ?? "other"} side`;
  const did: string[] = [];
  if (moved) did.push(`moved ${plural(moved, "unit")}`);
  if (fled) did.push(`retreated with ${plural(fled, "unit")}`);
  if (battles) did.push(`attacked ${battles === 1 ? "once" : `${battles} times`}`);
  return `${who} ${did.length ? did.join(", ").replace(/, ([^,]*)$/, " and $1") : "has played"}`;
}

/** Who cannot do what; the engine's own headline where it has one. */
export function headline(session: Session, token: string, given: string): string {
  const { chain } = session.walk;
  if (given && !given.endsWith(`${token} is not possible.`)) return named(session, given);
  const [, alone, whole] = /^(\w+) a (\w+)$/.exec(chain[0]?.label ?? "") ?? []; // "Move a stack": the stack cannot move
  const mover = whole ? `The ${whole}` : session.units.get(session.walk.thing)?.name;
  const verb = (alone ?? chain[0]?.label ?? "that").toLowerCase();
  const other = session.units.get(token)?.name;
  if (mover && other) return `${other} cannot go along.`;
  return mover ? `${mover} cannot ${verb} to ${token}.` : `${other ?? token}: not possible now.`;
}

/** A text of the engine as a sentence of its own. */
export function sentence(text: string): string {
  return capital(text) + (/[.?!]$/.test(text) ? "" : ".");
}

/** A sentence in which a long list of names is cut to its beginning: "A, B, C and 29 more must be deployed". */
export function brief(text: string): string {
  const parts = text.split(", ");
  if (parts.length <= 6) return text;
  const rest = /^(?:.*?) ((?:must|may|can|cannot|is|are|has|have) .*)$/.exec(parts.at(-1) ?? "")?.[1];
  return rest ? `${parts.slice(0, 3).join(", ")} and ${parts.length - 3} more ${rest}` : text;
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
