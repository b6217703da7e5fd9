import { styled } from '@mui/material';
import type { PlanLine, PlanTotals } from '@tessera/api';
import { stateLook, TileBar } from '@tessera/ui';

const Strip = styled('ol')(({ theme: { vars } }) => ({
  listStyle: 'none',
  margin: 0,
  padding: 0,
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(24px, 1fr))',
  gap: 4,
  '& li': { height: 28, borderRadius: 2, display: 'grid', placeItems: 'center' },
  '& .ok': { backgroundColor: vars.palette.status.verdigris.tint, color: vars.palette.status.verdigris.main },
  '& .warn': { backgroundColor: vars.palette.status.ochre.main, color: vars.palette.status.on },
  '& .blocked': {
    border: `1.5px solid ${vars.palette.status.cinnabar.main}`,
    color: vars.palette.status.cinnabar.main,
  },
}));

/** Up to this many, one tile is one task (look, section 5). */
const most = 40;

/** Every task of the plan as a tile, or as shares of the whole when there are many. */
export function PlanTiles({ lines, totals }: { lines: readonly PlanLine[]; totals: PlanTotals }) {
  if (lines.length > most) {
    return (
      <TileBar
        size="tile"
        fill
        tiles={most}
        parts={[
          { value: totals.ok, tone: 'verdigris', label: 'OK' },
          { value: totals.warn, tone: 'ochre', label: 'with a warning' },
          { value: totals.blocked, tone: 'cinnabar', label: 'blocked' },
        ]}
      />
    );
  }
  return (
    <Strip aria-label="Plan">
      {lines.map((line) => {
        const { icon: Icon, word } = stateLook('plan', line.verdict);
        return (
          <li key={line.index} className={line.verdict} title={`${line.login_name ?? 'No login'}: ${word}`}>
            <Icon size={14} strokeWidth={2} aria-label={word} />
          </li>
        );
      })}
    </Strip>
  );
}
