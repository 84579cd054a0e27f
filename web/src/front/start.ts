/** Starting a game: who sits where, and where the page goes then. */

import { Place } from "../lib/api";
import { router } from "../lib/router.svelte";
import { ownKey, remember } from "../lib/settings.svelte";
import type { Bot, Created, Pace, SeatInfo, SeatOrder, Side } from "../lib/types";

/** "you", "friend" (at this screen), "link", or the name of a bot. */
export type Who = string;

/** How a bot is to play: how long it may think, and whether it may resign and settle for a draw. */
export interface How {
  pace: Pace;
  manners: boolean;
}

export const AS_USUAL: How = { pace: "normal", manners: true };

export function seatOf(who: Who, how: How = AS_USUAL): SeatOrder {
  if (who === "you" || who === "friend") return { kind: "here" };
  return who === "link" ? { kind: "link" } : { kind: "bot", bot: who, ...how };
}

/** The same as sits there now. */
export function seatAgain({ kind, bot, pace, manners }: SeatInfo): SeatOrder {
  return kind === "bot" ? { kind, bot, pace: pace || AS_USUAL.pace, manners } : { kind };
}

/** The bot that sits down unless somebody wants another; a friend where there is none. */
export function usual(bots: Bot[]): Who {
  return (bots.find((bot) => bot.usual) ?? bots[0])?.id ?? "friend";
}

/** Who sits where at first: you against the usual bot. */
export function seating(bots: Bot[]): Record<Side, Who> {
  return { german: "you", allied: usual(bots) };
}

/** Somebody takes a seat. "You" are at one of them only: taking one frees the other. */
export function seated(who: Record<Side, Who>, side: Side, choice: Who, bots: Bot[]): Record<Side, Who> {
  const other: Side = side === "german" ? "allied" : "german";
  const frees = choice === "you" && who[other] === "you";
  const left = who[side] === "you" ? usual(bots) : who[side];
  return side === "german"
    ? { german: choice, allied: frees ? left : who.allied }
    : { german: frees ? left : who.german, allied: choice };
}

/** Say what the player at this browser wants to be called, before anybody else comes. */
export async function introduce(created: Created, who: Record<Side, Who>, name: string): Promise<void> {
  const secret = created.seats[ownSide(created, who)];
  if (secret && (name || ownKey())) await Place.seat(secret).call(name);
}

function ownSide(created: Created, who: Record<Side, Who>): Side {
  if (who.german === "you") return "german";
  return who.allied === "you" || !created.seats.german ? "allied" : "german";
}

/** Remember the seats of this browser and go to the one that is ours. */
export function enter(created: Created, who: Record<Side, Who>, query: string): void {
  remember(created.id, created.seats);
  const secret = created.seats[ownSide(created, who)];
  router.go(secret ? `/s/${secret}${query}` : `/g/${created.id}${query}`);
}
