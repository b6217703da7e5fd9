import type { TaskRow } from '../../task-types';
import type { TaskPage } from './task-pages';

type RowsOfPage = Pick<TaskPage, 'rows'>;

/**
 * The rows of pages one after the other, each once: one that moved between two reads must not stand there twice. Pages
 * that come behind those that were given before add to what is gathered: with 20,000 rows loaded, a hundred more cost a
 * hundred and not all of them again.
 */
export class LoadedRows {
  private pages: readonly RowsOfPage[] = [];
  private rows: readonly TaskRow[] = [];
  private readonly ids = new Set<number>();

  /** The rows of these pages; the same array while they are the same. */
  of(pages: readonly RowsOfPage[]): readonly TaskRow[] {
    const known = this.pages.every((page, at) => page === pages[at]) ? this.pages.length : 0;
    if (known === pages.length && known === this.pages.length) return this.rows;
    if (known === 0) {
      this.rows = [];
      this.ids.clear();
    }
    const isNew = ({ id }: TaskRow): boolean => this.ids.size < this.ids.add(id).size;
    this.rows = this.rows.concat(pages.slice(known).flatMap(({ rows }) => rows.filter(isNew)));
    this.pages = pages;
    return this.rows;
  }
}
