import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { VisuallyHidden } from '@tessera/ui';
import { useTexts } from './texts';
import type { Column, Sort } from './column';

export interface TableHeadProps<Row> {
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** Which of the loaded rows are selected; null: the table has no selection. */
  selected: 'none' | 'some' | 'all' | null;
  onSelect: (isSelected: boolean) => void;
  expandable: boolean;
  hasMenu: boolean;
  /** Narrow rows show no column heads; they stay for screen readers. */
  hidden: boolean;
}

/** The sticky head: selects all loaded rows, sorts by a column (ascending, descending, default). */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { columns, sort, onSort, selected, onSelect, expandable, hasMenu, hidden } = props;
  const t = useTexts();
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = selected === 'some';
  }, [selected]);
  const next = (key: string): Sort | null =>
    sort?.key !== key ? { key, descending: false } : sort.descending ? null : { key, descending: true };
  return (
    <thead className={hidden ? 'hidden' : undefined}>
      <tr aria-rowindex={1}>
        {selected === null ? null : (
          <th scope="col" className="select">
            <label>
              <input
                ref={box}
                type="checkbox"
                aria-label={t('row.selectShown')}
                checked={selected === 'all'}
                onChange={(event) => onSelect(event.target.checked)}
              />
            </label>
          </th>
        )}
        {expandable ? <HiddenHead>{t('row.details')}</HiddenHead> : null}
        {columns.map(({ id, header, align, sortKey }) => {
          const active = sortKey !== undefined && sort?.key === sortKey;
          const direction = sort?.descending ? 'descending' : 'ascending';
          const Arrow = sort?.descending ? ArrowDown : ArrowUp;
          return (
            <th
              key={id}
              scope="col"
              className={align === 'right' ? 'right' : undefined}
              aria-sort={active ? direction : undefined}
            >
              {sortKey !== undefined && onSort ? (
                <button type="button" onClick={() => onSort(next(sortKey))}>
                  <HeadName>{header}</HeadName>
                  {active ? <Arrow size={12} strokeWidth={2} aria-hidden /> : null}
                </button>
              ) : (
                <HeadName>{header}</HeadName>
              )}
            </th>
          );
        })}
        {hasMenu ? <HiddenHead>{t('row.actions')}</HiddenHead> : null}
      </tr>
    </thead>
  );
}

/** Truncated in a narrow column; its title shows it whole. */
const HeadName = ({ children }: { children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
);

const HiddenHead = ({ children }: { children: string }) => (
  <th scope="col">
    <VisuallyHidden>{children}</VisuallyHidden>
  </th>
);
