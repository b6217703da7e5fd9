import { styled } from '@mui/material';
import { memo } from 'react';
import { buildSeatPaths, type SeatTone } from './floor-geometry';

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

let laid: [SeatTone, string][] | undefined;

/** The floor under the sign-in card: a bowl of seats, four sections lit. Decoration alone; one static SVG. */
export const MosaicBackground = memo(function MosaicBackground() {
  laid ??= [...buildSeatPaths()];
  return (
    <Svg viewBox="0 0 1440 900" preserveAspectRatio="xMidYMid slice" aria-hidden focusable="false">
      {laid.map(([tone, d]) => (
        <path key={tone} className={tone} d={d} />
      ))}
    </Svg>
  );
});
