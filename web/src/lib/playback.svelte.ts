/** Playing the game back, order by order, at a comfortable speed. */

import type { Camera } from "./camera.svelte";
import type { Session } from "./session.svelte";
import { settings } from "./settings.svelte";

export class Playback {
  running = $state(false);
  private until = 0;
  private timer = 0;

  constructor(
    private readonly session: Session,
    private readonly camera: Camera,
  ) {}

  /** Show what the other side did since we looked. */
  watch(): void {
    const reply = this.session.reply;
    if (!reply) return;
    this.session.reply = null;
    this.until = reply.to;
    void this.session.look(reply.from).then(() => this.go());
  }

  skip(): void {
    this.session.reply = null;
    this.stop();
    this.session.now();
  }

  toggle(): void {
    if (this.running) return this.stop();
    this.until = this.session.state?.number ?? 0;
    if (!this.session.past) void this.session.look(0).then(() => this.go());
    else this.go();
  }

  stop(): void {
    this.running = false;
    clearTimeout(this.timer);
  }

  async step(by: number): Promise<void> {
    this.stop();
    await this.show((this.session.shown?.at ?? 0) + by);
  }

  /** To the next moment at which the other side begins, or a turn. */
  async phase(direction: 1 | -1): Promise<void> {
    this.stop();
    const { log, shown } = this.session;
    const at = shown?.at ?? 0;
    const starts = log.filter((line, n) => n === 0 || line.side !== log[n - 1]?.side).map((line) => line.number - 1);
    const goal = direction > 0 ? starts.find((n) => n > at) : starts.filter((n) => n < at).at(-1);
    await this.show(goal ?? (direction > 0 ? (this.session.state?.number ?? 0) : 0));
  }

  private go(): void {
    this.running = true;
    this.timer = window.setTimeout(() => void this.tick(), 60);
  }

  private async tick(): Promise<void> {
    const at = (this.session.shown?.at ?? 0) + 1;
    await this.show(at);
    if (!this.running) return;
    if (at >= this.until) return this.stop();
    const events = this.session.log[at - 1]?.events ?? [];
    const battle = events.some((event) => event.dice?.length);
    const length = battle ? 2500 : events.length ? 600 : 60;
    this.timer = window.setTimeout(() => void this.tick(), length / settings.values.speed);
  }

  private async show(at: number): Promise<void> {
    const most = this.session.state?.number ?? 0;
    const goal = Math.max(0, Math.min(most, at));
    const hex = this.session.log[goal - 1]?.events.flatMap((event) => event.at ?? []).at(-1);
    const centre = hex ? this.session.board?.centre(hex) : null;
    if (centre && this.session.board) this.camera.show(centre[0], centre[1], this.session.board);
    if (goal >= most) this.session.now();
    else await this.session.look(goal);
    this.session.lit = new Set(hex ? [hex] : []);
  }
}
