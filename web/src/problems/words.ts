/** Problems in words: how hard they are, which is the one of the day, what an attempt came to. */

import { plural } from "../dock/words";
import { SIDE_TITLE } from "../lib/types";
import type { ProblemCard, Verdict } from "../lib/wire";

export const LEVELS: readonly { level: number; title: string }[] = [
  { level: 1, title: "Easy" },
  { level: 2, title: "Harder" },
  { level: 3, title: "Hard" },
];

export const levelTitle = (level: number): string => LEVELS.find((one) => one.level === level)?.title ?? "";

/** By what a problem is known in this browser and in its address. */
export const nameOf = (problem: { game: string; id: string }): string => `${problem.game}/${problem.id}`;

export const addressOf = (problem: { game: string; id: string }): string => `/problems/${nameOf(problem)}`;

const DAY = 86_400_000;
/** Coprime to any number of problems that has not this factor: the days go through all of them in a mixed order. */
const STRIDE = 31;

/** The problem of a day: the same for everybody, another one each day until all have had their turn. */
export function ofDay(problems: readonly ProblemCard[], now: number): ProblemCard | undefined {
  const published = problems.filter((one) => one.game !== "skirmish");
  return published[(Math.floor(now / DAY) * STRIDE) % published.length];
}

/** "You are German, turn 10 of the Campaign". */
export function setting(problem: ProblemCard): string {
  return `You play the ${SIDE_TITLE[problem.side]} side in turn ${problem.turn}`;
}

/** What comes after the player's own turn. */
export function judged(problem: ProblemCard): string {
  return problem.reply ? `Judged after the reply of ${problem.reply}.` : "Judged at the end of your turn.";
}

export function headline(verdict: Verdict): string {
  return { open: "", solved: "Solved", lucky: "It worked, with luck", unlucky: "The dice were against you", missed: "Not solved" }[verdict.outcome];
}

/** What the verdict means, in a sentence. */
export function meaning(verdict: Verdict): string {
  const share = `${verdict.won} of ${plural(verdict.dice, "set")} of dice`;
  switch (verdict.outcome) {
    case "lucky":
      return `These orders reach the goal with only ${share}. There is a surer way.`;
    case "unlucky":
      return `The plan is right: it works with ${share}. Try it again.`;
    case "missed":
      return verdict.dice ? `These orders work with ${share}. Try something else, or ask for a hint.` : "Try something else, or ask for a hint.";
    case "solved":
      return verdict.dice ? `These orders work with ${share}.` : "";
    default:
      return "";
  }
}
