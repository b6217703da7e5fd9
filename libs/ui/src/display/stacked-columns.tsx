import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, useTheme } from '@mui/material';
import { useId } from 'react';
import { useTexts } from '../texts';
import { axisSteps, ChartFrame, ChartLegend } from './chart-frame';
import { formatCount } from './money';
import { type Series, type SeriesKey, seriesLabel, taskSeries } from './task-series';

export interface StackedColumnsProps {
  columns: readonly ChartColumn[];
  /** What the chart shows, for its accessible name. */
  label: string;
  /** Shows a table in place of the chart. */
  asTable?: boolean;
  height?: number;
  /** The series to show; all by default. */
  only?: readonly SeriesKey[];
  /** For what happened within each column: the legend begins with the sum of all columns, under this name. */
  sumOf?: string;
  /** Opens the tasks of a column, by a click or by Enter. */
  onOpen?: (column: number) => void;
}

const gap = 1.5;

/** A chart of stacked columns with a legend for the selected column, or the last one or their sum. */
export function StackedColumns(props: StackedColumnsProps) {
  const { columns, label, asTable = false, height = 272, only, sumOf, onOpen } = props;
  const t = useTexts();
  const { vars } = useTheme();
  const patternId = useId();
  const series = only ? taskSeries.filter(({ key }) => only.includes(key)) : taskSeries;
  if (asTable) return <ChartTable series={series} columns={columns} label={label} />;
  const sums = columns.map(({ values }) => series.reduce((sum, { key }) => sum + values[key], 0));
  const fill = (key: SeriesKey) => (key === 'failed' ? `url(#${patternId})` : vars.palette.chart[key]);
  const describe = (index: number) => {
    const { label: short = '', name = short, values } = columns[index] ?? {};
    const figures = series.map(({ key }) =>
      t('chart.value', { series: seriesLabel(key), number: formatCount(values?.[key]) }),
    );
    return t('chart.column', { column: name, values: figures.join(', ') });
  };
  return (
    <ChartFrame
      label={label}
      height={height}
      columns={columns.map((column) => column.label)}
      steps={axisSteps(Math.max(0, ...sums))}
      formatStep={formatCount}
      describe={describe}
      legend={(index, isHighlighted) => {
        const column = sumOf && !isHighlighted ? sumColumns(columns, sumOf) : columns[index];
        return column ? <Legend series={series} column={column} fill={fill} /> : null;
      }}
      onOpen={onOpen}
      openHelp={t('chart.opens')}
    >
      {({ left, pitch, y, highlighted }) => (
        <>
          <defs>
            <pattern
              id={patternId}
              width={5}
              height={5}
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect width={5} height={5} fill={vars.palette.surface.main} />
              <rect width={3.2} height={5} fill={vars.palette.chart.failed} />
            </pattern>
          </defs>
          {columns.map(({ values }, i) => (
            <g key={i} opacity={highlighted === null || highlighted === i ? 1 : 0.55}>
              {series.map(({ key }, s) => {
                const below = series.slice(0, s).reduce((sum, lower) => sum + values[lower.key], 0);
                const from = y(below);
                const to = y(below + values[key]);
                const tall = Math.max(0.75, from - to - (below > 0 ? gap : 0));
                return values[key] > 0 ? (
                  <rect
                    key={key}
                    x={left + i * pitch + 1}
                    y={to}
                    width={Math.max(1, pitch - 2)}
                    height={tall}
                    rx={1.5}
                    fill={fill(key)}
                  />
                ) : null;
              })}
            </g>
          ))}
        </>
      )}
    </ChartFrame>
  );
}

/** A column of a chart, and a row of its table. */
export interface ChartColumn {
  /** Shown under the column: "14:30". */
  label: string;
  /** The full period: "Tue 24 Nov, 14:30–15:00"; the label by default. */
  name?: string;
  values: Readonly<Record<SeriesKey, number>>;
}

const sumColumns = (columns: readonly ChartColumn[], label: string): ChartColumn => ({
  label,
  values: Object.fromEntries(
    taskSeries.map(({ key }) => [key, columns.reduce((sum, { values }) => sum + values[key], 0)]),
  ) as Record<SeriesKey, number>,
});

interface LegendProps {
  series: readonly Series[];
  column: ChartColumn;
  fill: (key: SeriesKey) => string;
}

/** The series with the values of one column. */
function Legend({ series, column, fill }: LegendProps) {
  return (
    <ChartLegend>
      <li className="name">{column.name ?? column.label}</li>
      {series.map(({ key }) => (
        <li key={key}>
          <svg width={10} height={10} aria-hidden>
            <rect width={10} height={10} rx={2} fill={fill(key)} />
          </svg>
          {seriesLabel(key)} <b>{formatCount(column.values[key])}</b>
        </li>
      ))}
    </ChartLegend>
  );
}

interface ChartTableProps {
  series: readonly Series[];
  columns: readonly ChartColumn[];
  label: string;
}

/** The values of a chart as a table, the latest first. */
function ChartTable({ series, columns, label: caption }: ChartTableProps) {
  const t = useTexts();
  return (
    <TableContainer sx={{ maxHeight: 280 }} tabIndex={0}>
      <Table stickyHeader size="small" aria-label={caption}>
        <TableHead>
          <TableRow>
            <TableCell>{t('chart.time')}</TableCell>
            {series.map(({ key }) => (
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
