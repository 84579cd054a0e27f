/** What of a part can be chosen now: a cell by its place (`turns/3`), a piece by its id. */

import type { Session } from "../lib/session.svelte";
import type { Cell, Choice, Marker, Part } from "../lib/types";

function now(session: Session): Choice[] {
  if (!session.mine) return [];
  const { walk } = session;
  return walk.prefix.length ? walk.options : walk.choices.flatMap((verb) => (verb.completes ? [verb] : (verb.next ?? [])));
}

/** The choice that a cell stands for. */
export function cellChoice(session: Session, part: Part, cell: Cell): Choice | undefined {
  return now(session).find((choice) => choice.at === `${part.id}/${cell.id}`);
}

/** The choice that a whole part stands for: to draw from a cup. */
export function partChoice(session: Session, part: Part): Choice | undefined {
  return now(session).find((choice) => choice.at === part.id || choice.at === `${part.id}/`);
}

/** The choice that a piece lying in a part stands for. */
export function pieceChoice(session: Session, id: string): Choice | undefined {
  return now(session).find((choice) => choice.token === id && (choice.kind === "unit" || choice.kind === "piece" || choice.kind === "word"));
}

export function choosable(session: Session, part: Part): boolean {
  if (partChoice(session, part)) return true;
  return (part.cells ?? []).some((cell) => cellChoice(session, part, cell) || cell.pieces?.some((piece) => pieceChoice(session, piece)));
}

export async function choose(session: Session, choice: Choice): Promise<void> {
  if (session.walk.prefix.length) await session.walk.pick(choice);
  else if (choice.kind === "verb") await session.walk.pick(choice);
  else await session.walk.click([choice.token]);
}

export function markerNamed(session: Session, id: string): Marker | undefined {
  return session.shown?.view.markers?.find((marker) => marker.id === id);
}
