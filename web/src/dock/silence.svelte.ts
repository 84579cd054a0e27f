/** Warnings that a player does not want to hear again in a game, by their rule. */

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
  has: (match: string, rule: string) => stamp >= 0 && read(match).includes(rule),
  add: (match: string, rules: string[]) => {
    try {
      localStorage.setItem(key(match), JSON.stringify([...new Set([...read(match), ...rules])]));
    } catch {
      // private windows may refuse; then it is asked again
    }
    stamp++;
  },
};
