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
  sounds: "off" as "off" | "quiet" | "full",
  notices: false,
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

/** What others are to call whoever sits at this browser; "" if nobody has said. */
export function ownName(): string {
  return read<string>("meuse.name", "");
}

export function keepName(name: string): void {
  write("meuse.name", name.trim());
}

/** The key of this player's name, by which the service knows him; "" if he has none. */
export function ownKey(): string {
  return read<string>("meuse.key", "");
}

export function keepKey(key: string): void {
  write("meuse.key", key);
}

/** Whether something has been put away here for good: an invitation that was sent, a question not to be asked again. */
export function isAside(what: string): boolean {
  return read<string[]>("meuse.aside", []).includes(what);
}

export function putAside(what: string): void {
  write("meuse.aside", [what, ...read<string[]>("meuse.aside", []).filter((one) => one !== what)].slice(0, 200));
}

export function forget(id: string): void {
  write("meuse.seats", takenSeats().filter((taken) => taken.id !== id));
}
