import { createHash } from 'node:crypto';
import { type Cost, costOf, namesIn, type PriceList, type SeatChoice } from '@tessera/domain/cost';
import { messageText, type PlanReasonCode } from '@tessera/domain/messages';
import { invalid } from '../../platform/errors/api-error';
import type { BudgetFields } from '../budget-fields';
import { findBlockers } from '../tasks/lifecycle/gates';
import type { EventForLaunch, LoginForPlan, TemplateForLaunch } from './job-plan.repository';
import type { JobPlanDto, PlanLine, PlanReason, PlanWorkers, Verdict } from './jobs.dto';

/** A launch: the template with the caller's overrides. */
export interface LaunchSpec {
  template: TemplateForLaunch;
  event: EventForLaunch;
  name: string;
  login_ids: readonly number[];
  pool_id: number | null;
  worker_count: number;
  seats_per_worker: number;
  launch_delay: number;
  seats_target: number | null;
  /** ISO instant of the first start; null is at once. */
  scheduled_at: string | null;
  draft: boolean;
  budgets: Required<BudgetFields>;
}

/** The data that a plan depends on besides the launch. */
export interface PlanInputs {
  logins: ReadonlyMap<number, LoginForPlan>;
  /** Seats each customer has, bought or held, over all realms. */
  seats: ReadonlyMap<string, number>;
  /** Free slots under `max_tasks`. */
  freeSlots: number;
  workers: PlanWorkers;
  /** The prices that apply; null: none are known. */
  prices: PriceList | null;
  now: Date;
}

/** Every task of a launch with its verdict. If there are fewer logins than tasks, they are used in turn. */
export function makePlan(spec: LaunchSpec, inputs: PlanInputs): JobPlanDto {
  const start = spec.scheduled_at ? new Date(spec.scheduled_at) : inputs.now;
  const used = new Map(inputs.seats);
  const taken = new Map<number, number>();
  let free = inputs.freeSlots;
  let mostPerCustomer = 0;
  // Every line tries for the same seats.
  const costOfTasks = (tasks: number) =>
    costOf(inputs.prices, choiceOf(spec.template), spec.seats_per_worker, tasks);
  const cost = costOfTasks(1);
  const lines = Array.from({ length: spec.worker_count }, (_, index): PlanLine => {
    const loginId = spec.login_ids[index % spec.login_ids.length] ?? null;
    const login = loginId === null ? undefined : inputs.logins.get(loginId);
    const [blocking, warning] = reasonsFor(spec, login, used, taken);
    if (login && blocking.length === 0) {
      const has = (used.get(login.customer_identity) ?? 0) + spec.seats_per_worker;
      used.set(login.customer_identity, has);
      mostPerCustomer = Math.max(mostPerCustomer, has);
      taken.set(login.id, (taken.get(login.id) ?? 0) + 1);
      if (free <= 0) warning.push(reason('LIMIT_REACHED'));
      free -= 1;
    }
    const verdict: Verdict = blocking.length > 0 ? 'blocked' : warning.length > 0 ? 'warn' : 'ok';
    return {
      index,
      login_id: loginId,
      login_name: login?.label ?? null,
      seats: spec.seats_per_worker,
      starts_at: spec.draft
        ? null
        : new Date(start.getTime() + index * spec.launch_delay * 1000).toISOString(),
      verdict,
      reasons: [...blocking, ...warning],
      cost,
    };
  });
  // ISO 8601 writes years beyond 9999 with a sign, and the database takes none.
  if (lines.some(({ starts_at }) => starts_at?.startsWith('+')))
    throw invalid([
      { field: 'scheduled_at', message: 'The last start must be before the year 10000', code: 'INVALID' },
    ]);
  const count = (verdict: Verdict) => lines.filter((line) => line.verdict === verdict).length;
  const launched = lines.filter(({ verdict }) => verdict !== 'blocked');
  const seats = launched.length * spec.seats_per_worker;
  const total = launched.length === 0 ? null : costOfTasks(launched.length);
  return {
    plan_hash: planHash(spec, lines, cost),
    name: spec.name,
    lines,
    totals: {
      tasks: launched.length,
      ok: count('ok'),
      warn: count('warn'),
      blocked: count('blocked'),
      seats,
      seats_target: spec.seats_target,
      places: inputs.freeSlots,
      most_per_customer: mostPerCustomer,
      costs: total === null ? [] : [total],
      unpriced: cost === null ? { tasks: launched.length, seats } : { tasks: 0, seats: 0 },
    },
    workers: inputs.workers,
    payments: null,
  };
}

/** The seats that the tasks of a template choose from. */
export const choiceOf = ({ price_levels }: { price_levels: unknown }): SeatChoice => ({
  levels: namesIn(price_levels),
  areas: null,
});

const reason = (code: PlanReasonCode, params: Record<string, number> = {}): PlanReason => ({
  code,
  message: messageText('en', 'planReasons', code, params),
  params,
});

function reasonsFor(
  spec: LaunchSpec,
  login: LoginForPlan | undefined,
  used: ReadonlyMap<string, number>,
  taken: ReadonlyMap<number, number>,
): [blocking: PlanReason[], warning: PlanReason[]] {
  if (!login) return [[reason('LOGIN_MISSING')], []];
  // A closed site or event may open again, so its tasks are created and wait. In a suspended realm no task starts.
  const blockers = findBlockers({
    site_enabled: spec.template.site_enabled,
    event_closed: spec.event.closed,
    realm_active: spec.template.realm_active,
    realm_paused: spec.template.realm_paused,
    login_enabled: true,
    target_covered: false,
  }).map(({ code }) => reason(code));
  const blocking = blockers.filter(({ code }) => code === 'REALM_SUSPENDED');
  const warning = blockers.filter(({ code }) => code !== 'REALM_SUSPENDED');
  if (login.site_id !== spec.template.site_id) blocking.push(reason('OTHER_SITE'));
  if (login.status === 'disabled') blocking.push(reason('LOGIN_DISABLED'));
  const limit = spec.event.max_per_customer;
  const has = used.get(login.customer_identity) ?? 0;
  if (limit !== null && has + spec.seats_per_worker > limit) {
    const room = Math.max(0, limit - has);
    blocking.push(reason('PURCHASE_LIMIT', { limit, room }));
  }
  if (login.status === 'failed') warning.push(reason('LOGIN_FAILED'));
  const { bought, held, busy } = login;
  if (bought > 0) warning.push(reason('ALREADY_BOUGHT', { count: bought }));
  if (held > 0) warning.push(reason('HOLDS_LIVE', { count: held }));
  if (busy > 0) warning.push(reason('IN_ANOTHER_JOB', { count: busy }));
  if (taken.has(login.id)) warning.push(reason('LOGIN_REPEATED'));
  return [blocking, warning];
}

const digest = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

/**
 * The part of a line that identifies a plan. Starts don't belong to it, because they move with the clock, and its cost doesn't,
 * because that is the same in every line.
 */
const fingerprint = ({ login_id, seats, verdict, reasons }: PlanLine) => [
  login_id,
  seats,
  verdict,
  reasons.map(({ code }) => code),
];

/** A hash of the whole plan, one byte per line and one for the cost, so that what changed can be found from the hash alone. */
function planHash(spec: LaunchSpec, lines: readonly PlanLine[], cost: Cost | null): string {
  const { template, event, name, pool_id, launch_delay, seats_target, scheduled_at, draft, budgets } = spec;
  const content = [
    template.id,
    template.from_job_id,
    template.type,
    event.id,
    name,
    pool_id,
    launch_delay,
    seats_target,
    scheduled_at,
    draft,
    budgets,
    lines.map(fingerprint),
    cost,
  ];
  const perLine = Buffer.from(lines.map((line) => digest(fingerprint(line))[0] ?? 0));
  const parts = [digest(content).subarray(0, 12), perLine, digest(cost).subarray(0, 3)];
  return parts.map((part) => part.toString('base64url')).join('.');
}

/** How a plan differs from an earlier one, which its hash describes. `cost`: whether a task would cost another sum. */
export interface PlanDifferences {
  /** Added ones too. */
  lines: PlanLine[];
  removed: number;
  cost: boolean;
}

/** Compares a plan with the hash of an earlier one. */
export function planDifferences(earlier: string, plan: JobPlanDto): PlanDifferences {
  const [, linesBefore = '', costBefore] = earlier.split('.');
  const [, linesNow = '', costNow] = plan.plan_hash.split('.');
  const before = Buffer.from(linesBefore, 'base64url');
  const now = Buffer.from(linesNow, 'base64url');
  return {
    lines: plan.lines.filter((_, index) => before[index] !== now[index]),
    removed: Math.max(0, before.length - now.length),
    cost: costBefore !== costNow,
  };
}
