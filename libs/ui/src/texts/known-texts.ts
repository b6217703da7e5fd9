/** So many texts are kept; the names of rows that were scrolled by aren't worth more. */
const MOST = 1000;

type Values = Readonly<Record<string, string | number>>;

/**
 * Keeps texts that were asked for. i18next takes some 2 kB and 10 µs for each, and a list that is scrolled through asks for
 * the same hundred again and again.
 */
export class KnownTexts {
  private readonly known = new Map<string, string>();

  /** The text of a module under a name with its places filled; `write` makes it where it isn't known. */
  read(module: string, name: string, values: Values | undefined, write: (values: Values) => string): string {
    let key = `${module}\n${name}`;
    for (const place in values) key += `\n${place}\n${values[place]}`;
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const written = write({ ...values });
    if (this.known.size >= MOST) this.known.clear();
    this.known.set(key, written);
    return written;
  }

  /** Another language, or more texts of one. */
  forget(): void {
    this.known.clear();
  }
}
