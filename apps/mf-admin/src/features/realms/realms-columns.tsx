import type { RealmDto } from '@tessera/api';
import { Box } from '@mui/material';
import { formatCount, Instant, StatusChip, TileBar, type Column } from '@tessera/ui';

/** "148 of 200" with its tiles; a limit of 0 reads "none allowed" (contract section 3). */
export function LimitUse({ used, limit, what }: { used: number; limit: number; what: string }) {
  if (limit === 0 && used === 0)
    return (
      <Box component="span" sx={{ color: 'text.tertiary' }}>
        none allowed
      </Box>
    );
  const words = `${formatCount(used)} of ${formatCount(limit)}`;
  const tone = used >= limit ? 'cinnabar' : used >= limit * 0.9 ? 'ochre' : 'plain';
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 1.5 }}>
      <TileBar
        parts={[{ value: Math.min(used, limit), tone }]}
        whole={Math.max(limit, 1)}
        tiles={10}
        label={`${words} ${what}`}
      />
      <span>{words}</span>
    </Box>
  );
}

/** Columns of the realms' list. */
export const realmsColumns: Column<RealmDto>[] = [
  {
    id: 'name',
    header: 'Name',
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 180,
    cell: ({ name }) => name,
  },
  {
    id: 'status',
    header: 'Status',
    sortKey: 'status',
    width: 130,
    cell: ({ status }) => <StatusChip of="account" state={status} />,
  },
  {
    id: 'users',
    header: 'Users',
    align: 'right',
    width: 80,
    cell: ({ user_count }) => formatCount(user_count),
  },
  {
    id: 'tasks',
    header: 'Unfinished tasks',
    minWidth: 190,
    cell: ({ active_tasks, max_tasks }) => (
      <LimitUse used={active_tasks} limit={max_tasks} what="unfinished tasks" />
    ),
  },
  {
    id: 'logins',
    header: 'Logins',
    minWidth: 190,
    cell: ({ login_count, max_logins }) => <LimitUse used={login_count} limit={max_logins} what="logins" />,
  },
  {
    id: 'created',
    header: 'Created',
    sortKey: 'created_at',
    width: 130,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} style="date" />,
  },
];
