/** The guided first turn as data: what it says, what it points at, what it waits for. 1940, turn 0, German side. */

import type { Session } from "../lib/session.svelte";

interface GuideStep {
  title: string;
  say: string;
  pointAt?: string;
  until?: (session: Session) => boolean;
}

/** Orders that bring the historical plan and set-up, the first that fits; the guide begins after them. */
export const PREPARE = [["plan", "3", "2", "none"], ["seal"], ["done"], ["auto"]];

export const GUIDE: GuideStep[] = [
  { title: "Look around", say: "Drag the map, turn the wheel. German units are grey, French blue, Belgian green-brown, Dutch orange.", until: (s) => moving(s) && s.hex !== "" },
  { title: "Pick XIX Corps", say: "Click the corps with the oval: Guderian's tanks. The amber line is how far it can go. A bar under a figure means: the move ends there.", pointAt: "de.XIX", until: (s) => s.walk.has("de.XIX") },
  { title: "Move it", say: "Point at a hex to see the way and its cost, click to go. Undo takes it back.", pointAt: "de.XIX", until: (s) => s.log.some((line) => line.order[0] === "move") },
  { title: "Now try what is closed", say: "Pick another corps and click a hex outside its amber line. The program says why not, with the rule.", until: (s) => s.walk.refused !== null },
  { title: "Move a stack together", say: "Click VII Corps, then press A or tick the division beside it: both make the same move, and one Undo takes it back. Shift-click a hex on the way to lead them through it.", pointAt: "de.VII", until: (s) => s.walk.together.units.length > 0 },
  { title: "Look before you end", say: "Z shows enemy zones, S supply, T what they can do to a hex. Press N for the next unit that can act." },
  { title: "End movement", say: "When you have moved enough, press End movement. If something would be lost, you are asked first.", until: (s) => /attack/i.test(s.state?.decision?.title ?? "") },
  { title: "Build an attack", say: "Click an enemy with red brackets. Read the panel from the top: who, the column, the shifts, the die. Untick units to leave them out.", until: (s) => s.walk.odds !== null },
  { title: "Roll", say: "Name the attack, then fight the battles. Dice need a second press and cannot be undone.", until: (s) => s.result.length > 0 },
  { title: "Watch the reply", say: "When the Allies have played, Watch shows what they did. Pull the time bar back to see any moment again. That is the whole grammar. The rest is 1940." },
];

function moving(session: Session): boolean {
  return !!session.state?.decision?.choices.some((choice) => choice.token === "move");
}
