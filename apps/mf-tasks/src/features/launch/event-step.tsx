import { useQuery } from '@tanstack/react-query';
import type { EventDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, EmptyState, ErrorAlert, formatInstant, StatusChip, useLocale } from '@tessera/ui';
import { Button, Skeleton } from '@tessera/ui/mui';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { type TasksTexts, useTexts } from '../../texts';
import { type ChoiceRow, ChoiceRows } from './choice-rows';
import type { LaunchTemplate } from './launch-draft';

export interface EventStepProps {
  template: LaunchTemplate;
  eventId: number | null;
  onChange: (eventId: number) => void;
}

const blockedReason = (t: TasksTexts, { status, in_future, ko }: EventDto): string | undefined =>
  status === 'closed'
    ? t('launch.closed')
    : ko !== null && !in_future
      ? t('launch.kickOffPassed')
      : undefined;

/** Selects an event of the template's site, soonest first. */
export function EventStep({ template, eventId, onChange }: EventStepProps) {
  const t = useTexts();
  const locale = useLocale();
  const { data: events, error, refetch } = useQuery(siteEventsQuery(template.site_id));
  const { data: sites } = useQuery(sitesQuery());
  const venue = sites?.find(({ id }) => id === template.site_id)?.time_zone;
  if (error && !events) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!events) return <Skeleton variant="rounded" height={240} />;
  const when = ({ ko }: EventDto) =>
    ko === null
      ? t('launch.noKickOff')
      : formatInstant(ko * 1000, { ...locale, ...(venue ? { timeZone: venue } : {}) });
  const limit = ({ max_per_customer: most }: EventDto) =>
    most === null ? t('launch.noLimit') : t('launch.perCustomer', { number: most });
  return (
    <ChoiceRows
      label={t('words.event')}
      value={eventId === null ? null : String(eventId)}
      onChange={(value) => onChange(Number(value))}
      emptyText={
        <EmptyState
          isMainAction
          action={
            <Button component={Link} to={`/sites/${template.site_id}/events`} variant="contained">
              {t('launch.createEvent')}
            </Button>
          }
        >
          {t('launch.noEvents')}
        </EmptyState>
      }
      rows={events
        .filter((event) => blockedReason(t, event) === undefined || event.id === eventId)
        .map((event): ChoiceRow => ({
          value: String(event.id),
          title: event.name,
          subtitle: `${when(event)} · ${limit(event)}`,
          trailing: <StatusChip of="event" state={event.status} />,
          disabled: blockedReason(t, event),
        }))}
    />
  );
}
