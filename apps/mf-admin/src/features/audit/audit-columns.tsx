import type { AuditDto } from '@tessera/api';
import { roles } from '@tessera/domain';
import { Instant } from '@tessera/ui';
import type { Column } from '@tessera/data-table';
import { Box } from '@tessera/ui/mui';
import type { useTexts } from '../../texts';
import { AuditSentence } from './audit-sentence';

/** Addresses and ids. */
export const Mono = ({ children }: { children: string | null }) => (
  <Box component="span" sx={{ fontFamily: '"IBM Plex Mono", monospace', fontSize: 12 }}>
    {children ?? '–'}
  </Box>
);

/** The role that somebody had then, in words; what is no role of today as it was written. */
export const roleOf = (t: ReturnType<typeof useTexts>, { role }: AuditDto): string | null => {
  const known = roles.find((one) => one === role);
  return known ? t(`people.roles.${known}`) : role;
};

/** Columns of the audit. */
export const auditColumns = (t: ReturnType<typeof useTexts>): Column<AuditDto>[] => [
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
  { id: 'role', header: t('audit.role'), width: 120, quiet: true, cell: (entry) => roleOf(t, entry) ?? '–' },
  {
    id: 'realm',
    header: t('words.realm'),
    minWidth: 116,
    quiet: true,
    cell: ({ realm_name }) => realm_name ?? '–',
  },
  {
    id: 'address',
    header: t('audit.ipAddress'),
    hidden: 'tight',
    minWidth: 116,
    quiet: true,
    cell: ({ address }) => <Mono>{address}</Mono>,
  },
  {
    id: 'request',
    header: t('audit.request'),
    width: 280,
    hidden: true,
    quiet: true,
    cell: ({ request_id }) => <Mono>{request_id}</Mono>,
  },
];
