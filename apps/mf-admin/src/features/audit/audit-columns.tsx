import type { AuditDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { roles } from '@tessera/domain';
import { Instant } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import type { AdminTexts } from '../../texts';
import { AuditSentence } from './audit-sentence';

/** An address or an id, in a monospaced font. */
export const MonoText = ({ children }: { children: string | null }) => (
  <Box component="span" sx={{ fontFamily: '"IBM Plex Mono", monospace', fontSize: 12 }}>
    {children ?? '–'}
  </Box>
);

/** The label of the role that the actor had; a role that no longer exists is shown as stored. */
export const roleLabel = (t: AdminTexts, { role }: AuditDto): string | null => {
  const known = roles.find((one) => one === role);
  return known ? t(`people.roles.${known}`) : role;
};

/** Columns of the audit log; of a single realm without its name. */
export const createAuditColumns = (t: AdminTexts, ofAllRealms: boolean): Column<AuditDto>[] => [
  {
    id: 'at',
    header: t('audit.time'),
    fixed: true,
    width: 164,
    cell: ({ at }) => <Instant value={at} style="date-time-seconds" />,
  },
  {
    id: 'what',
    header: t('audit.entry'),
    minWidth: 320,
    cell: (entry) => <AuditSentence entry={entry} inRow />,
  },
  {
    id: 'role',
    header: t('audit.role'),
    width: 120,
    quiet: true,
    cell: (entry) => roleLabel(t, entry) ?? '–',
  },
  ...(ofAllRealms
    ? [
        {
          id: 'realm',
          header: t('words.realm'),
          minWidth: 116,
          quiet: true,
          cell: ({ realm_name }: AuditDto) => realm_name ?? '–',
        },
      ]
    : []),
  {
    id: 'address',
    header: t('audit.ipAddress'),
    hidden: 'tight',
    minWidth: 116,
    quiet: true,
    cell: ({ address }) => <MonoText>{address}</MonoText>,
  },
  {
    id: 'request',
    header: t('audit.request'),
    width: 280,
    hidden: true,
    quiet: true,
    cell: ({ request_id }) => <MonoText>{request_id}</MonoText>,
  },
];
