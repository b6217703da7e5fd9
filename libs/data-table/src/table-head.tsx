import { ArrowDown, ArrowUp } from 'lucide-react';
import { startTransition, useEffect, useOptimistic, useRef, type Ref } from 'react';
import { HiddenText } from '@tessera/ui';
import { useTexts } from './texts';
import type { Column, Sort } from './column';

export interface TableHeadProps<Row> {
  ref?: Ref<HTMLTableSectionElement>;
  columns: readonly Column<Row>[];
  sort: Sort | null;
  onSort: ((sort: Sort | null) => void) | undefined;
  /** Null: the list has no selection. */
  selected: 'none' | 'some' | 'all' | null;
  onSelect: (on: boolean) => void;
  expandable: boolean;
  hasMenu: boolean;
  /** Narrow rows need no heads; it stays for those who hear it. */
  hidden: boolean;
}

/** The sticky head: select all shown, sort by a column (ascending, descending, back to the default). */
export function TableHead<Row>(props: TableHeadProps<Row>) {
  const { ref, columns, sort, onSort, selected, onSelect, expandable, hasMenu, hidden } = props;
  const t = useTexts();
  const box = useRef<HTMLInputElement>(null);
  // The box answers at once; the rows that it selects are drawn in steps.
  const [shown, setShown] = useOptimistic(selected);
  useEffect(() => {
    if (box.current) box.current.indeterminate = shown === 'some';
  }, [shown]);
  const select = (on: boolean) =>
    startTransition(() => {
      setShown(on ? 'all' : 'none');
      onSelect(on);
    });
  const next = (key: string): Sort | null =>
    sort?.key !== key ? { key, descending: false } : sort.descending ? null : { key, descending: true };
  return (
    <thead ref={ref} className={hidden ? 'hidden' : undefined}>
      <tr aria-rowindex={1}>
        {selected === null ? null : (
          <th scope="col" className="select">
            <input
              ref={box}
              type="checkbox"
              aria-label={t('row.selectShown')}
              checked={shown === 'all'}
              onChange={(event) => select(event.target.checked)}
            />
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

/** Cut where its column is narrow, so that it doesn't run into the next one; pointing at it shows it whole. */
const HeadName = ({ children }: { children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
);

const HiddenHead = ({ children }: { children: string }) => (
  <th scope="col">
    <HiddenText>{children}</HiddenText>
  </th>
);
