import { useTheme } from '@mui/material';
import { createRandom } from './random';

const columns = 15;
const rows = 5;
const pitch = 26;
const size = 22.5;
const gapAt = { column: 9, row: 4 };

interface Tile {
  points: string;
  tone: number;
  opacity: number;
  missing: boolean;
}

function createTiles(): Tile[] {
  const chance = createRandom(7);
  const j = () => (chance() - 0.5) * 2.4;
  return Array.from({ length: columns * rows }, (_, i) => {
    const column = i % columns;
    const row = Math.floor(i / columns);
    const x = 2 + column * pitch;
    const y = 2 + row * pitch;
    const corners = [
      [x + j(), y + j()],
      [x + size + j(), y + j()],
      [x + size + j(), y + size + j()],
      [x + j(), y + size + j()],
    ];
    const fromEdge = Math.min(column, columns - 1 - column);
    return {
      points: corners.map((corner) => corner.map((value) => value.toFixed(1)).join(',')).join(' '),
      tone: Math.floor(chance() * 4),
      opacity: [0.25, 0.5, 0.8][fromEdge] ?? 1,
      missing: column === gapAt.column && row === gapAt.row,
    };
  });
}

let tiles: Tile[] | undefined;

/** A mosaic with one missing tile, for the page of a module that could not be loaded. */
export function MissingTile() {
  const { line, text, accent, surface } = useTheme().vars.palette;
  const tones = [line.subtle, line.subtle, line.main, `color-mix(in srgb, ${line.subtle} 60%, ${line.main})`];
  tiles ??= createTiles();
  return (
    <svg viewBox="0 0 394 172" width={394} style={{ maxWidth: '100%' }} aria-hidden focusable="false">
      {tiles.map(({ points, tone, opacity, missing }) =>
        missing ? (
          <polygon
            key={points}
            points={points}
            fill={surface.main}
            stroke={text.secondary}
            strokeDasharray="4 3"
          />
        ) : (
          <polygon key={points} points={points} fill={tones[tone] ?? line.subtle} opacity={opacity} />
        ),
      )}
      <rect x={246} y={138} width={22} height={22} rx={1} fill={accent.main} transform="rotate(16 257 149)" />
    </svg>
  );
}
