/** Words of the club's pages. */

import { titleParts } from "../lib/titles";
import { SIDE_TITLE, type Side } from "../lib/types";
import type { Balance, ClubMatch, GamePace, Invited, MyMatch, Terms, TournamentInfo } from "../lib/wire";

/** "14 Nov, 21:40". */
export function when(at: string): string {
  return new Date(at).toLocaleString("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
}

/** "3 hours", "2 days": how long ago, or until when, as a person says it. */
export function span(from: string, to = new Date().toISOString()): string {
  const minutes = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 60000));
  if (!minutes) return "a moment";
  if (minutes < 90) return counted(minutes, "minute");
  return minutes < 36 * 60 ? counted(Math.round(minutes / 60), "hour") : counted(Math.round(minutes / 1440), "day");
}

export function counted(n: number, what: string): string {
  return `${n} ${what}${n === 1 ? "" : "s"}`;
}

export function gameTitle(title: string): string {
  return titleParts(title).join(" · ");
}

export function paceWords(pace: GamePace): string {
  const { kind, minutes, days, lapse } = pace as Required<GamePace>;
  if (kind === "leisure") return "no time limit";
  const time = kind === "live" ? `live, ${counted(minutes, "minute")} for each side` : `${counted(days, "day")} a move`;
  return `${time}, then ${lapse === "bot" ? "a bot takes over" : "the opponent may claim the game"}`;
}

/** Who invites to what: "Anna invites you to play Allied". */
export function sidesWords({ terms: found, bidder, bid, host }: Invited): string {
  const terms = found as Required<Terms>;
  if (terms.sides === "drawn") return `${host.name} invites you; sides are drawn`;
  if (terms.sides !== "bid") return `${host.name} invites you to play ${SIDE_TITLE[terms.sides === "german" ? "allied" : "german"]}`;
  return `${host.name} invites you: ${bidder?.name ?? host.name} offers ${counted(bid, "victory point")} for the ${SIDE_TITLE[terms.bid_for]} side`;
}

/** What pressing Join means. */
export function joinWords({ terms: found }: Invited): string {
  const terms = found as Required<Terms>;
  if (terms.sides === "drawn") return "Join";
  const theirs: Side = terms.sides === "bid" ? terms.bid_for : terms.sides;
  return `Play ${SIDE_TITLE[theirs === "german" ? "allied" : "german"]}`;
}

export function rivals({ players }: ClubMatch): string {
  return `${players.german.name} (German) against ${players.allied.name} (Allied)`;
}

/** Against whom, whose move since when, and how it stands. */
export function standingWords({ match, side, yours, club }: MyMatch): string {
  const them: Side = side === "german" ? "allied" : "german";
  const seat = match.seats[them];
  const name = club?.players[them].name || seat?.name || (seat?.kind === "bot" ? seat.bot : `the ${SIDE_TITLE[them]} player`);
  const stands = club?.standing ? ` · ${club.standing}` : "";
  if (match.over) return `${SIDE_TITLE[side]} against ${name}: ${match.verdict}`;
  return `Turn ${Math.max(0, match.turn)}, ${SIDE_TITLE[side]} against ${name}${stands} · ${yours ? "your" : "their"} move for ${span(match.changed)}`;
}

export function termsWords(found: Terms): string {
  const terms = found as Required<Terms>; // the service tells all of them
  return [terms.rated ? "rated" : "not rated", paceWords(terms.pace), terms.note].filter(Boolean).join(" · ");
}

/** What was bid for a side: " · 3 victory points offered for the German side". */
export function bidWords({ bid, bid_side }: ClubMatch): string {
  return bid_side ? ` · ${counted(bid, "victory point")} offered for the ${SIDE_TITLE[bid_side]} side` : "";
}

export function formWords({ form, both_sides }: TournamentInfo): string {
  return `${form === "robin" ? "round robin" : "Swiss"}${both_sides ? ", both sides" : ""}`;
}

export function stateWords({ state, round, rounds, entrants }: TournamentInfo): string {
  if (state === "open") return `open, ${counted(entrants, "player")}`;
  return state === "over" ? `over after ${counted(rounds, "round")}` : `round ${round} of ${rounds}`;
}

/** Time that is left: "2 days", "5:07:09", "7:09", "no time". */
export function clockWords(seconds: number): string {
  if (seconds <= 0) return "no time";
  if (seconds >= 36 * 3600) return counted(Math.floor(seconds / 86400), "day");
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Until when whoever is asked has to move: " · your time is up in 2 days". */
export function dueWords({ side, yours, club }: MyMatch): string {
  const whose: Side = yours ? side : side === "german" ? "allied" : "german";
  const due = club?.due[whose];
  if (!due) return "";
  const left = (Date.parse(due) - Date.now()) / 1000;
  return ` · ${yours ? "your" : "their"} time is up${left > 0 ? ` in ${span(new Date().toISOString(), due)}` : ""}`;
}

/** How even a scenario is: "The staff against itself: German 24, Allied 6, drawn 10." */
export function balanceWords({ german, allied, drawn }: Balance): string {
  return `The staff against itself: German ${german}, Allied ${allied}, drawn ${drawn}.`;
}
