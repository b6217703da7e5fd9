import type { PlanLine, PlanTotals } from '@tessera/api';
import { stateAppearance, stateLabel, TileBar } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

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

/** Up to this number each task has a tile. */
const MAX_TILES = 40;

/** The plan's tasks as tiles, or as proportions for many tasks. */
export function PlanTiles({ lines, totals }: { lines: readonly PlanLine[]; totals: PlanTotals }) {
  const t = useTexts();
  if (lines.length > MAX_TILES) {
    return (
      <TileBar
        size="tile"
        fill
        tiles={MAX_TILES}
        parts={[
          { value: totals.ok, tone: 'verdigris', label: stateLabel('plan', 'ok') },
          { value: totals.warn, tone: 'ochre', label: t('launch.withWarning') },
          { value: totals.blocked, tone: 'cinnabar', label: t('launch.blockedPart') },
        ]}
      />
    );
  }
  return (
    <Strip aria-label={t('jobs.plan')}>
      {lines.map((line) => {
        const { icon: Icon, label } = stateAppearance('plan', line.verdict);
        return (
          <li
            key={line.index}
            className={line.verdict}
            title={t('launch.tile', { login: line.login_name ?? t('launch.noLogin'), verdict: label })}
          >
            <Icon size={14} strokeWidth={2.5} role="img" aria-label={label} />
          </li>
        );
      })}
    </Strip>
  );
}
