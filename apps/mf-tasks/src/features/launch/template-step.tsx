import { useQuery } from '@tanstack/react-query';
import type { EventDto, TemplateDto } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { describeError, EmptyState, ErrorAlert } from '@tessera/ui';
import { Button, Skeleton } from '@tessera/ui/mui';
import { sitesQuery, templatesQuery } from '../../lookups/lookups.api';
import { siteName } from '../../lookups/options';
import { describeSeats } from '../../seats-sum';
import { useTexts } from '../../texts';
import { type ChoiceRow, ChoiceRows } from './choice-rows';
import type { LaunchTemplate } from './launch-draft';

/** Selects the template. */
export function TemplateStep({
  chosen,
  event,
  onChange,
}: {
  chosen: LaunchTemplate | null;
  /** The preselected event: templates of other sites are disabled. */
  event: EventDto | null;
  onChange: (template: TemplateDto) => void;
}) {
  const t = useTexts();
  const { data: templates, error, refetch } = useQuery(templatesQuery(true));
  const { data: sites } = useQuery(sitesQuery());
  const nameOfSite = ({ site_id, site_name }: TemplateDto) => {
    const site = sites?.find(({ id }) => id === site_id);
    return site ? siteName(site) : site_name;
  };
  if (error && !templates) return <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />;
  if (!templates) return <Skeleton variant="rounded" height={240} />;
  return (
    <ChoiceRows
      label={t('words.template')}
      value={chosen ? String(chosen.id) : null}
      onChange={(value) => {
        const template = templates.find(({ id }) => String(id) === value);
        if (template) onChange(template);
      }}
      emptyText={
        <EmptyState
          isMainAction
          action={
            <Button component={Link} to="/templates" variant="contained">
              {t('launch.createTemplate')}
            </Button>
          }
        >
          {t('launch.noTemplates')}
        </EmptyState>
      }
      rows={templates.map((template): ChoiceRow => ({
        value: String(template.id),
        title: template.name,
        subtitle: t('launch.siteAndEvent', {
          site: nameOfSite(template),
          event: template.event_name ?? t('launch.eventAtLaunch'),
        }),
        trailing: t(template.type === 'buy' ? 'launch.buys' : 'launch.holds', {
          seats: describeSeats(t, template),
        }),
        disabled:
          event && event.site_id !== template.site_id
            ? t('launch.otherSite', { event: event.name })
            : undefined,
      }))}
    />
  );
}
