/** Ms below which a row that goes by isn't read: eyes rest on a place for 200 to 300. */
const GLANCE_MS = 200;
/** A wheel turns in jerks: speed is that of the last so many ms. */
const SPAN_MS = 150;
/** So many steps in a row have to be too much for a machine until it is one that can't follow. */
const TOO_MANY = 3;

/** Who hasn't scrolled for so many ms has arrived. */
export const REST_MS = 120;

/** What a reader flings past, on a machine that can't draw rows as fast as they go by. */
export class Fling {
  private places: readonly { top: number; at: number }[] = [];
  private late = 0;

  /** The box is scrolled this far, in px, at this time, in ms. */
  moved(top: number, at: number): void {
    this.places = [...this.places.filter((place) => at - place.at <= SPAN_MS), { top, at }];
  }

  /** Rows were drawn, and whether that took the machine too long. */
  drew(isLate: boolean): void {
    this.late = isLate ? this.late + 1 : 0;
  }

  /** Whether what comes into sight now, in a box of so many px, is gone before it can be read or was even drawn. */
  passes(height: number, now: number): boolean {
    const [first, last] = [this.places[0], this.places.at(-1)];
    if (this.late < TOO_MANY || !first || !last || now - last.at > REST_MS) return false;
    return Math.abs(last.top - first.top) * GLANCE_MS > height * (last.at - first.at);
  }
}
