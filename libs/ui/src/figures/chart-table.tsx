import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { formatCount } from './money';
import type { ChartColumn } from './chart-column';
import type { Series } from './task-series';

export interface ChartTableProps {
  columns: readonly ChartColumn[];
  series: readonly Series[];
  label: string;
}

/** The numbers of a chart as a table. */
export function ChartTable({ columns, series, label }: ChartTableProps) {
  return (
    <TableContainer sx={{ maxHeight: 280 }} tabIndex={0}>
      <Table stickyHeader size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>Time</TableCell>
            {series.map(({ key, label: name }) => (
              <TableCell key={key} align="right">
                {name}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.map(({ label: name, values }, i) => (
            <TableRow key={i}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {series.map(({ key }) => (
                <TableCell key={key} align="right">
                  {formatCount(values[key])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
