import type { PoolDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant } from '@tessera/ui';
import type { AdminTexts } from '../../../texts';

/** Formats the first members: "Desk 01, Desk 02, Desk 03 and 9 more". */
export function formatFirstMembers(t: AdminTexts, { members }: PoolDto): string {
  const names = members.slice(0, 3).map(({ login_name }) => login_name);
  const more = members.length - names.length;
  if (names.length === 0) return t('pools.noneYet');
  return more > 0 ? t('pools.andMore', { names: names.join(', '), more }) : names.join(', ');
}

/** Columns of a site's pools. */
export const createPoolColumns = (t: AdminTexts): Column<PoolDto>[] => [
  {
    id: 'name',
    header: t('pools.pool'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 180,
    cell: ({ name }) => name,
  },
  {
    id: 'count',
    header: t('pools.members'),
    align: 'right',
    width: 90,
    cell: ({ members }) => formatCount(members.length),
  },
  {
    id: 'serving',
    header: t('pools.active'),
    align: 'right',
    width: 90,
    cell: ({ members }) => formatCount(members.filter(({ status }) => status === 'active').length),
  },
  {
    id: 'members',
    header: t('pools.inOrder'),
    minWidth: 260,
    quiet: true,
    cell: (pool) => formatFirstMembers(t, pool),
  },
  {
    id: 'updated',
    header: t('words.changed'),
    sortKey: 'updated_at',
    width: 150,
    quiet: true,
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];
