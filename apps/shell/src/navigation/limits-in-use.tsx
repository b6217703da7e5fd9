import type { LimitUse } from '@tessera/api';
import { formatCount, TileBar } from '@tessera/ui';
import { styled } from '@tessera/ui/mui';
import { useDashboard } from '../features/dashboard/dashboard.api';
import { limitText, limitTone } from '../features/dashboard/limit-bar';
import { useTexts } from '../texts';

const Root = styled('div')(({ theme: { vars, typography, breakpoints } }) => ({
  ...typography.caption,
  // One line: an entry without room is hidden as a whole and doesn't push the account menu out of the bar.
  display: 'flex',
  flexWrap: 'wrap',
  minWidth: 0,
  height: '1lh',
  overflow: 'hidden',
  gap: 14,
  paddingLeft: 16,
  borderLeft: `1px solid ${vars.palette.divider}`,
  color: vars.palette.text.secondary,
  whiteSpace: 'nowrap',
  '& > span': { display: 'flex', alignItems: 'center', gap: 8 },
  '& b': { fontWeight: 600, color: vars.palette.text.primary },
  '& .tiles': { flex: 'none' },
  [breakpoints.down('lg')]: { '& .tiles': { display: 'none' } },
  [breakpoints.down('md')]: { display: 'none' },
}));

/** Use of the limits in the top bar; renders nothing until it is loaded. */
export function LimitsInUse() {
  const t = useTexts();
  const { data } = useDashboard();
  if (!data) return null;
  return (
    <Root>
      <Limit label={t('dashboard.limits.tasks')} use={data.tasks_limit} />
      <Limit label={t('dashboard.limits.logins')} use={data.logins_limit} />
    </Root>
  );
}

/** Number of filled tiles out of ten, so that the bar keeps its width; at least one as soon as any is used. */
const tenths = ({ used, max }: LimitUse): number =>
  used === 0 || max === 0 ? 0 : Math.min(10, Math.max(1, Math.round((used / max) * 10)));

function Limit({ label, use }: { label: string; use: LimitUse }) {
  const t = useTexts();
  return (
    <span>
      <span>
        {label} <b>{formatCount(use.used)}</b> / {formatCount(use.max)}
      </span>
      <span className="tiles">
        <TileBar
          label={limitText(t, label, use)}
          parts={[{ value: tenths(use), tone: limitTone(use), label: t('dashboard.limits.used') }]}
          total={10}
        />
      </span>
    </span>
  );
}
