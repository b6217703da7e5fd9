import { Box, useMediaQuery, useTheme } from '@mui/material';
import { useMemo, useState } from 'react';
import type { RowKey } from './column';
import type { DataTableProps } from './data-table-props';
import { TableBody } from './table-body';
import { minTableWidth, NarrowColumns, TableColumns } from './table-columns';
import { TableHead } from './table-head';
import { StyledTable } from './table-styles';
import { loadedSelection } from './use-selection';
import { useTableInteraction } from './use-table-interaction';

/** Height of a narrow row of three lines, in px. */
const NARROW_ROW = 74;

const noKeys: ReadonlySet<RowKey> = new Set();

/** A table of rows: sticky head, sorting, selection, keyboard, expansion, row menu, virtualized rows. */
export function DataTable<Row, Sub = never>(props: DataTableProps<Row, Sub>) {
  const { columns, rows, keyOf, density = 36, selection, expand, rowMenu, virtual = false } = props;
  const theme = useTheme();
  const isSmall = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const isNarrow = (isSmall || props.squeezed === true) && props.narrow !== undefined;
  const rowHeight = isNarrow ? NARROW_ROW : density;
  const parts = {
    selectable: selection !== undefined,
    expandable: expand !== undefined,
    hasMenu: rowMenu !== undefined,
  };
  // State in place of a ref: the virtualizer has to learn of the element once it is mounted.
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [expanded, setExpanded] = useState(noKeys);
  const interaction = useTableInteraction({ props, box, expanded, setExpanded, rowHeight });
  const selected = useMemo(
    () => loadedSelection(rows, keyOf, selection?.keys),
    [rows, keyOf, selection?.keys],
  );
  return (
    <Box
      ref={setBox}
      sx={{
        flex: 1,
        minHeight: 0,
        overflow: 'auto',
        pb: `${props.padBottom ?? 0}px`,
        overscrollBehavior: 'contain',
        containerType: 'inline-size',
        // The browser's anchoring would add to that of a virtual table. Only what is opaque scrolls without a repaint.
        ...(virtual ? { overflowAnchor: 'none', backgroundColor: 'surface.main' } : {}),
      }}
    >
      <StyledTable
        role={expand ? 'treegrid' : 'grid'}
        className={isNarrow ? 'three' : undefined}
        aria-label={props.label}
        aria-rowcount={(props.total ?? rows.length) + 1}
        aria-multiselectable={selection ? true : undefined}
        style={{
          ['--row' as string]: `${rowHeight}px`,
          ...(isNarrow ? {} : { minWidth: minTableWidth({ ...parts, columns }) }),
        }}
      >
        {isNarrow ? <NarrowColumns {...parts} /> : <TableColumns {...parts} columns={columns} />}
        <TableHead
          columns={isNarrow ? [{ id: 'narrow', header: props.label, cell: () => null }] : columns}
          sort={props.sort ?? null}
          onSort={props.onSort}
          selected={selection ? selected : null}
          onSelect={interaction.selectLoaded}
          expandable={parts.expandable}
          hasMenu={parts.hasMenu}
          hidden={isNarrow}
        />
        <TableBody<Row, Sub>
          props={props}
          box={box}
          expanded={expanded}
          interaction={interaction}
          isNarrow={isNarrow}
          rowHeight={rowHeight}
        />
      </StyledTable>
    </Box>
  );
}
