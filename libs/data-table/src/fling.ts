/** Ms below which a row that goes by isn't read: eyes rest on a place for 200 to 300. */
const GLANCE_MS = 300;
/** A wheel turns in jerks: speed is that of the last so many ms. */
const SPAN_MS = 150;
/** So many steps in a row have to be too much for a machine until it is one that can't follow. */
const TOO_MANY = 3;
/** And so many in a row no longer too much until it is taken for one that can again: a quick one among slow ones says little. */
const ENOUGH = 12;

/** Who hasn't scrolled for so many ms has arrived. */
export const REST_MS = 120;

/** What a reader flings past, on a machine that can't draw rows as fast as they go by. */
export class Fling {
  private places: readonly { top: number; at: number }[] = [];
  /** Steps in a row that speak against what the machine is taken for. */
  private against = 0;
  private follows = true;

  /** The box is scrolled this far, in px, at this time, in ms. */
  moved(top: number, at: number): void {
    this.places = [...this.places.filter((place) => at - place.at <= SPAN_MS), { top, at }];
  }

  /** Rows were drawn, and whether that took the machine too long. */
  drew(isLate: boolean): void {
    this.against = isLate === this.follows ? this.against + 1 : 0;
    if (this.against < (isLate ? TOO_MANY : ENOUGH)) return;
    this.follows = !isLate;
    this.against = 0;
  }

  /** Whether what comes into sight now, in a box of so many px, is gone before it can be read or was even drawn. */
  passes(height: number, now: number): boolean {
    const [first, last] = [this.places[0], this.places.at(-1)];
    if (this.follows || !first || !last || now - last.at > REST_MS) return false;
    return Math.abs(last.top - first.top) * GLANCE_MS > height * (last.at - first.at);
  }
}
