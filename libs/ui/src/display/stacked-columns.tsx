import {
  Box,
  styled,
  useTheme,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TableRow,
} from '@mui/material';
import { useId, useState, type KeyboardEvent } from 'react';
import { useTexts } from '../texts';
import { formatCount } from './money';
import { seriesLabel, taskSeries as series, type SeriesKey, taskSeries } from './task-series';
import { useElementWidth } from './use-element-width';

export interface StackedColumnsProps {
  columns: readonly ChartColumn[];
  /** What the chart shows, for its accessible name. */
  label: string;
  /** Shows the table in place of the chart; the button that switches belongs to the panel's head. */
  asTable?: boolean;
  height?: number;
  /** Opens what a column counts: by a click, or by Enter once the arrows have pointed at it. */
  onOpen?: (column: number) => void;
}

const top = 8;
const bottom = 22;
const gap = 1.5;

const Plot = styled('div')({ display: 'grid', borderRadius: 4 });

/** Which column an arrow, Home or End points at next; null for other keys. */
function columnByKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/** Columns stacked in the order of the look, failed hatched, with the legend of the column pointed at or the last. */
export function StackedColumns(props: StackedColumnsProps) {
  const { columns, label, asTable = false, height = 272, onOpen } = props;
  const t = useTexts();
  const { vars } = useTheme();
  const hatch = useId();
  const [ref, width] = useElementWidth<HTMLDivElement>(720);
  const [pointed, setPointed] = useState<number | null>(null);
  const sums = columns.map(({ values }) => series.reduce((sum, { key }) => sum + values[key], 0));
  const steps = axisSteps(Math.max(0, ...sums));
  const figures = steps.map((step) => formatCount(step));
  const left = axisWidth(figures);
  const max = steps.at(-1) ?? 1;
  const plot = height - top - bottom;
  const y = (value: number) => top + plot - (value / max) * plot;
  const pitch = (width - left) / Math.max(1, columns.length);
  const inWords = (values: ChartColumn['values']) =>
    series
      .map(({ key }) => t('chart.value', { series: seriesLabel(key), number: formatCount(values[key]) }))
      .join(', ');
  const fill = (key: SeriesKey) => (key === 'failed' ? `url(#${hatch})` : vars.palette.chart[key]);
  const every = Math.max(1, Math.ceil(columns.length / 6));
  const at = Math.min(pointed ?? Infinity, columns.length - 1);
  const shown = columns[at];
  const nameOf = ({ label: short, name = short, values }: ChartColumn) =>
    t('chart.column', { column: name, values: inWords(values) });
  const onKeyDown = (event: KeyboardEvent) => {
    const next = columnByKey(event.key, at, columns.length);
    if (next !== null) setPointed(next);
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
        aria-valuetext={shown ? nameOf(shown) : undefined}
        aria-description={onOpen ? t('chart.opens') : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setPointed(null)}
      >
        <svg aria-hidden width={width} height={height} onMouseLeave={() => setPointed(null)}>
          <defs>
            <pattern
              id={hatch}
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
                onMouseEnter={() => setPointed(i)}
                {...(onOpen ? { onClick: () => onOpen(i), cursor: 'pointer' } : {})}
                opacity={pointed === null || pointed === i ? 1 : 0.55}
              >
                <rect x={x} y={top} width={pitch} height={plot} fill="transparent" />
                <title>{nameOf(column)}</title>
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
                {i % every === 0 || i === columns.length - 1 ? (
                  <text
                    x={i === 0 ? x : i === columns.length - 1 ? x + pitch : x + pitch / 2}
                    y={height - 4}
                    textAnchor={i === 0 ? 'start' : i === columns.length - 1 ? 'end' : 'middle'}
                    fontSize={11}
                    fill={vars.palette.text.secondary}
                  >
                    {i === columns.length - 1 || columns.length - 1 - i >= every / 2 ? name : ''}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </Plot>
      {shown ? (
        <Box sx={{ pl: `${left}px` }}>
          <ChartLegend name={shown.name ?? shown.label} values={shown.values} fill={fill} />
        </Box>
      ) : null}
    </Box>
  );
}

/** One column of a chart, and one row of its table. */
export interface ChartColumn {
  /** Stands under the column and in the table: "14:30". */
  label: string;
  /** The time that it is of, in full: "Tue 24 Nov, 14:30–15:00"; its label unless given. */
  name?: string;
  values: Readonly<Record<SeriesKey, number>>;
}

const Root = styled('ul')(({ theme: { vars, typography } }) => ({
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
  /** Which time the values are of. */
  name: string;
  values: Readonly<Record<SeriesKey, number>>;
  fill: (key: SeriesKey) => string;
}

/** The series with their values. */
export function ChartLegend({ name, values, fill }: ChartLegendProps) {
  return (
    <Root>
      <li className="name">{name}</li>
      {taskSeries.map(({ key }) => (
        <li key={key}>
          <svg width={10} height={10} aria-hidden>
            <rect width={10} height={10} rx={2} fill={fill(key)} />
          </svg>
          {seriesLabel(key)} <b>{formatCount(values[key])}</b>
        </li>
      ))}
    </Root>
  );
}

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

/** Round whole steps for an axis from 0 that covers `max`: at most five. */
export function axisSteps(max: number): number[] {
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

/** Px of a digit of the axis, as wide as any. */
const digit = 6.6;

/** Px that an axis takes beside the plot: as wide as the longest of its figures, and not less than those of small ones. */
export const axisWidth = (figures: readonly string[]): number =>
  Math.max(36, 8 + digit * Math.max(...figures.map(({ length }) => length)));
