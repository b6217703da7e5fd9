import { memo, type MouseEvent, startTransition, useMemo } from 'react';
import type { WaitingPlaceDto } from '@tessera/api';
import { formatCount, formatInstant, useElementWidth, useLocale } from '@tessera/ui';
import { Box, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import {
  linePath,
  positionAt,
  positionPath,
  type PositionScale,
  positionScale,
  positionSteps,
  visibleSamples,
} from '../../waiting/position-path';
import { placeKey } from '../../waiting/waiting-places.api';

const left = 48;
const right = 14;
const top = 10;
const bottom = 24;
/** A line is under the pointer within this distance, in px. */
const REACH = 24;
/** More lines than this would blend into an area, so they are drawn thinner. */
const MANY = 100;

export interface PositionChartProps {
  places: readonly WaitingPlaceDto[];
  /** Epoch seconds. */
  now: number;
  /** Seconds shown. */
  span: number;
  height: number;
  highlighted: string | null;
  onHighlight: (key: string | null) => void;
  onPick: (key: string) => void;
}

/** The positions of a place that are drawn. */
interface DrawnPlace {
  place: WaitingPlaceDto;
  points: readonly (readonly [number, number])[];
}

/**
 * The positions of all places over time, on one axis to the front. The chosen place is drawn on a layer of its own, so that
 * pointing at it doesn't paint the others again; the list beside has the same figures for keyboard and screen reader.
 */
export function PositionChart(props: PositionChartProps) {
  const { places, now, span, height, highlighted, onHighlight, onPick } = props;
  const [ref, width] = useElementWidth<HTMLDivElement>(720);
  const drawn = useMemo(
    () => places.map((place) => ({ place, points: visibleSamples(place, { from: now - span, to: now }) })),
    [places, now, span],
  );
  const furthest = useMemo(
    () =>
      Math.max(
        0,
        ...drawn.map(({ place, points }) => Math.max(place.position ?? 0, ...points.map(([, p]) => p))),
      ),
    [drawn],
  );
  const scale = useMemo(
    () =>
      positionScale(
        { left, right: width - right, top, bottom: height - bottom },
        { from: now - span, to: now },
        furthest,
      ),
    [width, height, now, span, furthest],
  );
  const chosen = places.find((place) => placeKey(place) === highlighted);
  const find = (event: MouseEvent<HTMLElement>): string | null => {
    const box = event.currentTarget.getBoundingClientRect();
    return nearestPlace(drawn, scale, { x: event.clientX - box.left, y: event.clientY - box.top });
  };
  return (
    <Box
      ref={ref}
      sx={{
        position: 'relative',
        minWidth: 0,
        lineHeight: 0,
        touchAction: 'pan-y',
        cursor: highlighted ? 'pointer' : undefined,
      }}
      onPointerMove={(event) => {
        const key = find(event);
        if (key !== highlighted) startTransition(() => onHighlight(key));
      }}
      onPointerLeave={() => startTransition(() => onHighlight(null))}
      // A tap has no pointer that moves before it.
      onClick={(event) => {
        const key = find(event);
        if (key) onPick(key);
      }}
    >
      <AllPlaces drawn={drawn} scale={scale} width={width} height={height} furthest={furthest} />
      <Box
        component="svg"
        aria-hidden
        width={width}
        height={height}
        sx={{ position: 'absolute', inset: 0, pointerEvents: 'none', willChange: 'transform' }}
      >
        {chosen ? <Highlight place={chosen} scale={scale} /> : null}
      </Box>
    </Box>
  );
}

interface AllPlacesProps extends AxesProps {
  drawn: readonly DrawnPlace[];
}

/** All lines with the axes. The lines are one path each by colour, so that hundreds cost no more elements than a few. */
const AllPlaces = memo(function AllPlaces({ drawn, ...axes }: AllPlacesProps) {
  const t = useTexts();
  const { vars } = useTheme();
  const isDense = drawn.length > MANY;
  const lines = drawLines(drawn, axes.scale, isDense ? 1.5 : 3);
  return (
    <svg
      role="img"
      aria-label={t('waiting.chartLabel', { count: drawn.length })}
      width={axes.width}
      height={axes.height}
    >
      <Axes {...axes} />
      <path
        d={lines.waiting}
        fill="none"
        stroke={vars.palette.chart.waiting}
        strokeWidth={isDense ? 0.5 : 1.25}
        opacity={isDense ? 0.5 : 0.7}
      />
      <path d={lines.waitingDots} fill={vars.palette.chart.waiting} />
      <path d={lines.front} fill="none" stroke={vars.palette.status.verdigris.main} strokeWidth={1.5} />
      <path d={lines.frontDots} fill={vars.palette.status.verdigris.main} />
    </svg>
  );
});

interface AxesProps {
  scale: PositionScale;
  width: number;
  height: number;
  furthest: number;
}

/** The lines of the positions, and four instants. */
function Axes({ scale, width, height, furthest }: AxesProps) {
  const t = useTexts();
  const locale = useLocale();
  const { vars } = useTheme();
  const style = scale.to - scale.from < 300 ? 'time-seconds' : 'time';
  const instants = [0, 1, 2, 3].map((part) => scale.from + ((scale.to - scale.from) * part) / 3);
  return (
    <g fontSize={11} fill={vars.palette.text.secondary}>
      {positionSteps(scale, furthest).map((step) => (
        <g key={step}>
          <line
            x1={left}
            x2={width - right}
            y1={scale.y(step)}
            y2={scale.y(step)}
            stroke={step === 0 ? vars.palette.line.control : vars.palette.line.subtle}
          />
          <text x={left - 8} y={scale.y(step) + 4} textAnchor="end">
            {step === 0 ? t('waiting.front') : formatCount(step)}
          </text>
        </g>
      ))}
      {instants.map((at, index) => (
        <text
          key={index}
          x={scale.x(at)}
          y={height - 6}
          textAnchor={index === 0 ? 'start' : index === 3 ? 'end' : 'middle'}
        >
          {index === 3 ? t('waiting.now') : formatInstant(at * 1000, { ...locale, style })}
        </text>
      ))}
    </g>
  );
}

/** The chosen place above all others, with its name at its latest position. */
function Highlight({ place, scale }: { place: WaitingPlaceDto; scale: PositionScale }) {
  const { vars } = useTheme();
  const y = scale.y(place.position ?? 0);
  const path = positionPath(place, scale);
  return (
    <g pointerEvents="none">
      <path d={path} fill="none" stroke={vars.palette.surface.main} strokeWidth={6} strokeLinejoin="round" />
      <path d={path} fill="none" stroke={vars.palette.accent.main} strokeWidth={2.5} strokeLinejoin="round" />
      {place.position === null ? null : (
        <>
          <circle cx={scale.x(scale.to)} cy={y} r={4.5} fill={vars.palette.accent.main} />
          <text
            x={scale.x(scale.to) - 10}
            y={Math.max(22, y - 8)}
            textAnchor="end"
            fontSize={12}
            fontWeight={600}
            fill={vars.palette.text.primary}
            stroke={vars.palette.surface.main}
            strokeWidth={4}
            paintOrder="stroke"
          >
            {place.login_name} · {formatCount(place.position)}
          </text>
        </>
      )}
    </g>
  );
}

const isAtFront = ({ status }: WaitingPlaceDto): boolean => status === 'your_turn' || status === 'entered';

/** All lines, and a dot of radius `r` at the latest position of each place: at the front those whose turn it is. */
function drawLines(drawn: readonly DrawnPlace[], scale: PositionScale, r: number) {
  const lines = { waiting: '', waitingDots: '', front: '', frontDots: '' };
  for (const { place, points } of drawn) {
    const front = isAtFront(place);
    lines[front ? 'front' : 'waiting'] += linePath(points, scale);
    const position = front ? 0 : place.position;
    if (position === null) continue;
    const x = scale.x(scale.to);
    lines[front ? 'frontDots' : 'waitingDots'] +=
      `M${(x - r).toFixed(1)} ${scale.y(position).toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
  }
  return lines;
}

/** The key of the place whose line is nearest to a point; null when none is near. */
function nearestPlace(
  drawn: readonly DrawnPlace[],
  scale: PositionScale,
  point: { x: number; y: number },
): string | null {
  const length = scale.to - scale.from;
  const share = (point.x - scale.x(scale.from)) / Math.max(1, scale.x(scale.to) - scale.x(scale.from));
  const at = scale.from + length * Math.min(1, share);
  let nearest: string | null = null;
  let least = REACH;
  for (const { place, points } of drawn) {
    const position = positionAt(points, at);
    if (position === null) continue;
    const distance = Math.abs(scale.y(position) - point.y);
    if (distance >= least) continue;
    least = distance;
    nearest = placeKey(place);
  }
  return nearest;
}
