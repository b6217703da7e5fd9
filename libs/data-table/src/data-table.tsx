import { Box, useMediaQuery, useTheme } from '@mui/material';
import { useDeferredValue } from 'react';
import type { DataTableProps } from './data-table-props';
import { leastWidth } from './table-columns';
import { TableContent } from './table-content';
import { TableFrame } from './table-frame';

/**
 * A table of rows: sticky head, sorting, selection, keyboard, expansion, row menu; the list frame stands around it. What
 * is here changes with the list; `TableContent` also as its reader scrolls, which leaves the styles alone.
 */
export function DataTable<Row, Sub = never>(given: DataTableProps<Row, Sub>) {
  'use memo';
  const props = useDrawnRows(given);
  const { columns, rows, density = 36, selection, expand, rowMenu, virtual = false } = props;
  const theme = useTheme();
  const small = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const isNarrow = (small || props.squeezed === true) && props.narrow !== undefined;
  const height = isNarrow ? 74 : density;
  const parts = {
    selectable: selection !== undefined,
    expandable: expand !== undefined,
    hasMenu: rowMenu !== undefined,
  };
  return (
    <Box
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        pb: `${props.padBottom ?? 0}px`,
        overscrollBehavior: 'contain',
        containerType: 'inline-size',
        // A virtual list keeps its place itself. On an opaque ground browsers move its rows without painting the page.
        ...(virtual ? { overflowAnchor: 'none', backgroundColor: 'surface.main' } : {}),
      }}
    >
      <TableFrame
        role={expand ? 'treegrid' : 'grid'}
        className={isNarrow ? 'three' : virtual ? 'long' : undefined}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={selection ? true : undefined}
        style={{
          ['--row' as string]: `${height}px`,
          ...(isNarrow ? {} : { minWidth: leastWidth({ ...parts, columns }) }),
        }}
      >
        <TableContent<Row, Sub> props={props} parts={parts} isNarrow={isNarrow} height={height} />
      </TableFrame>
    </Box>
  );
}

const noRows: readonly never[] = [];

/** Rows of a virtual list are drawn in small steps, between which the page answers its reader; others at once. */
function useDrawnRows<Row, Sub>(props: DataTableProps<Row, Sub>): DataTableProps<Row, Sub> {
  const { rows, virtual = false } = props;
  const drawn = useDeferredValue(rows, virtual ? noRows : rows);
  return virtual && drawn !== rows ? { ...props, rows: drawn } : props;
}
