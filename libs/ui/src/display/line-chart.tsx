import { Table, TableBody, TableCell, TableContainer, TableHead, TableRow, useTheme } from '@mui/material';
import { useTexts } from '../texts';
import { axisSteps, ChartFrame, type ChartGeometry, ChartLegend } from './chart-frame';
import type { SeriesKey } from './task-series';

/** One line of a chart. */
export interface ChartLine {
  /** "1.10.0, p95" */
  label: string;
  /** A colour of charts. */
  color: SeriesKey;
  /** Distinguishes two lines of one colour. */
  dashed?: boolean;
  /** One value per point; null: nothing was measured. */
  values: readonly (number | null)[];
}

export interface LineChartProps {
  /** What the chart shows, for its accessible name. */
  label: string;
  points: readonly {
    /** Shown under the point: "14:30". */
    label: string;
    /** The full period: "Tue 24 Nov, 14:30–15:00"; the label by default. */
    name?: string;
  }[];
  lines: readonly ChartLine[];
  /** Formats a value with its unit. */
  format: (value: number) => string;
  /** The smallest distance between two lines of the axis; 1 by default. */
  smallestStep?: number;
  /** A level that the values should stay below. */
  limit?: { value: number; label: string };
  /** Shows a table in place of the chart. */
  asTable?: boolean;
  height?: number;
}

/** A chart of lines over time with a legend for the selected point, or the last one. */
export function LineChart(props: LineChartProps) {
  const { label, points, lines, format, smallestStep = 1, limit, asTable = false, height = 220 } = props;
  const t = useTexts();
  const { vars } = useTheme();
  const formatKnown = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value);
  if (asTable) return <LineTable {...props} formatKnown={formatKnown} />;
  const max = Math.max(0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const shownLimit = limit && isNear(limit.value, max) ? limit : undefined;
  const describe = (index: number) =>
    t('chart.column', {
      column: points[index]?.name ?? points[index]?.label ?? '',
      values: lines
        .map((line) => t('chart.value', { series: line.label, number: formatKnown(line.values[index]) }))
        .join(', '),
    });
  const legend = (index: number) => (
    <ChartLegend>
      <li className="name">{points[index]?.name ?? points[index]?.label}</li>
      {lines.map((line) => (
        <li key={line.label}>
          <LineSample color={vars.palette.chart[line.color]} mark={line.dashed ? 'ring' : 'dot'} />
          {line.label} <b>{formatKnown(line.values[index])}</b>
        </li>
      ))}
      {limit ? (
        <li>
          {shownLimit ? <LineSample color={vars.palette.text.tertiary} /> : null}
          {limit.label} <b>{format(limit.value)}</b>
          {shownLimit ? null : ` ${t('chart.above')}`}
        </li>
      ) : null}
    </ChartLegend>
  );
  return (
    <ChartFrame
      label={label}
      height={height}
      columns={points.map((point) => point.label)}
      steps={axisSteps(Math.max(max, shownLimit?.value ?? 0), smallestStep)}
      formatStep={format}
      describe={describe}
      legend={legend}
    >
      {(geometry) => (
        <>
          {shownLimit ? (
            <line
              x1={geometry.left}
              x2={geometry.left + geometry.pitch * points.length}
              y1={geometry.y(shownLimit.value)}
              y2={geometry.y(shownLimit.value)}
              stroke={vars.palette.text.tertiary}
              strokeDasharray="1 4"
              strokeLinecap="round"
              strokeWidth={1.5}
            />
          ) : null}
          {geometry.highlighted === null ? null : (
            <line
              x1={xOf(geometry, geometry.highlighted)}
              x2={xOf(geometry, geometry.highlighted)}
              y1={geometry.top}
              y2={geometry.top + geometry.plotHeight}
              stroke={vars.palette.line.control}
            />
          )}
          {lines.map((line) => (
            <Line key={line.label} line={line} geometry={geometry} color={vars.palette.chart[line.color]} />
          ))}
        </>
      )}
    </ChartFrame>
  );
}

/** Whether a limit can be drawn: one far above the values would flatten them. */
const isNear = (limit: number, max: number): boolean => max === 0 || limit <= max * 4;

const xOf = ({ left, pitch }: ChartGeometry, index: number): number => left + (index + 0.5) * pitch;

/** A line that is interrupted where nothing was measured; a value without neighbours is a mark. */
function Line({ line, geometry, color }: { line: ChartLine; geometry: ChartGeometry; color: string }) {
  const { values, dashed } = line;
  const at = (index: number, value: number): string =>
    `${xOf(geometry, index).toFixed(1)} ${geometry.y(value).toFixed(1)}`;
  const isAlone = (index: number) => values[index - 1] == null && values[index + 1] == null;
  const path = values
    .map((value, i) => (value === null ? '' : `${values[i - 1] == null ? 'M' : 'L'}${at(i, value)}`))
    .join('');
  return (
    <g>
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={dashed ? 1.5 : 2}
        strokeDasharray={dashed ? '4 3' : undefined}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {values.map((value, i) =>
        value !== null && (isAlone(i) || geometry.highlighted === i) ? (
          <Mark key={i} x={xOf(geometry, i)} y={geometry.y(value)} isRing={dashed} color={color} />
        ) : null,
      )}
    </g>
  );
}

interface MarkProps {
  x: number;
  y: number;
  isRing: boolean | undefined;
  color: string;
}

/** A dot, or for a dashed line a ring: both are seen where two lines of one colour have the same value. */
const Mark = ({ x, y, isRing, color }: MarkProps) =>
  isRing ? (
    <circle cx={x} cy={y} r={4.5} fill="none" stroke={color} strokeWidth={1.5} />
  ) : (
    <circle cx={x} cy={y} r={2.5} fill={color} />
  );

/** A short piece of a line with its mark, for the legend; a limit has none, and is dotted. */
const LineSample = ({ color, mark }: { color: string; mark?: 'dot' | 'ring' }) => (
  <svg width={20} height={12} aria-hidden>
    <line
      x1={1}
      x2={19}
      y1={6}
      y2={6}
      stroke={color}
      strokeWidth={mark === 'dot' ? 2 : 1.5}
      strokeDasharray={mark === undefined ? '1 4' : mark === 'ring' ? '4 3' : undefined}
      strokeLinecap="round"
    />
    {mark ? <Mark x={10} y={6} isRing={mark === 'ring'} color={color} /> : null}
  </svg>
);

type LineTableProps = LineChartProps & { formatKnown: (value: number | null | undefined) => string };

/** The values of a chart as a table, the latest first. */
function LineTable({ label, points, lines, formatKnown }: LineTableProps) {
  const t = useTexts();
  const rows = points.map((point, index) => ({ name: point.name ?? point.label, index })).toReversed();
  return (
    <TableContainer sx={{ maxHeight: 280 }} tabIndex={0}>
      <Table stickyHeader size="small" aria-label={label}>
        <TableHead>
          <TableRow>
            <TableCell>{t('chart.time')}</TableCell>
            {lines.map((line) => (
              <TableCell key={line.label} align="right">
                {line.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ name, index }) => (
            <TableRow key={index}>
              <TableCell component="th" scope="row">
                {name}
              </TableCell>
              {lines.map((line) => (
                <TableCell key={line.label} align="right">
                  {formatKnown(line.values[index])}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
