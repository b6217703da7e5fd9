import type { PoolDto } from '@tessera/api';
import { formatCount, Instant, type Column } from '@tessera/ui';

/** The first members by name: "Desk 01, Desk 02, Desk 03 and 9 more". */
export function firstMembers({ members }: PoolDto): string {
  const names = members.slice(0, 3).map(({ login_name }) => login_name);
  const more = members.length - names.length;
  return names.length === 0 ? 'none yet' : `${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Columns of a site's pools. */
export const poolsColumns: Column<PoolDto>[] = [
  {
    id: 'name',
    header: 'Pool',
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 180,
    cell: ({ name }) => name,
  },
  {
    id: 'count',
    header: 'Members',
    align: 'right',
    width: 90,
    cell: ({ members }) => formatCount(members.length),
  },
  {
    id: 'serving',
    header: 'Serving',
    align: 'right',
    width: 90,
    cell: ({ members }) => formatCount(members.filter(({ status }) => status === 'active').length),
  },
  { id: 'members', header: 'In order', minWidth: 260, quiet: true, cell: firstMembers },
  {
    id: 'updated',
    header: 'Changed',
    sortKey: 'updated_at',
    width: 150,
    quiet: true,
    cell: ({ updated_at }) => <Instant value={updated_at} />,
  },
];
