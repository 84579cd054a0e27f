/** What this browser remembers of problems: which were tried, which are solved, and where an attempt goes on. */

const KEY = "meuse.problems";

interface Note {
  /** The day on which it was solved; "" before. */
  solved: string;
  /** Whether the solution was looked at first. */
  shown?: boolean;
  /** The seat of the last attempt. */
  secret?: string;
}

class Record {
  private notes = $state<{ [problem: string]: Note }>(read());

  of(problem: string): Note {
    return this.notes[problem] ?? { solved: "" };
  }

  isSolved(problem: string): boolean {
    return !!this.of(problem).solved;
  }

  /** An attempt was begun. */
  tried(problem: string, secret: string): void {
    this.write(problem, { ...this.of(problem), secret });
  }

  solved(problem: string): void {
    if (!this.isSolved(problem)) this.write(problem, { ...this.of(problem), solved: new Date().toISOString().slice(0, 10) });
  }

  /** The solution was looked at. */
  gaveUp(problem: string): void {
    if (!this.isSolved(problem)) this.write(problem, { ...this.of(problem), shown: true });
  }

  private write(problem: string, note: Note): void {
    this.notes = { ...this.notes, [problem]: note };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.notes));
    } catch {
      // private windows may refuse; then it is forgotten when the page is left
    }
  }
}

function read(): { [problem: string]: Note } {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as { [problem: string]: Note };
  } catch {
    return {};
  }
}

export const record = new Record();
