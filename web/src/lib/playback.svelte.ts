/** Playing the game back, order by order, at a comfortable speed: counters go hex by hex, battles stay a moment. */

import type { Camera } from "./camera.svelte";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";
import { KINDS, type GameEvent, type LogLine, type SeatState } from "./types";

const HEX = 90;
const LONGEST = 900;
const BATTLE = 2500;
const ELSE = 500;
const NOTHING = 40;

export class Playback {
  running = $state(false);
  private until = 0;
  private timer = 0;
  private turn = 0;

  constructor(
    private readonly session: Session,
    private readonly camera: Camera,
  ) {}

  /** Show what the other side did since we looked. */
  watch(): void {
    const reply = this.session.news.reply;
    if (!reply) return;
    this.session.news.reply = null;
    this.until = reply.to;
    void this.session.time.look(reply.from).then(() => this.go());
  }

  /** Show the other side's last turn once more, whatever has happened since. */
  again(): void {
    const { stretch } = this.session.deeds;
    if (!stretch) return;
    this.stop();
    this.session.news.reply = null;
    this.until = stretch.to;
    void this.session.time.look(stretch.from).then(() => this.go());
  }

  skip(): void {
    this.session.news.reply = null;
    this.stop();
    this.session.time.now();
  }

  toggle(): void {
    if (this.running) return this.stop();
    const most = this.session.state?.number ?? 0;
    this.until = most;
    if (!this.session.time.past || this.session.time.past.at >= most) void this.session.time.look(0).then(() => this.go());
    else this.go();
  }

  stop(): void {
    this.running = false;
    this.turn++;
    this.session.time.trail = [];
    this.session.time.caption = "";
    clearTimeout(this.timer);
  }

  async step(by: number): Promise<void> {
    this.stop();
    await this.show((this.session.shown?.at ?? 0) + by);
  }

  /** To the beginning of the next or previous phase. */
  async phase(direction: 1 | -1): Promise<void> {
    this.stop();
    const { log, shown } = this.session;
    const at = shown?.at ?? 0;
    const { lines } = log;
    const starts = lines.filter((line, n) => n > 0 && changes(line, lines[n - 1])).map((line) => line.number);
    const goal = direction > 0 ? starts.find((n) => n > at) : starts.filter((n) => n < at).at(-1);
    await this.show(goal ?? (direction > 0 ? (this.session.state?.number ?? 0) : 0));
  }

  private go(): void {
    this.running = true;
    this.timer = window.setTimeout(() => void this.tick(this.turn), NOTHING);
  }

  private async tick(turn: number): Promise<void> {
    const before = this.session.time.past;
    const at = (this.session.shown?.at ?? 0) + 1;
    const events = this.session.log.lines[at - 1]?.events ?? [];
    this.session.time.caption = caption(this.session, events) || this.session.time.caption;
    const after = this.session.time.moment(at);
    if (before) await this.march(before, events, turn);
    await after;
    if (turn !== this.turn) return;
    await this.show(at);
    if (turn !== this.turn) return;
    void this.session.time.moment(at + 1);
    if (at >= this.until) return this.stop();
    this.timer = window.setTimeout(() => void this.tick(turn), length(events) / settings.values.speed);
  }

  /** Counters that move go their way hex by hex, before the board is shown as it is then. */
  private async march(before: SeatState, events: GameEvent[], turn: number): Promise<void> {
    const move = events.find((event) => (event.at?.length ?? 0) > 1 && event.units?.length && !event.dice?.length);
    if (!move || settings.still) return;
    const way = move.at ?? [];
    const units = new Set(move.units);
    const wait = Math.min(HEX, LONGEST / way.length) / settings.values.speed;
    for (const [n, hex] of way.entries()) {
      if (turn !== this.turn) return;
      this.bring(hex);
      this.session.time.trail = way.slice(0, n + 1);
      const moved = before.view.units.map((unit) => (units.has(unit.id) ? { ...unit, at: hex } : unit));
      this.session.time.past = { ...before, view: { ...before.view, units: moved } };
      await new Promise((done) => setTimeout(done, wait));
    }
  }

  private async show(at: number): Promise<void> {
    const session = this.session;
    const goal = Math.max(0, Math.min(session.state?.number ?? 0, at));
    const events = session.log.lines[goal - 1]?.events ?? [];
    const hex = events.flatMap((event) => event.at ?? []).at(-1);
    if (hex) this.bring(hex);
    await session.time.look(goal);
    session.news.show(events);
    session.time.trail = events.find((event) => (event.at?.length ?? 0) > 1 && !event.dice?.length)?.at ?? [];
    session.lit = new Set(hex ? [hex] : []);
  }

  private bring(hex: string): void {
    const { board } = this.session;
    const centre = board?.centre(hex);
    if (centre && board) this.camera.show(centre[0], centre[1], board);
  }
}

/** "Now moving: 1 Pz", "Now fighting: Sedan"; "" where nothing of the kind happens. */
function caption(session: Session, events: GameEvent[]): string {
  const event = events.find((one) => one.kind === "battle") ?? events.find((one) => KINDS[one.kind] === "moves" && one.units?.length);
  if (!event) return "";
  const [hex = ""] = event.at ?? [];
  if (event.kind === "battle") return `Now fighting: ${session.board?.names.get(hex) ?? hex}.`;
  const names = (event.units ?? []).map((id) => session.units.get(id)?.name ?? id);
  const who = names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(" and ");
  return `Now ${event.kind === "retreat" ? "retreating" : "moving"}: ${who}.`;
}

function changes(line: LogLine, before: LogLine | undefined): boolean {
  return line.phase !== before?.phase || line.turn !== before.turn;
}

function length(events: GameEvent[]): number {
  if (events.some((event) => event.dice?.length)) return BATTLE;
  return events.length ? ELSE : NOTHING;
}
