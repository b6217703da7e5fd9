import { useQuery } from '@tanstack/react-query';
import type { WorkerDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, EmptyState, ErrorAlert, formatCount, Instant, StatusChip } from '@tessera/ui';
import { Box, Link as TextLink, Skeleton, Typography } from '@tessera/ui/mui';
import { DescriptionList, DrawerPanel } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import type { ScopeNames } from './use-scope-names';
import { leasedTasksQuery, tokenQuery, workerQuery } from './workers.api';

export interface WorkerDrawerProps {
  id: number;
  names: ScopeNames;
  onClose: () => void;
}

/** One worker beside the list: what it may do, and the tasks that it has leased now. */
export function WorkerDrawer({ id, names, onClose }: WorkerDrawerProps) {
  const t = useTexts();
  const { data: worker, error, refetch } = useQuery(workerQuery(id));
  return (
    <DrawerPanel
      title={worker?.name ?? t('workers.title')}
      status={worker ? <StatusChip of="worker" state={worker.status} /> : null}
      onClose={onClose}
    >
      {error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null}
      {worker ? (
        <>
          <Facts worker={worker} names={names} />
          <LeasedTasks id={id} />
        </>
      ) : error ? null : (
        <Skeleton variant="rounded" height={160} />
      )}
    </DrawerPanel>
  );
}

function Facts({ worker, names }: { worker: WorkerDto; names: ScopeNames }) {
  const t = useTexts();
  const { data: token } = useQuery({
    ...tokenQuery(worker.token_id ?? 0),
    enabled: worker.token_id !== null,
  });
  return (
    <DescriptionList
      items={[
        {
          term: t('workers.tasks'),
          value: t('workers.use', {
            leased: formatCount(worker.leased),
            capacity: formatCount(worker.capacity),
          }),
        },
        { term: t('workers.sites'), value: names.sites(worker.site_ids) },
        { term: t('workers.realms'), value: names.realms(worker.realm_ids) },
        {
          term: t('workers.token'),
          value:
            token &&
            (token.revoked_at === null ? token.name : t('workers.revokedToken', { name: token.name })),
        },
        { term: t('workers.version'), value: worker.version },
        {
          term: t('workers.lastSeen'),
          value: <Instant value={worker.last_seen_at} style="date-time-seconds" />,
        },
        { term: t('workers.firstSeen'), value: <Instant value={worker.created_at} style="date-time" /> },
      ]}
    />
  );
}

function LeasedTasks({ id }: { id: number }) {
  const t = useTexts();
  const { data, error, refetch } = useQuery(leasedTasksQuery(id));
  return (
    <Box component="section" aria-label={t('workers.leasedTasks')}>
      <Typography component="h3" variant="h5">
        {t('workers.leasedTasks')}
      </Typography>
      {error ? <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} /> : null}
      {data?.rows.length === 0 ? <EmptyState>{t('workers.noLeasedTasks')}</EmptyState> : null}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {(data?.rows ?? []).map((task) => (
          <Box
            component="li"
            key={task.id}
            sx={{
              display: 'flex',
              alignItems: 'center',
              justifyContent: 'space-between',
              gap: 1,
              py: 0.75,
              borderBottom: 1,
              borderColor: 'line.subtle',
            }}
          >
            <TextLink
              component={Link}
              to={`/tasks?open=${task.id}`}
              sx={{ minWidth: 0, overflowWrap: 'anywhere' }}
            >
              {task.name || `#${task.id}`}
            </TextLink>
            <StatusChip of="task" state={task.status} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}
