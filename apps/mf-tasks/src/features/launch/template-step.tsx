import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@mui/material';
import type { EventDto, TemplateDto } from '@tessera/api';
import { ErrorAlert, toProblem } from '@tessera/ui';
import { templatesQuery } from '../../lookups/lookups.api';
import { ChoiceRows } from './choice-rows';

/** Which template. */
export function TemplateStep({
  chosen,
  event,
  onChange,
}: {
  chosen: TemplateDto | null;
  /** The event that is meant: templates of other sites can't serve it. */
  event: EventDto | null;
  onChange: (template: TemplateDto) => void;
}) {
  const { data: templates, error, refetch } = useQuery(templatesQuery());
  if (error) return <ErrorAlert problem={toProblem(error)} onRetry={() => void refetch()} />;
  if (!templates) return <Skeleton variant="rounded" height={240} />;
  return (
    <ChoiceRows
      label="Template"
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => {
        const template = templates.find(({ id }) => String(id) === value);
        if (template) onChange(template);
      }}
      none="There are no templates yet. Make one on the templates page first."
      rows={templates.map((template) => ({
        value: String(template.id),
        title: template.name,
        second: `${template.site_name} · ${template.event_name ?? 'event chosen at launch'}`,
        end: `${template.worker_count} × ${template.seats_per_worker} seats, ${template.type === 'buy' ? 'buys' : 'holds'}`,
        disabled:
          event && event.site_id !== template.site_id ? `${event.name} is at another site` : undefined,
      }))}
    />
  );
}
