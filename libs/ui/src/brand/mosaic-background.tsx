import { styled } from '@mui/material';
import { memo } from 'react';
import { createRandom } from './random';

const Svg = styled('svg')(({ theme: { vars } }) => {
  const { mosaic, accent } = vars.palette;
  const mix = (color: string, share: number) => `color-mix(in srgb, ${color} ${share}%, ${mosaic.ground})`;
  const fills: Record<SeatTone, string> = {
    stone: mix(mosaic.stone, 80),
    stoneFar: mix(mosaic.stone, 42),
    warm: mix(mosaic.warm, 80),
    warmFar: mix(mosaic.warm, 45),
    pale: mix(mosaic.pale, 90),
    paleFar: mix(mosaic.pale, 60),
    mauve: `color-mix(in srgb, ${accent.main} 22%, ${mosaic.stone})`,
    soft: `color-mix(in srgb, ${accent.main} 12%, ${mosaic.stone})`,
    softDeep: `color-mix(in srgb, ${accent.main} 20%, ${mosaic.stone})`,
    lit: accent.main,
    litDeep: accent.hover,
    litMid: mix(accent.main, 82),
    litPale: mix(accent.main, 68),
    gold: mix(mosaic.gold, 88),
    goldFar: mix(mosaic.gold, 60),
  };
  return {
    position: 'absolute',
    inset: 0,
    width: '100%',
    height: '100%',
    backgroundColor: mosaic.ground,
    ...Object.fromEntries(Object.entries(fills).map(([tone, fill]) => [`& .${tone}`, { fill }])),
  };
});

let paths: [SeatTone, string][] | undefined;

/** The background of the sign-in page: the seats of a stadium, as one decorative SVG. */
export const MosaicBackground = memo(function MosaicBackground() {
  paths ??= [...buildSeatPaths()];
  return (
    <Svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden focusable="false">
      {paths.map(([tone, d]) => (
        <path key={tone} className={tone} d={d} />
      ))}
    </Svg>
  );
});

/** The colour of a seat: `lit…` for a sold section, `soft…` for a half sold one, `…Far` in the last ring. */
export type SeatTone =
  | 'stone'
  | 'stoneFar'
  | 'warm'
  | 'warmFar'
  | 'pale'
  | 'paleFar'
  | 'mauve'
  | 'soft'
  | 'softDeep'
  | 'lit'
  | 'litDeep'
  | 'litMid'
  | 'litPale'
  | 'gold'
  | 'goldFar';

const centre = { x: 720, y: 450 };
// The stadium is seen slightly from above.
const verticalScale = 0.915;
const pitch = 18.7;
const gap = 2.6;
const sections = 20;
const aisle = 12;
/** Rings from the pitch outwards: inner radius and rows of seats. */
const rings = [
  { from: 322, rows: 9 },
  { from: 505, rows: 10 },
  { from: 708, rows: 11 },
] as const;
/** The sold sections of the inner ring and the half sold ones of the second, counted clockwise from the right. */
const lit = new Set([3, 7, 13, 17]);
const halfLitSections = new Set([0, 10]);

const round = (value: number) => Math.round(value * 10) / 10;

function drawTile(r: number, angle: number, jitter: () => number): string {
  const depth = pitch - gap;
  const turn = (pitch - gap) / 2 / r;
  const corner = (radius: number, at: number) =>
    `${round(centre.x + radius * Math.cos(at) + (jitter() - 0.5) * 1.6)} ${round(
      centre.y + verticalScale * radius * Math.sin(at) + (jitter() - 0.5) * 1.6,
    )}`;
  return `M${corner(r, angle - turn)}L${corner(r + depth, angle - turn)}L${corner(r + depth, angle + turn)}L${corner(r, angle + turn)}z`;
}

/** Chooses a seat's colour; `depth` runs from 0 at the pitch to 1 at the back of the ring, where colours are paler. */
function chooseTone(ring: number, section: number, depth: number, chance: () => number): SeatTone {
  const c = chance();
  const isOuterRing = ring === 2;
  if (ring === 0 && lit.has(section)) {
    if (c < 0.06) return 'pale';
    const shade = chance() + depth * 0.55;
    return shade < 0.5 ? 'litDeep' : shade < 0.95 ? 'lit' : shade < 1.25 ? 'litMid' : 'litPale';
  }
  if (ring === 1 && halfLitSections.has(section)) return c < 0.1 ? 'pale' : c < 0.55 ? 'soft' : 'softDeep';
  if (c < 0.0035) return isOuterRing ? 'goldFar' : 'gold';
  if (c < 0.008) return isOuterRing ? 'softDeep' : 'litMid';
  if (c < 0.024) return isOuterRing ? 'soft' : 'mauve';
  if (c < 0.34) return isOuterRing ? 'stoneFar' : 'stone';
  return c < 0.58 ? (isOuterRing ? 'warmFar' : 'warm') : isOuterRing ? 'paleFar' : 'pale';
}

/** Builds one SVG path per colour for rings of seats in sections. */
function buildSeatPaths(): Map<SeatTone, string> {
  const chance = createRandom(20);
  const paths = new Map<SeatTone, string[]>();
  rings.forEach(({ from, rows }, ring) => {
    for (let row = 0; row < rows; row += 1) {
      const r = from + row * pitch;
      const arc = (2 * Math.PI * r) / sections - aisle;
      const count = Math.floor(arc / pitch);
      for (let section = 0; section < sections; section += 1) {
        const middle = ((section + (chance() - 0.5) * 0.07) * 2 * Math.PI) / sections;
        for (let i = 0; i < count; i += 1) {
          const angle = middle + ((i - (count - 1) / 2) * pitch) / r;
          const tone = chooseTone(ring, section, row / rows, chance);
          const x = centre.x + r * Math.cos(angle);
          const y = centre.y + verticalScale * r * Math.sin(angle);
          if (x < -30 || x > 1470 || y < -30 || y > 930) continue;
          const list = paths.get(tone) ?? [];
          list.push(drawTile(r, angle, chance));
          paths.set(tone, list);
        }
      }
    }
  });
  return new Map([...paths].map(([tone, list]) => [tone, list.join('')]));
}
