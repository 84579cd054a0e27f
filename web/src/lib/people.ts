/** Who plays: names where they are known, bots by what they are, else the side. */

import { botTitle } from "./titles";
import { SIDE_TITLE, type SeatInfo, type SeatState, type Side } from "./types";

type Seats = Record<Side, SeatInfo>;

export function enemyOf(side: Side): Side {
  return side === "german" ? "allied" : "german";
}

/** "Anna", "Staff", or "German". */
export function playerName(seats: Seats | undefined, side: Side): string {
  const seat = seats?.[side];
  return (seat?.kind === "bot" ? botTitle(seat.bot) : seat?.name) || (SIDE_TITLE[side] ?? side);
}

/** As it begins a sentence: "Anna", "The Allied player". */
export function playerWords(seats: Seats | undefined, side: Side): string {
  const seat = seats?.[side];
  return seat?.kind === "bot" || seat?.name ? playerName(seats, side) : `The ${SIDE_TITLE[side]} player`;
}

/** Whether somebody sits elsewhere who was sent a link, or has sent one. */
export function isByLink(seats: Seats | undefined): boolean {
  return !!seats && Object.values(seats).every((seat) => seat.kind !== "bot") && Object.values(seats).some((seat) => seat.kind === "link");
}

/** Whether the other player has ever been seen here: is here now, has a name, has said something. */
export function hasCome(state: SeatState, side: Side): boolean {
  return state.present.includes(side) || !!state.match.seats[side].name || state.chat.some((line) => line.side === side);
}
