/** Words of the front page, made from the games that are there. */

import type { GameInfo, GuideCard } from "../lib/types";

/** A game with the guide that it has. */
export interface Guided {
  game: GameInfo;
  card: GuideCard;
}

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

export function count(n: number): string {
  return NUMBERS[n] ?? String(n);
}

/** Games from a publisher's box; what we made ourselves comes beside them. */
export function published(games: GameInfo[]): GameInfo[] {
  return games.filter((game) => game.maker);
}

export function headline(games: GameInfo[]): string {
  const n = published(games).length;
  return n > 1 ? `May 1940, ${count(n)} ways.` : "May 1940.";
}

export function paragraph(games: GameInfo[]): string {
  const n = published(games).length;
  const own = games.length - n;
  const many = n === 1 ? "A board game of the campaign in the West" : `${capital(count(n))} board games of the campaign in the West`;
  const small = own ? `, and ${own === 1 ? "a small one" : `${count(own)} small ones`} to begin with` : "";
  const levels = Math.max(0, ...games.map((game) => game.bots.length));
  return `${n ? many : "Games of the campaign in the West"}${small}, with every rule enforced and explained. Play against ${levels > 1 ? `a bot at one of ${count(levels)} levels, ` : ""}a friend at your table or a friend far away.`;
}

/** All rules of all games. */
export function ruleCount(games: GameInfo[]): string {
  return games.reduce((sum, game) => sum + game.rules, 0).toLocaleString("en");
}

/** The guided first games, the one for newcomers first. */
export function guidedGames(games: GameInfo[]): Guided[] {
  return games.flatMap((game) => (game.guide ? [{ game, card: game.guide }] : [])).sort((a, b) => a.card.place - b.card.place);
}

/** "French, British, Belgian". */
export function nations(words: string[]): string {
  return words.map(capital).join(", ");
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
