import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoginActivityDto } from '@tessera/api';
import { Alert, Instant, QueryContent } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type Description, DescriptionList } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { loginDetailsQuery, loginHistoryQuery } from './logins.api';

/** The account details that the client reported last. */
export function ClientDetails({ loginId }: { loginId: number }) {
  const t = useTexts();
  const read = useQuery(loginDetailsQuery(loginId));
  return (
    <ActivityPanel read={read} emptyText={t('logins.noDetails')}>
      {read.data?.data ? <Report report={read.data.data} /> : null}
    </ActivityPanel>
  );
}

/** The reports of the client, newest first. */
export function ClientHistory({ loginId }: { loginId: number }) {
  const t = useTexts();
  const read = useQuery(loginHistoryQuery(loginId));
  return (
    <ActivityPanel read={read} emptyText={t('logins.noHistory')}>
      {(read.data?.data ?? []).map((report, i) => (
        <Report key={`${report.at} ${i}`} report={report} />
      ))}
    </ActivityPanel>
  );
}

interface ActivityResponse {
  success: boolean;
  error: string | null;
  data: readonly unknown[] | object | null;
}

/** Shows the loading state, a failed request, an unsuccessful report, an empty state or the reports. */
function ActivityPanel({
  read,
  emptyText,
  children,
}: {
  read: UseQueryResult<ActivityResponse>;
  emptyText: string;
  children: ReactNode;
}) {
  const t = useTexts();
  return (
    <QueryContent query={read} inset="none" loading={t('logins.loading')} skeletons={[96]}>
      {({ success, error, data }) => {
        if (!success) return <Alert tone="warning" title={error ?? t('logins.unreadable')} />;
        const isEmpty = data === null || (Array.isArray(data) && data.length === 0);
        return isEmpty ? (
          <Box sx={{ color: 'text.secondary' }}>{emptyText}</Box>
        ) : (
          <Box sx={{ display: 'grid', gap: 1.5 }}>{children}</Box>
        );
      }}
    </QueryContent>
  );
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

const Report = ({ report: { at, data } }: { report: LoginActivityDto }) => (
  <Box sx={{ pb: 1.5, '&:not(:last-child)': { borderBottom: 1, borderColor: 'line.subtle' } }}>
    <Box sx={{ typography: 'caption', color: 'text.tertiary', mb: 0.5 }}>
      <Instant value={at} style="date-time-seconds" />
    </Box>
    <DescriptionList
      items={Object.entries(data).map(([key, value]): Description => ({
        term: key.replaceAll('_', ' '),
        value: formatValue(value),
      }))}
    />
  </Box>
);
