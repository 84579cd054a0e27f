/** Warnings that a player does not want to hear again in a game, by what they are about. */

import type { Warning } from "../lib/types";

/** What a warning is about: the same in every phase and game; one that has no topic is known by its rule. */
export function subject(warning: Warning): string {
  return warning.topic || (warning.rule ?? "");
}

const key = (match: string) => `meuse.silent.${match}`;
let stamp = $state(0);

function read(match: string): string[] {
  try {
    return JSON.parse(localStorage.getItem(key(match)) ?? "[]") as string[];
  } catch {
    return [];
  }
}

export const silence = {
  has: (match: string, subject: string) => stamp >= 0 && read(match).includes(subject),
  add: (match: string, subjects: string[]) => {
    try {
      localStorage.setItem(key(match), JSON.stringify([...new Set([...read(match), ...subjects])]));
    } catch {
      // private windows may refuse; then it is asked again
    }
    stamp++;
  },
};
