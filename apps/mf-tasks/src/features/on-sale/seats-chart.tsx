import { memo, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatInstant, useLocale } from '@tessera/ui';
import { Box, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import {
  areaPaths,
  axisTimes,
  axisValues,
  type Lane,
  lanes,
  laneTiles,
  maxOf,
  type Scale,
  timeOf,
  xOf,
  yOf,
} from './chart-scale';
import { type Frame, frameAt, type Mark } from './room-frames';

export interface SeatsChartProps {
  frames: readonly Frame[];
  marks: readonly Mark[];
  target: number;
  /** Epoch milliseconds; null: unknown. */
  onSaleAt: number | null;
  /** The replayed moment; null while live. */
  at: number | null;
  onSeek: (at: number) => void;
}

const TILE = 7;
const LANE = 15;
const AXIS = 22;
const LANE_GAP = 6;
/** An on-sale within this time is shown ahead, in milliseconds. */
const AHEAD = 30 * 60_000;

function useScale(
  { frames, target, onSaleAt }: SeatsChartProps,
  width: number,
  height: number,
  rows: number,
) {
  return useMemo((): Scale => {
    const from = frames[0]?.at ?? 0;
    const last = frames.at(-1)?.at ?? 1;
    const isSoon = onSaleAt !== null && onSaleAt > last && onSaleAt - last < AHEAD;
    const values = axisValues(maxOf(frames, target));
    return {
      from,
      to: isSoon ? onSaleAt + 60_000 : last,
      left: 78,
      right: width - 8,
      top: 8,
      bottom: height - AXIS - rows * LANE - LANE_GAP,
      max: values.at(-1) ?? 1,
    };
  }, [frames, target, onSaleAt, width, height, rows]);
}

/** Seats over time as stacked areas, the target as a line, and what the site did as lanes of tiles. */
export function SeatsChart(props: SeatsChartProps) {
  const { frames, marks, target, onSaleAt, at, onSeek } = props;
  const t = useTexts();
  const { vars } = useTheme();
  const [ref, { width, height: room }] = useElementSize();
  const usedLanes = useMemo(() => {
    const kinds = new Set<string>(marks.map(({ kind }) => kind));
    if ((frames.at(-1)?.lapsed ?? 0) > (frames[0]?.lapsed ?? 0)) kinds.add('lapsed');
    return lanes.filter((lane) => kinds.has(lane));
  }, [frames, marks]);
  // The panel's height where the room fills the window, else in proportion to its width.
  const height = Math.max(room, 130 + usedLanes.length * LANE);
  const scale = useScale(props, width, height, usedLanes.length);
  const cursor = at === null ? null : xOf(scale, at);
  const frame = at === null ? frames.at(-1) : frameAt(frames, at);
  const seek = (event: PointerEvent<SVGSVGElement>) =>
    onSeek(timeOf(scale, event.clientX - event.currentTarget.getBoundingClientRect().left));
  return (
    <Box ref={ref} sx={{ height: { xs: 360, lg: '100%' }, minHeight: 0, overflow: 'hidden' }}>
      <svg
        role="img"
        aria-label={`${t('onSale.chart')}: ${t('onSale.chartNow', {
          won: frame?.won ?? 0,
          held: frame?.held ?? 0,
          inProgress: frame?.inProgress ?? 0,
          target,
        })}`}
        width={width}
        height={height}
        style={{ display: 'block', touchAction: 'none', cursor: at === null ? 'default' : 'ew-resize' }}
        onPointerDown={at === null ? undefined : seek}
        onPointerMove={(event) => (at !== null && event.buttons === 1 ? seek(event) : undefined)}
      >
        <Axes scale={scale} height={height} usedLanes={usedLanes} />
        <Areas frames={frames} scale={scale} />
        <Lanes frames={frames} marks={marks} scale={scale} usedLanes={usedLanes} />
        {cursor === null ? null : (
          <>
            {/* What is still to come. Drawn over the plot, which a replay then leaves as it is. */}
            <rect
              x={cursor}
              y={0}
              width={Math.max(0, scale.right - cursor + 2)}
              height={height - AXIS}
              fill={vars.palette.background.paper}
              opacity={0.82}
            />
            <line
              x1={cursor}
              x2={cursor}
              y1={scale.top}
              y2={height - AXIS}
              stroke={vars.palette.accent.text}
              strokeWidth={2}
            />
          </>
        )}
        <Levels scale={scale} target={target} onSaleAt={onSaleAt} />
      </svg>
    </Box>
  );
}

/** The values at the left, the times below and the names of the lanes. */
const Axes = memo(function Axes({
  scale,
  height,
  usedLanes,
}: {
  scale: Scale;
  height: number;
  usedLanes: readonly Lane[];
}) {
  const t = useTexts();
  const { line, text } = useTheme().vars.palette;
  const { timeZone } = useLocale();
  const style = scale.to - scale.from < 20 * 60_000 ? 'time-seconds' : 'time';
  return (
    <g fill={text.secondary} fontSize={12}>
      {axisValues(scale.max).map((value) => (
        <g key={value}>
          <line
            x1={scale.left}
            x2={scale.right}
            y1={yOf(scale, value)}
            y2={yOf(scale, value)}
            stroke={line.subtle}
          />
          <text x={scale.left - 8} y={yOf(scale, value) + 4} textAnchor="end">
            {formatCount(value)}
          </text>
        </g>
      ))}
      {usedLanes.map((lane, i) => (
        <text
          key={lane}
          x={scale.left - 8}
          y={scale.bottom + LANE_GAP + (i + 1) * LANE - 2}
          textAnchor="end"
          fontSize={11}
        >
          {t(`onSale.lane.${lane}`)}
        </text>
      ))}
      {axisTimes(scale).map((time) => (
        <text
          key={time}
          x={Math.min(scale.right - 24, Math.max(scale.left + 12, xOf(scale, time)))}
          y={height - 6}
          textAnchor="middle"
        >
          {formatInstant(time, { style, timeZone })}
        </text>
      ))}
    </g>
  );
});

const Areas = memo(function Areas({ frames, scale }: { frames: readonly Frame[]; scale: Scale }) {
  const { chart } = useTheme().vars.palette;
  const [won, held, progress] = areaPaths(frames, scale);
  return (
    <>
      <path d={progress} fill={chart.running} opacity={0.22} />
      <path d={held} fill={chart.carted} />
      <path d={won} fill={chart.bought} />
    </>
  );
});

interface LanesProps {
  frames: readonly Frame[];
  marks: readonly Mark[];
  scale: Scale;
  usedLanes: readonly Lane[];
}

/** What the site did, a lane of tiles for each kind. */
const Lanes = memo(function Lanes({ frames, marks, scale, usedLanes }: LanesProps) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { chart, text } = useTheme().vars.palette;
  const color: Record<Lane, string> = {
    rate_limited: chart.carted,
    slow: chart.waiting,
    sold_out: chart.failed,
    outage: text.primary,
    lapsed: chart.notStarted,
  };
  return laneTiles(frames, marks, scale, TILE).map(({ lane, column, at, count }) => (
    <rect
      key={`${lane}${column}`}
      x={scale.left + column * TILE}
      y={scale.bottom + LANE_GAP + usedLanes.indexOf(lane) * LANE + 4}
      width={TILE - 1.5}
      height={LANE - 5}
      rx={1.5}
      fill={color[lane]}
    >
      <title>
        {t('onSale.mark', {
          kind: t(`onSale.kind.${lane}`),
          number: count,
          time: formatInstant(at, { style: 'time-seconds', timeZone }),
        })}
      </title>
    </rect>
  ));
});

interface LevelsProps {
  scale: Scale;
  target: number;
  onSaleAt: number | null;
}

/** The target and the on-sale. */
const Levels = memo(function Levels({ scale, target, onSaleAt }: LevelsProps) {
  const t = useTexts();
  const { text } = useTheme().vars.palette;
  const y = yOf(scale, target);
  const x = onSaleAt === null ? -1 : xOf(scale, onSaleAt);
  return (
    <>
      {target > 0 ? (
        <line
          x1={scale.left}
          x2={scale.right}
          y1={y}
          y2={y}
          stroke={text.secondary}
          strokeWidth={1.5}
          strokeDasharray="6 5"
        />
      ) : null}
      {x >= scale.left && x <= scale.right ? (
        <g>
          <line x1={x} x2={x} y1={scale.top} y2={scale.bottom} stroke={text.primary} />
          <text x={x + 6} y={scale.top + 10} fontSize={12} fontWeight={600} fill={text.primary}>
            {t('words.onSale')}
          </text>
        </g>
      ) : null}
    </>
  );
});

interface Size {
  width: number;
  height: number;
}

/** The size of an element in px, kept up to date. */
function useElementSize() {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 900, height: 300 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !('ResizeObserver' in window)) return undefined;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0)
        setSize((before) =>
          before.width === width && before.height === height ? before : { width, height },
        );
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size] as const;
}
