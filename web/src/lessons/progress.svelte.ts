/** How far this browser's player is in the lesson of each game, so that it can be left and taken up again. */

const KEY = "meuse.lessons";

export interface Progress {
  /** The seat in which it is played. */
  secret: string;
  /** The number of the step that was reached, from one, and of how many. */
  far: number;
  of: number;
  /** Whether the last step was reached once. */
  done: boolean;
}

class Lessons {
  private kept = $state<{ [game: string]: Progress }>(read());

  of(game: string): Progress | undefined {
    return this.kept[game];
  }

  /** A step was reached in the lesson played at this seat. */
  reached(game: string, secret: string, far: number, of: number): void {
    const before = this.kept[game];
    const done = far === of || !!before?.done;
    if (before?.secret === secret && before.far === far && before.done === done) return;
    this.kept = { ...this.kept, [game]: { secret, far, of, done } };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.kept));
    } catch {
      // private windows may refuse; then it is forgotten when the page is left
    }
  }
}

function read(): { [game: string]: Progress } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as { [game: string]: Progress };
  } catch {
    return {};
  }
}

export const lessons = new Lessons();
