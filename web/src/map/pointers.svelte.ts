/** Mouse, pen and fingers on the map: pan, pinch, click, drag a counter, tap twice, press long. */

import { settings } from "../lib/settings.svelte";
import type { Table } from "../lib/screen.svelte";
import { chooseHex, drop, lift, refuse } from "./choose";
import { counterUnder } from "./under";

interface Finger {
  x: number;
  y: number;
}

const THRESHOLD = 6;

export class Pointers {
  dragging = $state(false);
  private fingers = new Map<number, Finger>();
  private start: Finger | null = null;
  private moved = false;
  /** The hex from which a stack is carried, and whether it has been taken up already. */
  private carried = "";
  private lifted: Promise<void> = Promise.resolve();
  private press = 0;
  private hoverTimer = 0;
  private peekTimer = 0;
  private previewed = "";

  constructor(
    private readonly table: Table,
    private readonly box: () => HTMLElement,
  ) {}

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const { camera, session } = this.table;
    const at = this.place(event);
    if (session.board) camera.zoom(Math.exp(-event.deltaY * 0.0016), at.x, at.y, session.board);
  };

  down = (event: PointerEvent): void => {
    if (event.button === 2) return;
    const at = this.place(event);
    this.fingers.set(event.pointerId, at);
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    this.start = at;
    this.moved = this.fingers.size > 1;
    clearTimeout(this.press);
    if (event.pointerType === "touch") this.press = window.setTimeout(() => this.pressed(at), 450);
    else this.carried = this.stackUnder(at);
  };

  move = (event: PointerEvent): void => {
    const at = this.place(event);
    const before = this.fingers.get(event.pointerId);
    if (!before) return this.hover(at);
    this.fingers.set(event.pointerId, at);
    if (!this.moved && this.start && far(this.start, at)) this.begin();
    if (!this.moved) return;
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, at);
    else if (this.carried) this.table.screen.hover = this.hexUnder(at);
    else this.pan(before, at);
  };

  up = (event: PointerEvent): void => {
    const at = this.place(event);
    clearTimeout(this.press);
    const known = this.fingers.delete(event.pointerId);
    if (!known) return;
    if (!this.moved) void this.click(at, event);
    else if (this.carried && this.dragging) void this.drop(at);
    if (this.fingers.size === 0) [this.dragging, this.carried] = [false, ""];
  };

  cancel = (event: PointerEvent): void => {
    clearTimeout(this.press);
    this.fingers.delete(event.pointerId);
    [this.dragging, this.carried] = [false, ""];
  };

  leave = (event: PointerEvent): void => {
    if (event.pointerType === "touch") return; // a finger leaves when it is lifted; what it showed stays
    if (!this.fingers.size) this.table.screen.hover = "";
    clearTimeout(this.hoverTimer);
    clearTimeout(this.peekTimer);
    this.table.session.walk.faint = null;
  };

  private begin(): void {
    clearTimeout(this.press);
    this.moved = this.dragging = true;
    if (this.carried) this.lifted = lift(this.table, this.carried);
  }

  private async click(at: Finger, event: PointerEvent): Promise<void> {
    const hex = this.hexUnder(at);
    if (!hex) return this.table.session.walk.clear();
    if (event.pointerType === "touch" && this.mustPreview(hex)) return;
    const under = counterUnder(this.table, hex, at);
    await chooseHex(this.table, hex, { under, more: event.shiftKey });
    if (event.pointerType !== "touch" && this.taken(hex)) this.table.screen.fan = hex;
  }

  /** Whether a unit of this stack of several is in the order: then its strip is open, so that others can go along. */
  private taken(hex: string): boolean {
    const { session } = this.table;
    const stack = session.stacks.get(hex) ?? [];
    return stack.length > 1 && stack.some(({ id }) => session.walk.has(id) || session.strike.has(id));
  }

  /** The strip of a stack opens while the pointer rests on it. */
  private fanSoon(hex: string): void {
    const { screen, session } = this.table;
    clearTimeout(this.hoverTimer);
    const many = (session.stacks.get(hex)?.length ?? 0) > 1;
    if (many && (!session.walk.prefix.length || this.taken(hex))) this.hoverTimer = window.setTimeout(() => (screen.fan = hex), 250);
  }

  /** The first tap on a goal shows the way there, the second goes. */
  private mustPreview(hex: string): boolean {
    const { session, screen } = this.table;
    const goal = session.walk.goalAt(hex);
    screen.hover = hex;
    if (!goal?.completes || this.previewed === hex) {
      this.previewed = "";
      return false;
    }
    this.previewed = hex;
    return true;
  }

  private async drop(at: Finger): Promise<void> {
    const [from, hex] = [this.carried, this.hexUnder(at)];
    this.table.screen.hover = "";
    await this.lifted;
    if (hex && hex !== from) await drop(this.table, from, hex);
  }

  private pressed(at: Finger): void {
    const hex = this.hexUnder(at);
    if (!hex) return;
    this.moved = true;
    const { session, screen } = this.table;
    if (session.walk.prefix.length && settings.values.whyNot) void refuse(this.table, hex, hex);
    session.hex = hex;
    screen.fan = hex;
  }

  private hover(at: Finger): void {
    const { screen, session } = this.table;
    const hex = this.hexUnder(at);
    if (hex === screen.hover) return;
    screen.hover = hex;
    this.fanSoon(hex);
    const stack = session.stacks.get(hex) ?? [];
    clearTimeout(this.peekTimer);
    const able = session.mine ? stack.find((unit) => session.ready.has(unit.id)) : undefined;
    this.peekTimer = window.setTimeout(() => void session.walk.peek(able?.id ?? "").catch(() => undefined), 80);
  }

  private pan(before: Finger, at: Finger): void {
    const { camera, session } = this.table;
    if (session.board) camera.pan(at.x - before.x, at.y - before.y, session.board);
  }

  private pinch(id: number, before: Finger, at: Finger): void {
    const { camera, session } = this.table;
    const other = [...this.fingers].find(([key]) => key !== id)?.[1];
    if (!other || !session.board) return;
    const factor = distance(at, other) / Math.max(1, distance(before, other));
    camera.zoom(factor, (at.x + other.x) / 2, (at.y + other.y) / 2, session.board);
    camera.pan((at.x - before.x) / 2, (at.y - before.y) / 2, session.board);
  }

  private hexUnder(at: Finger): string {
    const { camera, session } = this.table;
    const [x, y] = camera.world(at.x, at.y);
    return session.board?.at(x, y) ?? "";
  }

  /** The hex under the pointer, if something there can be taken up. */
  private stackUnder(at: Finger): string {
    const { session } = this.table;
    const hex = this.hexUnder(at);
    const stack = session.mine ? (session.stacks.get(hex) ?? []) : [];
    return stack.some(({ id }) => session.ready.has(id) || session.walk.has(id) || session.strike.targetsOf(id).length) ? hex : "";
  }

  private place(event: MouseEvent): Finger {
    const box = this.box().getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }
}

function far(a: Finger, b: Finger): boolean {
  return distance(a, b) > THRESHOLD;
}

function distance(a: Finger, b: Finger): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
