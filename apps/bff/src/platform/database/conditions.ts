import { invalid } from '../errors/api-error';
import { parseIds, parseList } from '../http/list-query';
import { likePattern } from './search-matches';

/** Collects the conditions of a list's WHERE clause and their parameters; a missing filter adds none. */
export class Conditions {
  readonly params: unknown[] = [];
  private readonly parts: string[] = [];

  /** Adds a parameter and returns its placeholder, e.g. `$3`. */
  param(value: unknown): string {
    this.params.push(value);
    return `$${this.params.length}`;
  }

  add(sql: string): this {
    this.parts.push(sql);
    return this;
  }

  /** A filter by ids or counts: `1,2`, or `!1,2` for all but these. */
  ids(column: string, value: string | undefined, field: string): this {
    const list = parseIds(value, field);
    return list ? this.anyOf(column, list.values, 'int', list.exclude) : this;
  }

  /** As `ids`, through another table: `column` is in `subquery`, whose `by` is one of the ids. */
  idsIn(column: string, subquery: string, by: string, value: string | undefined, field: string): this {
    const list = parseIds(value, field);
    if (!list) return this;
    const match = `${column} IN (${subquery} WHERE ${by} = ANY (${this.param(list.values)}::int[]))`;
    return this.add(list.exclude ? `(${match}) IS NOT TRUE` : match);
  }

  /** As `ids`, for texts of any kind. */
  texts(column: string, value: string | undefined, field: string): this {
    const list = parseList(value, field);
    return list ? this.anyOf(column, list.values, 'text', list.exclude) : this;
  }

  /** As `ids`, for words from `allowed`. */
  words(column: string, value: string | undefined, field: string, allowed: readonly string[]): this {
    const list = parseList(value, field);
    if (!list) return this;
    const unknown = list.values.filter((word) => !allowed.includes(word));
    if (unknown.length > 0)
      throw invalid([
        {
          field,
          message: `${field} may be ${allowed.join(', ')}`,
          code: 'NOT_ONE_OF',
          params: { values: allowed.join(', ') },
        },
      ]);
    return this.anyOf(column, list.values, 'text', list.exclude);
  }

  /** Rows where one of the columns contains the text, ignoring case. */
  search(columns: readonly string[], text: string | undefined): this {
    if (!text) return this;
    const placeholder = this.param(likePattern(text));
    return this.add(`(${columns.map((column) => `${column} ILIKE ${placeholder}`).join(' OR ')})`);
  }

  /** As `search`, by the ids of the rows where the text was found; without them by the text. */
  searchFound(
    id: string,
    found: readonly number[] | null | undefined,
    columns: readonly string[],
    text: string | undefined,
  ): this {
    return found ? this.add(`${id} = ANY (${this.param(found)}::int[])`) : this.search(columns, text);
  }

  /** Rows whose column equals the value, if there is one. */
  equal(column: string, value: string | number | boolean | undefined): this {
    return value === undefined ? this : this.add(`${column} = ${this.param(value)}`);
  }

  /** Instants from `from` (inclusive) to `to` (exclusive); either may be missing. */
  period(column: string, from: string | undefined, to: string | undefined): this {
    if (from) this.add(`${column} >= ${this.param(from)}`);
    if (to) this.add(`${column} < ${this.param(to)}`);
    return this;
  }

  /** The conditions joined, or `true`. */
  get sql(): string {
    return this.parts.join(' AND ') || 'true';
  }

  private anyOf(column: string, values: readonly unknown[], type: string, exclude: boolean): this {
    const match = `${column} = ANY (${this.param(values)}::${type}[])`;
    return this.add(exclude ? `(${match}) IS NOT TRUE` : match);
  }
}
