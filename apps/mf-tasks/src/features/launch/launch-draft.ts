import type { EventDto, JobDto, JobInputDto, TemplateDto } from '@tessera/api';
import { isInstant } from '@tessera/ui/forms';
import {
  type BudgetValues,
  emptyBudgets,
  toBudgets,
  toBudgetValues,
} from '../../budget-fields/budget-values';
import { MAX_SEATS } from '../../max-seats';
import type { TasksTexts } from '../../texts';

/** The logins of a job: the template's own, a pool's members in pool order, all active ones of the site, or chosen ones in order. */
export type LoginSource =
  | { kind: 'template' }
  | { kind: 'pool'; id: number | null }
  | { kind: 'active' }
  | { kind: 'chosen'; ids: readonly number[] };

/** What a launch needs of a template. */
export type LaunchTemplate = Pick<
  TemplateDto,
  | 'id'
  | 'name'
  | 'type'
  | 'realm_id'
  | 'site_id'
  | 'event_id'
  | 'worker_count'
  | 'seats_per_worker'
  | 'launch_delay'
  | 'target_count'
  | 'price_type'
  | 'price_levels'
  | 'login_ids'
  | 'pool_id'
  | keyof BudgetValues
>;

/** The wizard's values. */
export interface LaunchDraft extends BudgetValues {
  /** What is launched: a template, or with `fromJob` that job's own settings in a template's form. */
  template: LaunchTemplate | null;
  /** The job that is launched again with its own settings. */
  fromJob: number | null;
  eventId: number | null;
  source: LoginSource;
  name: string;
  workerCount: number | null;
  seatsPerWorker: number | null;
  launchDelay: number | null;
  seatsTarget: number | null;
  /** ISO 8601 UTC; null for now. Invalid input blocks the step. */
  scheduledAt: string | null;
}

export const emptyDraft: LaunchDraft = {
  template: null,
  fromJob: null,
  eventId: null,
  source: { kind: 'template' },
  name: '',
  workerCount: null,
  seatsPerWorker: null,
  launchDelay: null,
  seatsTarget: null,
  scheduledAt: null,
  ...emptyBudgets,
};

/** A draft with a template's values; a preferred event at the same site replaces the template's event. */
export const draftFromTemplate = (template: LaunchTemplate, preferred: EventDto | null): LaunchDraft => ({
  template,
  fromJob: null,
  eventId: preferred?.site_id === template.site_id ? preferred.id : template.event_id,
  source:
    template.login_ids.length > 0
      ? { kind: 'template' }
      : template.pool_id === null
        ? { kind: 'active' }
        : { kind: 'pool', id: template.pool_id },
  name: '',
  workerCount: template.worker_count,
  seatsPerWorker: template.seats_per_worker,
  launchDelay: template.launch_delay,
  seatsTarget: template.target_count,
  scheduledAt: null,
  ...toBudgetValues(template),
});

/** The settings of a launch that a job stores; older jobs lack some. */
interface JobConfig {
  type?: TemplateDto['type'];
  worker_count?: number;
  seats_per_worker?: number;
  launch_delay?: number;
  pool_id?: number | null;
  login_ids?: number[];
  price_type?: string | null;
  price_levels?: TemplateDto['price_levels'];
}

/** A job's own settings in the form of a template, whatever its template has now. */
const jobAsTemplate = (job: JobDto): LaunchTemplate => {
  const { pool_id = null, login_ids = [], ...config }: JobConfig = job.config;
  return {
    id: job.template_id ?? 0,
    name: job.name,
    type: config.type ?? 'hold',
    realm_id: job.realm_id,
    site_id: job.site_id,
    event_id: job.event_id,
    worker_count: config.worker_count ?? 1,
    seats_per_worker: config.seats_per_worker ?? 1,
    launch_delay: config.launch_delay ?? 0,
    target_count: job.seats_target,
    budget: job.budget,
    budget_per_task: job.budget_per_task,
    budget_per_seat: job.budget_per_seat,
    budget_currency: job.budget_currency,
    price_type: config.price_type ?? null,
    price_levels: config.price_levels ?? null,
    login_ids: pool_id === null ? login_ids : [],
    pool_id,
  };
};

/** A draft that launches a job again, without its name and time. */
export const draftFromJob = (job: JobDto): LaunchDraft => ({
  ...draftFromTemplate(jobAsTemplate(job), null),
  fromJob: job.id,
});

/** The active logins of a template's site and realm, in the list's order. */
export const activeLoginIds = (
  template: LaunchTemplate,
  logins: readonly { id: number; realm_id: number; status: string }[],
): number[] =>
  logins
    .filter(({ realm_id, status }) => realm_id === template.realm_id && status === 'active')
    .map(({ id }) => id);

/**
 * The body of preview and launch: the template, or the job, with the values that differ from it.
 *
 * @param active the ids of the site's active logins
 * @param siteCurrency the currency of budgets that name none
 */
export function toJobInput(
  draft: LaunchDraft & { template: LaunchTemplate },
  active: readonly number[],
  siteCurrency: string | null,
): JobInputDto {
  const { template, fromJob, eventId, source } = draft;
  return {
    ...(fromJob === null ? { template_id: template.id } : { from_job_id: fromJob }),
    name: draft.name.trim() || undefined,
    event_id: eventId === null || eventId === template.event_id ? undefined : eventId,
    pool_id:
      source.kind === 'pool' && source.id !== null && (fromJob === null || source.id !== template.pool_id)
        ? source.id
        : undefined,
    login_ids:
      source.kind === 'chosen' ? [...source.ids] : source.kind === 'active' ? [...active] : undefined,
    ...override('worker_count', draft.workerCount, template.worker_count),
    ...override('seats_per_worker', draft.seatsPerWorker, template.seats_per_worker),
    ...override('launch_delay', draft.launchDelay, template.launch_delay),
    seats_target: draft.seatsTarget === template.target_count ? undefined : draft.seatsTarget,
    scheduled_at: draft.scheduledAt ?? undefined,
    ...changedBudgets(toBudgets(draft, siteCurrency), template),
  };
}

const override = (name: keyof JobInputDto, value: number | null, base: number): Partial<JobInputDto> =>
  value === null || value === base ? {} : { [name]: value };

/** The budgets that aren't those of the template; null is none. */
const changedBudgets = (
  budgets: ReturnType<typeof toBudgets>,
  template: LaunchTemplate,
): Partial<JobInputDto> =>
  Object.fromEntries(
    Object.entries(budgets).filter(([name, value]) => value !== template[name as keyof BudgetValues]),
  );

const isIntegerBetween = (value: number | null, min: number, max: number): boolean =>
  value !== null && Number.isInteger(value) && value >= min && value <= max;

/**
 * Why the wizard can't leave a step; undefined when it can.
 *
 * @param active the ids of the site's active logins; undefined while they are loaded
 */
export function stepBlocker(
  t: TasksTexts,
  step: number,
  draft: LaunchDraft,
  active: readonly number[] | undefined,
): string | undefined {
  if (step === 0) return draft.template ? undefined : t('launch.blockers.template');
  if (step === 1) return draft.eventId === null ? t('launch.blockers.event') : undefined;
  if (step === 2) {
    if (draft.source.kind === 'pool' && draft.source.id === null) return t('launch.blockers.pool');
    if (draft.source.kind === 'active' && active?.length === 0) return t('launch.blockers.noActive');
    if (draft.source.kind === 'chosen' && draft.source.ids.length === 0) return t('launch.blockers.logins');
    return undefined;
  }
  if (step === 3) {
    if (!isIntegerBetween(draft.workerCount, 1, 10_000)) return t('launch.blockers.tasks');
    if (!isIntegerBetween(draft.seatsPerWorker, 1, MAX_SEATS))
      return t('launch.blockers.seats', { most: MAX_SEATS });
    if (!isIntegerBetween(draft.launchDelay ?? 0, 0, 86_400)) return t('launch.blockers.delay');
    if (
      [draft.budget, draft.budget_per_task, draft.budget_per_seat].some(
        (amount) => amount !== null && !(amount >= 0),
      )
    )
      return t('launch.blockers.budget');
    if (draft.scheduledAt !== null && !isInstant(draft.scheduledAt)) return t('launch.blockers.start');
    if (draft.seatsTarget !== null && !isIntegerBetween(draft.seatsTarget, 1, 100_000))
      return t('launch.blockers.target');
  }
  return undefined;
}
