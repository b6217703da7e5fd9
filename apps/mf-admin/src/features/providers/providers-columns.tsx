import type { IdentityProviderDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { formatCount, Instant, StatusChip } from '@tessera/ui';
import type { AdminTexts } from '../../texts';

/** Columns of the list of identity providers. */
export const createProviderColumns = (t: AdminTexts): Column<IdentityProviderDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    sortKey: 'name',
    fixed: true,
    strong: true,
    minWidth: 160,
    cell: ({ name }) => name,
  },
  {
    id: 'for',
    header: t('providers.for'),
    minWidth: 160,
    cell: ({ realm_name }) => realm_name ?? t('providers.installation'),
  },
  {
    id: 'issuer',
    header: t('providers.issuer'),
    sortKey: 'issuer',
    minWidth: 220,
    cell: ({ issuer }) => issuer,
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 128,
    cell: ({ enabled }) => <StatusChip of="account" state={enabled ? 'active' : 'disabled'} />,
  },
  {
    id: 'linked',
    header: t('providers.linked'),
    align: 'right',
    width: 84,
    cell: ({ linked_count }) => formatCount(linked_count),
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
