/** Words of the coach: chances and changes, in per cent. */

import type { Danger, Endings, Share, Side } from "../lib/types";

export function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

/** A change of the chance, with its sign: "+12 %", "−3 %". */
export function change(by: number): string {
  const whole = Math.round(100 * by);
  return `${whole > 0 ? "+" : whole < 0 ? "−" : ""}${Math.abs(whole)} %`;
}

export const DANGER: Record<Danger["kind"], string> = { gift: "Left open", hole: "Gap", cut: "Supply" };

/** How often a side has won, with what that says of its chance. */
export function chanceOf(share: Share | undefined): string {
  return share ? `${percent(share.share)} (${Math.round(100 * share.low)} to ${percent(share.high)})` : "";
}

export function points(endings: Endings, side: Side): string {
  const found = endings.scores[side];
  return found ? `${found.mean} (${found.low} to ${found.high})` : "";
}
