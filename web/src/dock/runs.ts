/** Faces of a die that stand next to each other and mean the same, as one: "3–5". */

import type { OddsReport } from "../lib/types";

type Face = OddsReport["faces"][number];

export function runs(faces: readonly Face[]): Face[] {
  const found: Face[][] = [];
  for (const face of faces) {
    const last = found.at(-1);
    if (last?.[0] && same(last[0], face)) last.push(face);
    else found.push([face]);
  }
  return found.map(together);
}

function together(run: Face[]): Face {
  const [first, last] = [run[0] as Face, run.at(-1) as Face];
  const chance = run.reduce((sum, face) => sum + face.chance, 0);
  return run.length > 1 ? { ...first, die: `${first.die}–${last.die}`, chance } : first;
}

function same(one: Face, other: Face): boolean {
  return one.code === other.code && one.text === other.text && one.good_for === other.good_for;
}
