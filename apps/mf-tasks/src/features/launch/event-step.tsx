import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mui/material';
import type { EventDto, TemplateDto } from '@tessera/api';
import { ErrorAlert, formatInstant, StatusChip, toProblem, useLocale } from '@tessera/ui';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { ChoiceRows } from './choice-rows';

export interface EventStepProps {
  template: TemplateDto;
  eventId: number | null;
  onChange: (eventId: number) => void;
}

const closed = ({ status, in_future, ko }: EventDto): string | undefined =>
  status === 'closed'
    ? 'Closed: nothing runs for it'
    : ko !== null && !in_future
      ? 'Its kick-off has passed'
      : undefined;

/** Which event of the template's site, soonest first. */
export function EventStep({ template, eventId, onChange }: EventStepProps) {
  const locale = useLocale();
  const { data: events, error, refetch } = useQuery(siteEventsQuery(template.site_id));
  const { data: sites } = useQuery(sitesQuery());
  const venue = sites?.find(({ id }) => id === template.site_id)?.time_zone;
  if (error) return <ErrorAlert problem={toProblem(error)} onRetry={() => void refetch()} />;
  if (!events) return <Skeleton variant="rounded" height={240} />;
  const when = ({ ko }: EventDto) =>
    ko === null
      ? 'Kick-off not known'
      : formatInstant(ko * 1000, { ...locale, ...(venue ? { timeZone: venue } : {}) });
  return (
    <ChoiceRows
      label="Event"
      value={eventId === null ? null : String(eventId)}
      onChange={(value) => onChange(Number(value))}
      none="The template’s site has no events yet."
      rows={events
        .filter((event) => closed(event) === undefined || event.id === eventId)
        .map((event) => ({
          value: String(event.id),
          title: event.name,
          second: `${when(event)} · ${event.max_per_customer === null ? 'no limit posted' : `${event.max_per_customer} per customer`}`,
          end: <StatusChip of="event" state={event.status} />,
          disabled: closed(event),
        }))}
    />
  );
}
