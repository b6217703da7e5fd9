import type { ReactNode } from 'react';
import { Box, Table, TableBody, TableCell, TableHead, TableRow } from '@tessera/ui/mui';

export interface ComparisonTableProps {
  label: string;
  /** The columns' headers, the first of the rows' names; none for a list of values. */
  headers?: readonly ReactNode[];
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  /** Whether the values are numbers, which are aligned right. */
  numeric?: boolean;
}

/** A small table of rows with a name and two or three values. */
export function ComparisonTable({ label, headers = [], rows, numeric = false }: ComparisonTableProps) {
  const align = (index: number) => (numeric && index > 0 ? 'right' : 'left');
  return (
    // In a narrow window it scrolls by keys too. No landmark: the panel around it is one.
    <Box role="group" tabIndex={0} aria-label={label} sx={{ overflowX: 'auto' }}>
      <Table
        aria-label={label}
        sx={{
          '& td, & th': { height: 32, py: '6px', whiteSpace: 'normal' },
          '& tr > :first-of-type': { pl: '14px' },
          '& tr > :last-of-type': { pr: '14px' },
        }}
      >
        {headers.length > 0 ? (
          <TableHead>
            <TableRow>
              {headers.map((header, index) => (
                // The columns never change their order.
                <TableCell key={index} align={align(index)}>
                  {header}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
        ) : null}
        <TableBody>
          {rows.map(({ key, cells }) => (
            <TableRow key={key}>
              {cells.map((cell, index) => (
                <TableCell
                  key={index}
                  align={align(index)}
                  {...(index === 0
                    ? { component: 'th', scope: 'row', sx: { color: 'text.secondary', fontWeight: 400 } }
                    : {})}
                >
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}
