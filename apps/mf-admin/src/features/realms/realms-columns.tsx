import type { RealmDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant, StatusChip, TileBar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';

/** Usage of a limit: "148 of 200" with a bar, or "none allowed" for a limit of 0. */
function LimitUsage({ used, limit, of }: { used: number; limit: number; of: 'tasks' | 'logins' }) {
  const t = useTexts();
  if (limit === 0 && used === 0)
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        {t('realms.noneAllowed')}
      </Box>
    );
  const figures = { used: formatCount(used), limit: formatCount(limit) };
  const tone = used >= limit ? 'cinnabar' : used >= limit * 0.9 ? 'ochre' : 'plain';
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      <TileBar
        parts={[{ value: Math.min(used, limit), tone }]}
        total={Math.max(limit, 1)}
        tiles={10}
        label={t(`realms.${of}Use`, figures)}
      />
      <span>{t('realms.use', figures)}</span>
    </Box>
  );
}

/** Columns of the list of realms. */
export const createRealmColumns = (t: AdminTexts): Column<RealmDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 180,
    cell: ({ name }) => name,
  },
  {
    id: 'number',
    header: t('realms.number'),
    align: 'right',
    hidden: 'tight',
    width: 84,
    quiet: true,
    cell: ({ id }) => id,
  },
  {
    id: 'status',
    header: t('words.status'),
    sortKey: 'status',
    width: 128,
    cell: ({ status }) => <StatusChip of="account" state={status} />,
  },
  {
    id: 'users',
    header: t('realms.users'),
    align: 'right',
    width: 72,
    cell: ({ user_count }) => formatCount(user_count),
  },
  {
    id: 'tasks',
    header: t('realms.tasks'),
    minWidth: 166,
    cell: ({ active_tasks, max_tasks }) => <LimitUsage used={active_tasks} limit={max_tasks} of="tasks" />,
  },
  {
    id: 'logins',
    header: t('realms.logins'),
    minWidth: 150,
    cell: ({ login_count, max_logins }) => <LimitUsage used={login_count} limit={max_logins} of="logins" />,
  },
  {
    id: 'created',
    header: t('words.created'),
    sortKey: 'created_at',
    hidden: 'tight',
    width: 144,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
];
