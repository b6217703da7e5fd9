import { Box, type Theme, useTheme } from '@mui/material';
import { memo } from 'react';
import { text } from '../texts';
import { useLanguage } from '../texts/catalogue';
import type { Hue, SchemeTokens } from '../theme/tokens';
import { formatCount } from './money';

export interface TilePart {
  value: number;
  tone: TileTone;
  /** For the accessible name: "running". */
  label?: string;
  /** Draws the part paler. */
  faint?: boolean;
}

export interface TileBarProps {
  parts: readonly TilePart[];
  /** The whole that the parts belong to; their sum by default. */
  total?: number;
  /** The number of tiles when the total is above 40. */
  tiles?: number;
  /** The accessible name in place of the parts: "148 of 200 tasks". */
  label?: string;
  /** `row` 4 × 8 for tables, `tile` 6 × 8 for tiles and panels, `count` 4 × 12 for countdowns, `wall` 12 high to be read from afar. */
  size?: 'row' | 'tile' | 'count' | 'wall';
  /** Fills the available width; a tile is at most 16 px wide, except on a wall. */
  fill?: boolean;
}

const sizes = {
  row: { width: 4, gap: 1.8, height: 8 },
  tile: { width: 6, gap: 2.5, height: 8 },
  count: { width: 4, gap: 1.6, height: 12 },
  wall: { width: 6, gap: 2.5, height: 12 },
};

type Size = (typeof sizes)[keyof typeof sizes];

/** Returns an SVG path of `count` rounded tiles, beginning at tile `start`. */
function tilesPath(start: number, count: number, { width, gap, height }: Size): string {
  const r = Math.min(1.5, width / 3);
  return Array.from({ length: count }, (_, i) => {
    const x = (start + i) * (width + gap);
    return `M${x + r} 0h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 -${r} ${r}h-${width - 2 * r}a${r} ${r} 0 0 1 -${r} -${r}v-${height - 2 * r}a${r} ${r} 0 0 1 ${r} -${r}z`;
  }).join('');
}

const describePart = ({ value, label }: TilePart): string => {
  const number = formatCount(value);
  return label === undefined ? number : text('tiles.part', { number, part: label });
};

/** A bar of tiles: one tile per item for up to 40 items, else a share of the total. */
export const TileBar = memo(function TileBar(props: TileBarProps) {
  const { parts, tiles = 20, label, size = 'row', fill = false } = props;
  const theme = useTheme();
  useLanguage();
  const values = parts.map((part) => part.value);
  const sum = values.reduce((total, value) => total + value, 0);
  const whole = props.total ?? sum;
  const { filled, empty } = distributeTiles(values, whole, tiles);
  const { width, gap, height } = sizes[size];
  const total = filled.reduce((count, n) => count + n, 0) + empty;
  const length = Math.max(0, total * (width + gap) - gap);
  const spoken =
    label ??
    [
      ...parts.filter((part) => part.value > 0).map(describePart),
      text('tiles.whole', { number: formatCount(whole) }),
    ].join(', ');
  const segments = [...filled, empty].map((count, i, all) => ({
    count,
    start: all.slice(0, i).reduce((at, n) => at + n, 0),
    tone: parts[i]?.tone ?? ('none' as const),
    opacity: parts[i]?.faint ? 0.4 : undefined,
  }));
  if (fill) {
    return (
      <Box
        role="img"
        aria-label={spoken}
        sx={{
          display: 'grid',
          gridTemplateColumns: `repeat(${total}, minmax(0, ${size === 'wall' ? '1fr' : '16px'}))`,
          columnGap: '2px',
          height,
        }}
      >
        {segments.flatMap(({ count, start, tone, opacity }) =>
          Array.from({ length: count }, (_, i) => (
            <span
              key={start + i}
              style={{ borderRadius: 1.5, background: toneColor(theme, tone), opacity }}
            />
          )),
        )}
      </Box>
    );
  }
  return (
    <svg
      role="img"
      aria-label={spoken}
      viewBox={`0 0 ${length} ${height}`}
      width={length}
      height={height}
      preserveAspectRatio="xMinYMid meet"
      style={{ display: 'block', maxWidth: '100%' }}
    >
      {segments.map(({ count, start, tone, opacity }, i) =>
        count > 0 ? (
          <path
            key={i}
            d={tilesPath(start, count, sizes[size])}
            fill={toneColor(theme, tone)}
            opacity={opacity}
          />
        ) : null,
      )}
    </svg>
  );
});

/** Up to this total there is one tile per item. */
const tileLimit = 40;

/**
 * Distributes tiles to the parts. Up to 40 items each is one tile; beyond that, tiles are shares of the total by largest
 * remainder, and a part above 0 gets at least one tile.
 */
function distributeTiles(
  parts: readonly number[],
  whole: number,
  tiles: number,
): { filled: number[]; empty: number } {
  const sum = parts.reduce((total, part) => total + part, 0);
  const all = Math.max(whole, sum);
  if (all <= 0) return { filled: parts.map(() => 0), empty: tiles };
  if (all <= tileLimit) return { filled: [...parts], empty: all - sum };

  const exact = parts.map((part) => (part / all) * tiles);
  const filled = exact.map((share, i) => (parts[i] ? Math.max(1, Math.floor(share)) : 0));
  const wanted = Math.round((sum / all) * tiles);
  const byRemainder = exact
    .map((share, i) => [share - Math.floor(share), i] as const)
    .sort((a, b) => b[0] - a[0]);
  let missing = wanted - filled.reduce((total, n) => total + n, 0);
  for (const [, i] of byRemainder) {
    if (missing <= 0) break;
    if (parts[i] === 0) continue;
    filled[i] = (filled[i] ?? 0) + 1;
    missing -= 1;
  }
  while (filled.reduce((total, n) => total + n, 0) > tiles) {
    const largest = filled.indexOf(Math.max(...filled));
    filled[largest] = (filled[largest] ?? 0) - 1;
  }
  return { filled, empty: tiles - filled.reduce((total, n) => total + n, 0) };
}

/** The colour of a tile: of a chart series, of a status, the accent, neutral or empty. */
export type TileTone = keyof SchemeTokens['chart'] | Hue | 'accent' | 'plain' | 'none';

/** Returns the CSS colour of a tone in the current scheme. */
function toneColor({ vars }: Theme, tone: TileTone): string {
  const { chart, status, accent, text, line } = vars.palette;
  if (tone === 'none') return line.main;
  if (tone === 'plain') return text.secondary;
  if (tone === 'accent') return accent.main;
  return tone in chart ? chart[tone as keyof typeof chart] : status[tone as Hue].main;
}
