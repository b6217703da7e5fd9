import { type NextStart, useServerNow } from '@tessera/api';
import { EmptyState, formatDuration, Instant, Lines, Panel } from '@tessera/ui';
import { useTexts } from '../../texts';
import { AllLink } from './all-link';

/** The next scheduled jobs, and how long until each starts by the server's clock. */
export function NextScheduled({ starts, page }: { starts: readonly NextStart[]; page: boolean }) {
  const t = useTexts();
  const now = useServerNow();
  return (
    <Panel
      title={t('dashboard.next.title')}
      actions={page ? <AllLink to="/tasks?status=scheduled">{t('dashboard.next.all')}</AllLink> : null}
    >
      {starts.length === 0 ? <EmptyState>{t('dashboard.next.none')}</EmptyState> : null}
      <Lines>
        {starts.map(({ job_id, name, tasks, scheduled_at }) => (
          <li key={`${job_id} ${name} ${scheduled_at}`}>
            <span className="words">
              <span className="title" title={name}>
                {name}
              </span>
              <span className="detail">
                <Instant value={scheduled_at} />, {t('dashboard.next.tasks', { count: tasks })}
              </span>
            </span>
            <span className="end">
              {t('dashboard.next.in', { time: formatDuration((Date.parse(scheduled_at) - now) / 1000) })}
            </span>
          </li>
        ))}
      </Lines>
    </Panel>
  );
}
