import {
  Box,
  styled,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
  useTheme,
} from '@mui/material';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTexts } from '../texts';
import { VisuallyHidden } from '../theme/visually-hidden';
import { formatCount } from './money';
import { type SeriesKey, seriesLabel, taskSeries as series, taskSeries } from './task-series';
import { useElementWidth } from './use-element-width';

export interface StackedColumnsProps {
  columns: readonly ChartColumn[];
  /** What the chart shows, for its accessible name. */
  label: string;
  /** Shows a table in place of the chart. */
  asTable?: boolean;
  height?: number;
  /** Opens the tasks of a column, by a click or by Enter. */
  onOpen?: (column: number) => void;
}

const top = 8;
const bottom = 22;
const gap = 1.5;

const Plot = styled('div')({ display: 'grid', borderRadius: 4 });

/** Returns the column that an arrow key, Home or End selects; null for other keys. */
function findColumnByKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** A chart of stacked columns with a legend for the selected column, or the last one. */
export function StackedColumns(props: StackedColumnsProps) {
  const { columns, label, asTable = false, height = 272, onOpen } = props;
  const t = useTexts();
  const { vars } = useTheme();
  const patternId = useId();
  const helpId = useId();
  const [ref, width] = useElementWidth<HTMLDivElement>(720);
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const sums = columns.map(({ values }) => series.reduce((sum, { key }) => sum + values[key], 0));
  const steps = axisSteps(Math.max(0, ...sums));
  const figures = steps.map((step) => formatCount(step));
  const left = axisWidth(figures);
  const max = steps.at(-1) ?? 1;
  const plot = height - top - bottom;
  const y = (value: number) => top + plot - (value / max) * plot;
  const pitch = (width - left) / Math.max(1, columns.length);
  const describeValues = (values: ChartColumn['values']) =>
    series
      .map(({ key }) => t('chart.value', { series: seriesLabel(key), number: formatCount(values[key]) }))
      .join(', ');
  const fill = (key: SeriesKey) => (key === 'failed' ? `url(#${patternId})` : vars.palette.chart[key]);
  const labelInterval = Math.max(1, Math.ceil(columns.length / 6));
  const at = Math.min(highlighted ?? Infinity, columns.length - 1);
  const shown = columns[at];
  const describeColumn = ({ label: short, name = short, values }: ChartColumn) =>
    t('chart.column', { column: name, values: describeValues(values) });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findColumnByKey(event.key, at, columns.length);
    if (next !== null) setHighlighted(next);
    else if (event.key === 'Enter' && onOpen) onOpen(at);
    else return;
    event.preventDefault();
  };
  if (asTable) return <ChartTable columns={columns} label={label} />;
  return (
    <Box ref={ref} sx={{ display: 'grid', gap: 1 }}>
      <Plot
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, columns.length - 1)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={shown ? describeColumn(shown) : undefined}
        aria-describedby={onOpen ? helpId : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setHighlighted(null)}
      >
        <svg aria-hidden width={width} height={height} onMouseLeave={() => setHighlighted(null)}>
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
          {steps.map((step, i) => (
            <g key={step}>
              <line x1={left} x2={width} y1={y(step)} y2={y(step)} stroke={vars.palette.line.subtle} />
              <text
                x={left - 8}
                y={y(step) + 4}
                textAnchor="end"
                fontSize={11}
                fill={vars.palette.text.secondary}
              >
                {figures[i]}
              </text>
            </g>
          ))}
          {columns.map((column, i) => {
            const { label: name, values } = column;
            const x = left + i * pitch;
            return (
              <g
                key={i}
                onMouseEnter={() => setHighlighted(i)}
                {...(onOpen ? { onClick: () => onOpen(i), cursor: 'pointer' } : {})}
                opacity={highlighted === null || highlighted === i ? 1 : 0.55}
              >
                <rect x={x} y={top} width={pitch} height={plot} fill="transparent" />
                <title>{describeColumn(column)}</title>
                {series.map(({ key }, s) => {
                  const below = series.slice(0, s).reduce((sum, lower) => sum + values[lower.key], 0);
                  const from = y(below);
                  const to = y(below + values[key]);
                  const tall = Math.max(0.75, from - to - (below > 0 ? gap : 0));
                  return values[key] > 0 ? (
                    <rect
                      key={key}
                      x={x + 1}
                      y={to}
                      width={Math.max(1, pitch - 2)}
                      height={tall}
                      rx={1.5}
                      fill={fill(key)}
                    />
                  ) : null;
                })}
                {i % labelInterval === 0 || i === columns.length - 1 ? (
                  <text
                    x={i === 0 ? x : i === columns.length - 1 ? x + pitch : x + pitch / 2}
                    y={height - 4}
                    textAnchor={i === 0 ? 'start' : i === columns.length - 1 ? 'end' : 'middle'}
                    fontSize={11}
                    fill={vars.palette.text.secondary}
                  >
                    {i === columns.length - 1 || columns.length - 1 - i >= labelInterval / 2 ? name : ''}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </Plot>
      {onOpen ? <VisuallyHidden id={helpId}>{t('chart.opens')}</VisuallyHidden> : null}
      {shown ? (
        <Box sx={{ pl: `${left}px` }}>
          <ChartLegend name={shown.name ?? shown.label} values={shown.values} fill={fill} />
        </Box>
      ) : null}
    </Box>
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

const Legend = styled('ul')(({ theme: { vars, typography } }) => ({
  ...typography.caption,
  listStyle: 'none',
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 16px',
  margin: 0,
  padding: 0,
  color: vars.palette.text.secondary,
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
  '& svg': { flex: 'none' },
  '& .name': { fontWeight: 600, color: vars.palette.text.primary },
  '& b': { fontWeight: 600, color: vars.palette.text.primary },
}));

export interface ChartLegendProps {
  /** The period of the values. */
  name: string;
  values: Readonly<Record<SeriesKey, number>>;
  fill: (key: SeriesKey) => string;
}

/** The series with the values of one column. */
function ChartLegend({ name, values, fill }: ChartLegendProps) {
  return (
    <Legend>
      <li className="name">{name}</li>
      {taskSeries.map(({ key }) => (
        <li key={key}>
          <svg width={10} height={10} aria-hidden>
            <rect width={10} height={10} rx={2} fill={fill(key)} />
          </svg>
          {seriesLabel(key)} <b>{formatCount(values[key])}</b>
        </li>
      ))}
    </Legend>
  );
}

export interface ChartTableProps {
  columns: readonly ChartColumn[];
  label: string;
}

/** The values of a chart as a table, the latest first. */
function ChartTable({ columns, label: caption }: ChartTableProps) {
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

/** Returns up to five round, whole steps of an axis from 0 to at least `max`. */
function axisSteps(max: number): number[] {
  if (max <= 0) return [0, 1];
  const rough = max / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10]
      .map((factor) => factor * power)
      .find((size) => size >= rough && Number.isInteger(size)) ?? 1;
  const steps = [0];
  while ((steps.at(-1) ?? 0) < max) steps.push(steps.length * step);
  return steps;
}

/** The width of a digit on the axis, in px. */
const digitWidth = 6.6;

/** Returns the width of the axis for its longest label, in px. */
const axisWidth = (figures: readonly string[]): number =>
  Math.max(36, 8 + digitWidth * Math.max(...figures.map(({ length }) => length)));
