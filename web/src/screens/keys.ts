/** All actions by keyboard (UX, section 7). */

import { Asked } from "../dock/asked.svelte";
import type { Playback } from "../lib/playback.svelte";
import type { Layer, Table } from "../lib/screen.svelte";
import { settings } from "../lib/settings.svelte";
import { goalOf } from "../lib/together.svelte";
import { chooseHex, nextReady, whyNot } from "../map/choose";

export const KEYS: [string, string][] = [
  ["Arrows, Enter", "move the cursor, choose"], ["N, Shift N", "next, previous unit that can act, or that the filter shows"], ["F, A, 1-9", "fan out the stack, take all, pick one"],
  ["E", "end the phase; again where the page asks first"], ["Esc, Backspace", "back"], ["Ctrl Z, Ctrl Shift Z", "undo, redo"], [".", "list all choices"],
  ["T, W", "what could attack here: me, me at the goal, or the enemy; why not here"], ["Shift Enter, Shift click", "waypoint; on the moving unit's stack: move together"],
  ["Z S C O R H", "zones and bonds, supply, control, objectives, reinforcements, hex numbers"],
  ["+ - 0 M", "zoom, whole map, overview map"], ["[ ] { } P", "step, phase, play or pause"], ["V, B", "what they did in their last turn, on the map; watch it again"], ["K, D", "what the staff would do; dangers (with advice switched on)"], ["G, /", "go to a hex or place, search"],
  ["Q (held)", "hide the counters"], ["?", "this list"],
];

const STEPS: Record<string, number> = { ArrowUp: -90, ArrowDown: 90, ArrowLeft: 180, ArrowRight: 0 };
const PAD: Record<string, number> = { Numpad7: -150, Numpad8: -90, Numpad9: -30, Numpad1: 150, Numpad2: 90, Numpad3: 30 };

export function keys(table: Table, playback: Playback) {
  const { session, screen, camera, coach } = table;
  const { walk } = session;
  const asked = new Asked(table);

  const plain: Record<string, (event: KeyboardEvent) => void> = {
    n: () => void nextReady(table, 1),
    N: () => void nextReady(table, -1),
    f: () => (screen.fan = screen.fan ? "" : screen.cursor || session.hex),
    a: () => void walk.takeAll(mates()),
    e: leave,
    ".": () => (screen.list = !screen.list),
    t: threat,
    w: () => void whyNot(table, screen.cursor || session.hex),
    z: () => layer("zones"),
    s: () => layer("supply"),
    c: () => layer("control"),
    o: () => layer("objectives"),
    r: () => layer("reinforcements"),
    h: () => settings.set({ numbers: !settings.values.numbers }),
    m: () => (screen.minimap = !screen.minimap),
    "+": () => zoom(1.25),
    "=": () => zoom(1.25),
    "-": () => zoom(0.8),
    "0": () => session.board && camera.fit(session.board),
    "[": () => void playback.step(-1),
    "]": () => void playback.step(1),
    "{": () => void playback.phase(-1),
    "}": () => void playback.phase(1),
    p: () => playback.toggle(),
    b: () => playback.again(),
    v: () => session.deeds.toggle(),
    k: () => coach.on && consult(),
    d: () => coach.canAsk && coach.toggleDangers(),
    g: () => (screen.sheet = "goto"),
    "/": search,
    "?": () => (screen.sheet = "keys"),
    q: () => (screen.counters = false),
    Escape: back,
    Backspace: back,
    Enter: (event) => void enter(event.shiftKey),
    " ": () => session.time.past && playback.toggle(),
  };

  /** Switch a layer, if the game has it. */
  function layer(kind: Layer): void {
    if (kind === "control" || session.shown?.view.overlays?.includes(kind)) screen.toggle(kind);
  }

  function zoom(factor: number): void {
    if (session.board) camera.zoom(factor, camera.width / 2, camera.height / 2, session.board);
  }

  /** Pressed again where the page asks first, it means yes. */
  function leave(): void {
    if (screen.leaving) return document.querySelector<HTMLButtonElement>("[data-leave]")?.click();
    const way = asked.out.at(-1);
    const shut = asked.decision?.shut;
    if (shut && way?.token !== shut.token) void walk.askWhy(shut.token);
    else if (way) void asked.leave(way);
  }

  function back(): void {
    if (screen.sheet) screen.sheet = "";
    else if (screen.fan && !screen.aside) screen.fan = "";
    else if (screen.leaving) screen.leaving = false;
    else if (session.muster.report) session.muster.close();
    else if (session.threat.report) session.threat.close();
    else if (walk.odds && !walk.refused) walk.clear(); // as its button says: not one attacker a press
    else if (walk.begun || walk.refused) void walk.back();
    else if (session.strike.units.length) session.strike.clear();
    else if (session.time.past) session.time.now();
    else session.lit = new Set();
  }

  function consult(): void {
    screen.tab = "coach";
    if (screen.phone) screen.panel = "coach";
    if (coach.canAsk) void coach.ask();
  }

  function mates(): string[] {
    const here = session.units.get(walk.thing)?.at ?? "";
    return (session.stacks.get(here) ?? []).map((unit) => unit.id);
  }

  /** Of a goal in reach it is asked as if the move had been made. */
  function threat(): void {
    if (!session.secret) return;
    const goal = walk.goalAt(screen.hover || screen.cursor);
    if (goal?.completes) void session.threat.ask(goalOf(goal), walk.ordersTo(goal));
    else if (enemyAt(screen.cursor || session.hex)) void session.muster.ask(screen.cursor || session.hex);
    else void session.threat.ask(screen.cursor || session.hex);
  }

  /** Of an enemy hex it is asked who could attack it, as long as units move. */
  function enemyAt(hex: string): boolean {
    const stack = session.stacks.get(hex);
    return session.mine && !!session.state?.decision?.mobility.length && !!stack?.every((unit) => unit.side !== session.state?.side);
  }

  async function enter(more: boolean): Promise<void> {
    if (walk.pending) return walk.confirm();
    const end = walk.options.find((choice) => choice.kind === "done");
    if (walk.odds && end) {
      await walk.pick(end);
      await walk.confirm();
    } else if (screen.cursor) await chooseHex(table, screen.cursor, { more });
  }

  function search(): void {
    screen.tab = screen.tab === "log" ? "log" : "rules";
    requestAnimationFrame(() => document.getElementById(screen.tab === "log" ? "log-search" : "rule-search")?.focus());
  }

  /** The neighbour that lies nearest to a direction. */
  function cursor(angle: number): void {
    const board = session.board;
    const here = screen.cursor || session.hex || board?.at(...camera.world(camera.width / 2, camera.height / 2)) || "";
    const from = board?.centre(here);
    if (!board || !from) return;
    let best = here;
    let least = 61;
    for (let k = 0; k < 6; k++) {
      const other = board.beside(here, k);
      const to = other ? board.centre(other) : null;
      if (!other || !to) continue;
      const turn = Math.abs((((Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI - angle + 540) % 360) - 180);
      if (turn < least) [least, best] = [turn, other];
    }
    screen.cursor = screen.hover = best;
    const centre = board.centre(best);
    if (centre) camera.show(centre[0], centre[1], board);
  }

  function pick(n: number): void {
    const stack = session.stacks.get(screen.fan);
    const unit = stack?.[n - 1];
    if (unit) return void chooseHex(table, screen.fan, { unit: unit.id });
    const verbs = walk.prefix.length ? walk.options : (session.state?.decision?.choices ?? []).filter((choice) => !choice.completes);
    const choice = session.mine ? verbs[n - 1] : undefined;
    if (choice) void walk.pick(choice);
  }

  function down(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (event.key === "Escape" && screen.sheet) return void (screen.sheet = ""); // from a field in it, too
    if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== "range") return;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z") {
      event.preventDefault();
      return void (event.shiftKey ? session.orders.redo() : session.orders.undo());
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const angle = PAD[event.code] ?? STEPS[event.key];
    if (angle !== undefined && target.tagName !== "INPUT") {
      event.preventDefault();
      return cursor(angle);
    }
    if (/^[1-9]$/.test(event.key)) return pick(Number(event.key));
    if ((event.key === "Enter" || event.key === " ") && /^(BUTTON|A|SUMMARY)$/.test(target.tagName)) return;
    const act = plain[event.key] ?? plain[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act(event);
  }

  function up(event: KeyboardEvent): void {
    if (event.key === "q") screen.counters = true;
  }

  return { down, up };
}
