import { Box, styled, useTheme } from '@mui/material';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { VisuallyHidden } from '../theme/visually-hidden';
import { useElementWidth } from './use-element-width';

/** Where a chart draws, in px. */
export interface ChartGeometry {
  /** The left edge of the plot. */
  left: number;
  /** The upper edge of the plot. */
  top: number;
  plotHeight: number;
  /** The horizontal distance between two columns. */
  pitch: number;
  /** The vertical position of a value. */
  y: (value: number) => number;
  /** The column under the pointer, or chosen with the keys; null: none. */
  highlighted: number | null;
}

export interface ChartFrameProps {
  /** What the chart shows, for its accessible name. */
  label: string;
  height: number;
  /** The short label of each column, shown below it. */
  columns: readonly string[];
  /** The values that have a line, ascending from 0. */
  steps: readonly number[];
  formatStep: (step: number) => string;
  /** A column and its values as a text. */
  describe: (column: number) => string;
  /** The values of the highlighted column, or of the initial one while none is. */
  legend: (column: number, isHighlighted: boolean) => ReactNode;
  /** The column whose values are shown until another is highlighted; the last one by default. */
  initial?: number;
  /** Opens a column, by a click or by Enter. */
  onOpen?: ((column: number) => void) | undefined;
  /** What Enter does. */
  openHelp?: string;
  /** The marks. */
  children: (geometry: ChartGeometry) => ReactNode;
}

const top = 8;
const bottom = 22;
/** Room for the mark of the last column. */
const right = 6;

const Plot = styled('div')({ display: 'grid', borderRadius: 4 });

/** The axes, keyboard, pointer and legend of a chart over time. Arrow keys, Home and End move between its columns. */
export function ChartFrame(props: ChartFrameProps) {
  const { label, height, columns, steps, formatStep, describe, legend, initial, onOpen, openHelp, children } =
    props;
  const { vars } = useTheme();
  const helpId = useId();
  const [ref, width] = useElementWidth<HTMLDivElement>(720);
  const [highlighted, setHighlighted] = useState<number | null>(null);
  const figures = steps.map((step) => formatStep(step));
  const left = axisWidth(figures);
  const max = steps.at(-1) || 1;
  const plotHeight = height - top - bottom;
  const y = (value: number) => top + plotHeight - (value / max) * plotHeight;
  const last = columns.length - 1;
  const pitch = (width - left - right) / Math.max(1, columns.length);
  const labelRoom = roomFor(columns);
  const labelInterval = Math.max(1, Math.ceil(columns.length / 6), Math.ceil(labelRoom / pitch));
  const at = Math.min(highlighted ?? initial ?? Infinity, last);
  const hasColumns = columns.length > 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = findColumnByKey(event.key, at, columns.length);
    if (next !== null) setHighlighted(next);
    else if (event.key === 'Enter' && onOpen) onOpen(at);
    else return;
    event.preventDefault();
  };
  return (
    <Box ref={ref} sx={{ display: 'grid', gap: 1 }}>
      <Plot
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={hasColumns ? describe(at) : undefined}
        aria-describedby={onOpen && openHelp ? helpId : undefined}
        onKeyDown={onKeyDown}
        onBlur={() => setHighlighted(null)}
      >
        <svg aria-hidden width={width} height={height} onMouseLeave={() => setHighlighted(null)}>
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
          {children({ left, top, plotHeight, pitch, y, highlighted })}
          {columns.map((name, i) => {
            const x = left + i * pitch;
            const isShown = i === last || (i % labelInterval === 0 && (last - i) * pitch >= labelRoom);
            return (
              <g
                key={i}
                onMouseEnter={() => setHighlighted(i)}
                {...(onOpen ? { onClick: () => onOpen(i), cursor: 'pointer' } : {})}
              >
                <rect x={x} y={top} width={pitch} height={plotHeight} fill="transparent" />
                <title>{describe(i)}</title>
                {isShown ? (
                  <text
                    x={i === 0 ? x : i === last ? x + pitch : x + pitch / 2}
                    y={height - 4}
                    textAnchor={i === 0 ? 'start' : i === last ? 'end' : 'middle'}
                    fontSize={11}
                    fill={vars.palette.text.secondary}
                  >
                    {name}
                  </text>
                ) : null}
              </g>
            );
          })}
        </svg>
      </Plot>
      {onOpen && openHelp ? <VisuallyHidden id={helpId}>{openHelp}</VisuallyHidden> : null}
      {hasColumns ? <Box sx={{ pl: `${left}px` }}>{legend(at, highlighted !== null)}</Box> : null}
    </Box>
  );
}

/** The series of a chart with the values of one column. */
export const ChartLegend = styled('ul')(({ theme: { vars, typography } }) => ({
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

/** Returns the column that an arrow key, Home or End selects; null for other keys. */
function findColumnByKey(key: string, at: number, count: number): number | null {
  const last = count - 1;
  if (key === 'ArrowLeft' || key === 'ArrowDown') return Math.max(0, at - 1);
  if (key === 'ArrowRight' || key === 'ArrowUp') return Math.min(last, at + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? last : null;
}

/**
 * Returns up to five round steps of an axis from 0 to at least `max`.
 *
 * @param smallest the smallest distance between two steps
 */
export function axisSteps(max: number, smallest = 1): number[] {
  if (max <= 0) return [0, smallest];
  const rough = Math.max(max / 4, smallest);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step =
    [1, 2, 2.5, 5, 10]
      .map((factor) => factor * power)
      .find((size) => size >= rough && (smallest < 1 || Number.isInteger(size))) ?? smallest;
  const steps = [0];
  while ((steps.at(-1) ?? 0) < max) steps.push(steps.length * step);
  return steps;
}

/** The width of a digit on the axis, in px. */
const digitWidth = 6.6;

/** The distance at which a label in the middle of its column is clear of one at the edge of the chart, in px. */
const roomFor = (labels: readonly string[]): number =>
  10 + 1.5 * digitWidth * Math.max(0, ...labels.map(({ length }) => length));

/** Returns the width of the axis for its longest label, in px. */
const axisWidth = (figures: readonly string[]): number =>
  Math.max(36, 8 + digitWidth * Math.max(...figures.map(({ length }) => length)));
