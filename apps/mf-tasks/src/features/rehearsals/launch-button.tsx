import { useQuery } from '@tanstack/react-query';
import { Rocket } from 'lucide-react';
import type { RehearsalDto, TemplateDto } from '@tessera/api';
import { Link, useNavigate } from '@tessera/federation/router';
import { formatCount, useAction } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { rehearsedTemplateQuery, useApplyAdvice } from './rehearsals.api';

/** The settings that advice may change, in the order in which they are named. */
const settings = ['worker_count', 'launch_delay'] as const;

/** Launches what was rehearsed at `to`: where the report advises what is a setting of its template, applied to it first. */
export function LaunchButton({ rehearsal, to }: { rehearsal: RehearsalDto; to: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const { confirmAndRun, withUndo } = useAction();
  const { mutateAsync: apply } = useApplyAdvice();
  const { data } = useQuery(
    rehearsedTemplateQuery(rehearsal.source === 'template' ? rehearsal.template_id : null),
  );
  const changes = data ? applicableAdvice(rehearsal, data.template) : {};
  const changed = settings.filter((setting) => changes[setting] !== undefined);
  const icon = <Rocket size={16} strokeWidth={1.75} aria-hidden />;
  if (!data || changed.length === 0)
    return (
      <Button component={Link} to={to} variant="contained" startIcon={icon}>
        {t('rehearsals.launch')}
      </Button>
    );
  const { template, etag } = data;
  const names = { worker_count: t('words.tasks'), launch_delay: t('words.betweenStarts') };
  const sentences = changed.map(
    (setting) =>
      `${names[setting]} ${formatCount(template[setting])} → ${formatCount(changes[setting] ?? template[setting])}`,
  );
  const before: AppliedSettings = Object.fromEntries(changed.map((setting) => [setting, template[setting]]));
  const done = ({ etag: version }: { template: TemplateDto; etag: string | null }) =>
    withUndo(t('rehearsals.applied', { name: template.name, changes: sentences.join(', ') }), {
      restore: () => apply({ id: template.id, change: before, etag: version }),
      message: t('rehearsals.appliedBack', { name: template.name }),
    });
  const run = async () => {
    const isDone = await confirmAndRun(
      {
        title: t('rehearsals.applyTitle', { name: template.name }),
        body: t('rehearsals.applyBody'),
        consequences: sentences.map((sentence) => ({ text: sentence })),
        confirmLabel: t('rehearsals.apply'),
      },
      () => apply({ id: template.id, change: changes, etag }),
      done,
    );
    if (isDone) void navigate(to);
  };
  return (
    <Button variant="contained" startIcon={icon} title={sentences.join(', ')} onClick={() => void run()}>
      {t('rehearsals.apply')}
    </Button>
  );
}

/** The settings of a template that the advice of a report changes. */
type AppliedSettings = Partial<Pick<TemplateDto, 'worker_count' | 'launch_delay'>>;

/** The most tasks that a template may have, and the longest time between two starts in seconds. */
const MAX_TASKS = 10_000;
const MAX_DELAY_S = 86_400;

/**
 * What the advice of a rehearsal's report changes in its template: as many tasks as the target needs where the plan was
 * too small, twice the time between starts where the site refused tries. Nothing else that is advised is a setting of a
 * template, and nothing of a template that isn't as it was rehearsed.
 */
function applicableAdvice({ settings, report }: RehearsalDto, template: TemplateDto): AppliedSettings {
  if (report === null || template.worker_count !== settings.tasks) return {};
  const codes = new Set(report.advice.map(({ code }) => code));
  const changes: AppliedSettings = {};
  const { seats_target } = settings;
  const isTooSmall = seats_target !== null && report.seats_planned < seats_target;
  // In a sold-out house more tasks find no seats either.
  if (codes.has('TARGET_MISSED') && isTooSmall && !codes.has('SOLD_OUT')) {
    const needed = Math.min(MAX_TASKS, Math.ceil(seats_target / template.seats_per_worker));
    if (needed > template.worker_count) changes.worker_count = needed;
  }
  if (codes.has('TOO_MANY_REQUESTS') && template.launch_delay === settings.launch_delay)
    changes.launch_delay = Math.min(MAX_DELAY_S, Math.max(1, template.launch_delay * 2));
  return changes;
}
