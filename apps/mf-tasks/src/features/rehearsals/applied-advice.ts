import type { RehearsalDto, TemplateDto } from '@tessera/api';

/** The settings of a template that the advice of a report changes. */
export type AppliedSettings = Partial<Pick<TemplateDto, 'worker_count' | 'launch_delay'>>;

/** The most tasks that a template may have, and the longest time between two starts in seconds. */
const MAX_TASKS = 10_000;
const MAX_DELAY_S = 86_400;

/**
 * What the advice of a rehearsal's report changes in its template: as many tasks as the target needs where the plan was
 * too small, twice the time between starts where the site refused tries. Nothing else that is advised is a setting of a
 * template, and nothing of a template that isn't as it was rehearsed.
 */
export function applicableAdvice({ settings, report }: RehearsalDto, template: TemplateDto): AppliedSettings {
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
