import { Box, useTheme, type Theme } from '@mui/material';
import { memo } from 'react';
import { text } from '../texts';
import { useLanguage } from '../texts/catalogue';
import type { Hue, SchemeTokens } from '../theme/tokens';
import { formatCount } from './money';

export interface TilePart {
  value: number;
  tone: TileTone;
  /** What the part is, for the spoken form: "running". */
  label?: string;
  /** Paler than its tone: of the same kind, but not what the figure is about at the moment. */
  faint?: boolean;
}

export interface TileBarProps {
  parts: readonly TilePart[];
  /** The stated whole; the sum of the parts when absent. */
  total?: number;
  /** Tiles of a bar whose whole is above 40. */
  tiles?: number;
  /** Spoken in place of the parts: "148 of 200 tasks". */
  label?: string;
  /** `row` 4 × 8 for tables, `tile` 6 × 8 for tiles and panels, `count` 4 × 12 for countdowns. */
  size?: 'row' | 'tile' | 'count';
  /** Spreads over the width that is there; tiles grow to 16 px at the most, so that a few stay tiles. */
  fill?: boolean;
}

const sizes = {
  row: { width: 4, gap: 1.8, height: 8 },
  tile: { width: 6, gap: 2.5, height: 8 },
  count: { width: 4, gap: 1.6, height: 12 },
};

type Size = (typeof sizes)[keyof typeof sizes];

/** A path of `count` rounded tiles from tile `start` on: one element however many tiles. */
function tilesPath(start: number, count: number, { width, gap, height }: Size): string {
  const r = Math.min(1.5, width / 3);
  return Array.from({ length: count }, (_, i) => {
    const x = (start + i) * (width + gap);
    return `M${x + r} 0h${width - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${height - 2 * r}a${r} ${r} 0 0 1 -${r} ${r}h-${width - 2 * r}a${r} ${r} 0 0 1 -${r} -${r}v-${height - 2 * r}a${r} ${r} 0 0 1 ${r} -${r}z`;
  }).join('');
}

const spokenPart = ({ value, label }: TilePart): string => {
  const number = formatCount(value);
  return label === undefined ? number : text('tiles.part', { number, part: label });
};

/** A bar of tiles: one tile is one thing up to 40, else a share of a stated whole. */
export const TileBar = memo(function TileBar(props: TileBarProps) {
  const { parts, tiles = 20, label, size = 'row', fill = false } = props;
  const theme = useTheme();
  useLanguage();
  const values = parts.map((part) => part.value);
  const sum = values.reduce((total, value) => total + value, 0);
  const whole = props.total ?? sum;
  const { filled, empty } = tileShares(values, whole, tiles);
  const { width, gap, height } = sizes[size];
  const total = filled.reduce((count, n) => count + n, 0) + empty;
  const length = Math.max(0, total * (width + gap) - gap);
  const spoken =
    label ??
    [
      ...parts.filter((part) => part.value > 0).map(spokenPart),
      text('tiles.whole', { number: formatCount(whole) }),
    ].join(', ');
  const runs = [...filled, empty].map((count, i, all) => ({
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
          gridTemplateColumns: `repeat(${total}, minmax(0, 16px))`,
          columnGap: '2px',
          height,
        }}
      >
        {runs.flatMap(({ count, start, tone, opacity }) =>
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
      {runs.map(({ count, start, tone, opacity }, i) =>
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

/** Up to this many things, one tile is one thing. */
export const tileLimit = 40;

/**
 * How many tiles each part gets, and how many stay empty. Up to 40 things: one each. Beyond, tiles are shares of the
 * whole by largest remainder, and a part that is there at all keeps at least one tile.
 */
export function tileShares(
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

/** What a tile may mean: a series of the charts, a hue of state, the accent, or plain use of a limit. */
export type TileTone = keyof SchemeTokens['chart'] | Hue | 'accent' | 'plain' | 'none';

/** The CSS colour of a tone in the present scheme. */
export function toneColor({ vars }: Theme, tone: TileTone): string {
  const { chart, status, accent, text, line } = vars.palette;
  if (tone === 'none') return line.main;
  if (tone === 'plain') return text.secondary;
  if (tone === 'accent') return accent.main;
  return tone in chart ? chart[tone as keyof typeof chart] : status[tone as Hue].main;
}
