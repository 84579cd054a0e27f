/** What this browser remembers: settings, and the seats that were taken here. Nothing of it leaves the machine. */

import type { Side } from "./types";

export interface Taken {
  id: string;
  seats: Partial<Record<Side, string>>;
}

const DEFAULTS = {
  theme: "system" as "system" | "light" | "dark",
  speed: 1,
  warnings: true,
  codes: false,
  numbers: true,
  calm: false,
  whyNot: true,
};

function read<T>(key: string, plain: T): T {
  try {
    const text = localStorage.getItem(key);
    return text ? (JSON.parse(text) as T) : plain;
  } catch {
    return plain;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // private windows may refuse; the game goes on without being remembered
  }
}

class Settings {
  values = $state({ ...DEFAULTS, ...read("meuse.settings", {}) });
  private system = matchMedia("(prefers-color-scheme: dark)");
  private systemDark = $state(this.system.matches);

  constructor() {
    this.system.addEventListener("change", (event) => (this.systemDark = event.matches));
  }

  get dark(): boolean {
    return this.values.theme === "system" ? this.systemDark : this.values.theme === "dark";
  }

  get still(): boolean {
    return this.values.calm || matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  set(change: Partial<typeof DEFAULTS>): void {
    Object.assign(this.values, change);
    write("meuse.settings", this.values);
  }

  toggleTheme(): void {
    this.set({ theme: this.dark ? "light" : "dark" });
  }
}

export const settings = new Settings();

export function takenSeats(): Taken[] {
  return read<Taken[]>("meuse.seats", []);
}

export function remember(id: string, seats: Partial<Record<Side, string | null>>): void {
  const all = takenSeats();
  const known = all.find((taken) => taken.id === id) ?? { id, seats: {} };
  for (const side of ["german", "allied"] as const) {
    const secret = seats[side];
    if (secret) known.seats[side] = secret;
  }
  write("meuse.seats", [known, ...all.filter((taken) => taken.id !== id)].slice(0, 100));
}

export function forget(id: string): void {
  write("meuse.seats", takenSeats().filter((taken) => taken.id !== id));
}
