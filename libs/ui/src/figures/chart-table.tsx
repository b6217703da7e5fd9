import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow } from '@mui/material';
import { useTexts } from '../texts';
import { formatCount } from './money';
import type { ChartColumn } from './chart-column';
import { seriesLabel, taskSeries } from './task-series';

export interface ChartTableProps {
  columns: readonly ChartColumn[];
  label: string;
}

/** The numbers of a chart as a table, the latest first. */
export function ChartTable({ columns, label: caption }: ChartTableProps) {
  const t = useTexts();
  return (
    <TableContainer sx={{ maxHeight: 280 }} tabIndex={0}>
      <Table stickyHeader size="small" aria-label={caption}>
        <TableHead>
          <TableRow>
            <TableCell>{t('chart.time')}</TableCell>
            {taskSeries.map(({ key }) => (
              <TableCell key={key} align="right">
                {seriesLabel(key)}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {columns.toReversed().map(({ label, name = label, values }, i) => (
            <TableRow key={i}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {taskSeries.map(({ key }) => (
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
