import type { RowKey } from './column';
import type { Item } from './table-items';
import type { Gap } from './use-visible-items';

/** So many rows are painted together where they came together. */
const TOGETHER = 4;

/** Which group was whose is forgotten of rows that aren't shown when it is known of so many. */
const REMEMBERED = 2000;

/** What stands together in the table: a few rows, or the room for those that aren't drawn. */
export interface RowGroup<Row, Sub> {
  key: RowKey;
  /** Rows that are painted as one. */
  isTogether: boolean;
  items: (Item<Row, Sub> | Gap)[];
}

/**
 * Puts the rows that are drawn into groups of a few. A group is what the browser paints as one: were it each row, all of
 * them would be reckoned with in each frame; were it the list, all would be painted again when one comes.
 *
 * A row stays in its group while it is shown, whatever comes and goes beside it: in another its elements would be others,
 * and focus and a pressed button lost. Only rows that change their order may come into others.
 */
export class RowGroups<Row, Sub> {
  private groupOf = new Map<RowKey, number>();
  private made = 0;
  private before = new Map<RowKey, RowGroup<Row, Sub>>();

  /** The items in their order; a group is the same object as long as it holds the same. */
  group(items: readonly (Item<Row, Sub> | Gap)[]): RowGroup<Row, Sub>[] {
    const groups: RowGroup<Row, Sub>[] = [];
    const ids = items.map(({ kind, key }) => (kind === 'gap' ? null : this.groupOf.get(key)));
    items.forEach((item, at) => {
      const id = item.kind === 'gap' ? null : this.choose(ids, at);
      ids[at] = id;
      if (id === null) groups.push({ key: item.key, isTogether: false, items: [item] });
      else if (id === ids[at - 1]) groups.at(-1)?.items.push(item);
      else groups.push({ key: `rows ${id}`, isTogether: true, items: [item] });
      if (id !== null) this.groupOf.set(item.key, id);
    });
    if (this.groupOf.size > REMEMBERED) this.forget(items);
    const same = groups.map((group) => {
      const before = this.before.get(group.key);
      return before && holdsSame(before, group) ? before : group;
    });
    this.before = new Map(same.map((group) => [group.key, group]));
    return same;
  }

  /** The group of the row at a place: `ids` are those of the rows before it, and what is known of it and of those after it. */
  private choose(ids: readonly (number | null | undefined)[], at: number): number {
    const own = ids[at];
    const last = ids[at - 1];
    if (last != null && own === last) return last;
    const ahead = ids.findIndex((id, place) => place > at && id !== undefined);
    const next = ids[ahead];
    if (last != null && next === last) return last;
    const isBegun = (id: number) => ids.indexOf(id) < at;
    const sizeOf = (id: number) => ids.filter((one) => one === id).length;
    if (own != null && !isBegun(own)) return own;
    if (last != null && sizeOf(last) < TOGETHER) return last;
    const fits = next != null && !isBegun(next) && sizeOf(next) + ahead - at <= TOGETHER;
    return fits ? next : (this.made += 1);
  }

  private forget(items: readonly { key: RowKey }[]): void {
    const shown = new Set(items.map(({ key }) => key));
    for (const key of this.groupOf.keys()) if (!shown.has(key)) this.groupOf.delete(key);
  }
}

const holdsSame = (one: { items: readonly unknown[] }, other: { items: readonly unknown[] }): boolean =>
  one.items.length === other.items.length && one.items.every((item, at) => item === other.items[at]);
