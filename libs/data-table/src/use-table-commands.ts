import { useCommands } from '@tessera/ui';
import { useTexts } from './texts';
import type { DataTableProps } from './data-table-props';

/** What a list's shortcuts do to its rows. */
export interface TableMoves {
  /** To the next or previous row; into the list where focus is elsewhere. */
  step: (by: 1 | -1) => void;
  select: () => void;
  open: () => void;
}

type Used<Row, Sub> = Pick<DataTableProps<Row, Sub>, 'shortcuts' | 'rows' | 'selection' | 'onOpen'>;

/** Declares the shortcuts of a page's list: j and k or the arrows, x, Enter, Escape. */
export function useTableCommands<Row, Sub>(props: Used<Row, Sub>, { step, select, open }: TableMoves): void {
  const { shortcuts = false, rows, selection, onOpen } = props;
  const t = useTexts();
  const group = t('commands.list');
  const works = shortcuts && rows.length > 0;
  useCommands([
    ...(works
      ? [
          { group, label: t('commands.next'), keys: ['j', 'ArrowDown'], run: () => step(1) },
          { group, label: t('commands.previous'), keys: ['k', 'ArrowUp'], run: () => step(-1) },
        ]
      : []),
    ...(works && selection ? [{ group, label: t('commands.select'), keys: ['x'], run: select }] : []),
    ...(works && onOpen ? [{ group, label: t('commands.open'), keys: ['Enter'], run: open }] : []),
  ]);
}
