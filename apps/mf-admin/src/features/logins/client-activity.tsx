import type { LoginActivityDto } from '@tessera/api';
import { Box, Skeleton } from '@tessera/ui/mui';
import { ErrorAlert, Instant, Alert, describeError } from '@tessera/ui';
import { DescriptionList, type Description } from '@tessera/ui/panels';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTexts } from '../../texts';
import { loginDetailsQuery, loginHistoryQuery } from './logins.api';

/** What the client last reported of the account. */
export function ClientDetails({ loginId }: { loginId: number }) {
  const t = useTexts();
  const read = useQuery(loginDetailsQuery(loginId));
  return (
    <Reported read={read} nothing={t('logins.noDetails')}>
      {read.data?.data ? <Report report={read.data.data} /> : null}
    </Reported>
  );
}

/** What the client reported over time, newest first. */
export function ClientHistory({ loginId }: { loginId: number }) {
  const t = useTexts();
  const read = useQuery(loginHistoryQuery(loginId));
  return (
    <Reported read={read} nothing={t('logins.noHistory')}>
      {(read.data?.data ?? []).map((report, i) => (
        <Report key={`${report.at} ${i}`} report={report} />
      ))}
    </Reported>
  );
}

interface Answer {
  success: boolean;
  error: string | null;
  data: readonly unknown[] | object | null;
}

/** Loading, a failed read, `success` false in place (screens, logins), nothing, or what was reported. */
function Reported({
  read: { data, error, refetch },
  nothing,
  children,
}: {
  read: UseQueryResult<Answer>;
  nothing: string;
  children: ReactNode;
}) {
  const t = useTexts();
  if (error) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!data)
    return <Skeleton variant="rounded" height={96} role="progressbar" aria-label={t('logins.loading')} />;
  if (!data.success) return <Alert tone="warning" title={data.error ?? t('logins.unreadable')} />;
  const isEmpty = data.data === null || (Array.isArray(data.data) && data.data.length === 0);
  return isEmpty ? (
    <Box sx={{ color: 'text.secondary' }}>{nothing}</Box>
  ) : (
    <Box sx={{ display: 'grid', gap: 1.5 }}>{children}</Box>
  );
}

const inWords = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

const Report = ({ report: { at, data } }: { report: LoginActivityDto }) => (
  <Box sx={{ pb: 1.5, '&:not(:last-child)': { borderBottom: 1, borderColor: 'line.subtle' } }}>
    <Box sx={{ typography: 'caption', color: 'text.tertiary', mb: 0.5 }}>
      <Instant value={at} style="date-time-seconds" />
    </Box>
    <DescriptionList
      items={Object.entries(data).map(([key, value]): Description => ({
        term: key.replaceAll('_', ' '),
        value: inWords(value),
      }))}
    />
  </Box>
);
