import { Injectable } from '@nestjs/common';
import { PriceLists } from '../../catalogue';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { type BudgetFields, checkBudgets } from '../budget-fields';
import { requireSameRealm } from '../logins/login-lookup';
import { PaymentForecasts } from '../payers/payment-forecasts.service';
import { type LaunchSpec, makePlan } from './job-plan';
import { JobPlanRepository, type TemplateForLaunch } from './job-plan.repository';
import type { JobInputDto, JobPlanDto } from './jobs.dto';
import { plannedTasks } from './planned-payments';

/** A plan with its launch. */
export interface PlannedJob {
  spec: LaunchSpec;
  plan: JobPlanDto;
}

/** Plans the tasks of a launch. */
@Injectable()
export class JobPlanning {
  constructor(
    private readonly transactions: Transactions,
    private readonly plans: JobPlanRepository,
    private readonly prices: PriceLists,
    private readonly payments: PaymentForecasts,
  ) {}

  /** The plan, and whether people can pay its baskets. */
  async preview(scope: Scope, input: JobInputDto): Promise<JobPlanDto> {
    const { spec, plan } = await this.transactions.read(scope, (tx) => this.plan(tx, input));
    const { template, event } = spec;
    if (template.type === 'buy') return plan;
    const payments = await this.payments.preview(
      scope,
      { realm: template.realm_id, event: event.id },
      { templateId: template.id, planned: (now) => plannedTasks(spec, plan, now) },
    );
    return { ...plan, payments };
  }

  /** The plan in the caller's transaction, with its customers locked. */
  async plan(tx: Tx, input: JobInputDto): Promise<PlannedJob> {
    const spec = await this.readSpec(tx, input);
    const { realm_id } = spec.template;
    const logins = await this.plans.findLogins(tx, spec.login_ids, realm_id, spec.event.id);
    const missing = input.login_ids?.filter((id) => !logins.has(id)) ?? [];
    if (missing.length > 0) {
      requireSameRealm(await this.plans.findRealms(tx, 'logins', missing), realm_id);
      throw invalid([
        {
          field: 'login_ids',
          message: `There is no such login: ${missing.slice(0, 5).join(', ')}`,
          code: 'NOT_FOUND',
        },
      ]);
    }
    const identities = [...new Set([...logins.values()].map((login) => login.customer_identity))].sort();
    const seats = await this.plans.lockCustomerSeats(tx, spec.event.id, identities);
    const { site_id } = spec.template;
    const place = { site_id, event_id: spec.event.id };
    const inputs = {
      logins,
      seats,
      freeSlots: await this.plans.countFreeSlots(tx, realm_id),
      workers: await this.plans.countWorkers(tx, site_id, realm_id),
      prices: (await this.prices.find(tx, [place]))(place),
      now: await this.plans.now(tx),
    };
    return { spec, plan: makePlan(spec, inputs) };
  }

  /** The template's settings, or those of the job to launch again. @throws 404 when the scope doesn't see it */
  private async findSettings(tx: Tx, { template_id, from_job_id }: JobInputDto): Promise<TemplateForLaunch> {
    if ((template_id === undefined) === (from_job_id === undefined)) {
      throw invalid([
        {
          field: 'template_id',
          message: 'Either template_id or from_job_id is required',
          code: template_id === undefined ? 'REQUIRED' : 'INVALID',
        },
      ]);
    }
    const found =
      template_id === undefined
        ? await this.plans.findJob(tx, from_job_id ?? 0)
        : await this.plans.findTemplate(tx, template_id);
    if (!found) throw notFound(template_id === undefined ? 'Job' : 'Template');
    return found;
  }

  /**
   * The template with the caller's overrides.
   *
   * @throws 404 for an unknown template or job, 400 for other unknown rows that the request names, 409 for rows of another realm
   *   and for rows that the template names and that were deleted
   */
  private async readSpec(tx: Tx, input: JobInputDto): Promise<LaunchSpec> {
    const template = await this.findSettings(tx, input);
    if (template.site_deleted) throw incomplete(template, 'site');
    if (input.login_ids && input.pool_id) {
      throw invalid([
        { field: 'pool_id', message: 'Either login_ids or pool_id, not both', code: 'LOGINS_OR_POOL' },
      ]);
    }
    const eventId = input.event_id ?? template.event_id;
    if (!eventId)
      throw invalid([
        { field: 'event_id', message: 'event_id is required: the template names no event', code: 'REQUIRED' },
      ]);
    const event = await this.plans.findEvent(tx, eventId, template.site_id);
    if (!event && input.event_id === undefined) throw incomplete(template, 'event');
    if (!event)
      throw invalid([
        { field: 'event_id', message: "There is no such event at the template's site", code: 'NOT_FOUND' },
      ]);
    const pool_id = input.pool_id ?? (input.login_ids ? null : template.pool_id);
    const members = pool_id
      ? await this.plans.findPoolMembers(tx, pool_id, template.realm_id, template.site_id)
      : null;
    if (pool_id && !members) {
      if (!input.pool_id) throw incomplete(template, 'pool');
      requireSameRealm(await this.plans.findRealms(tx, 'pools', [pool_id]), template.realm_id);
      throw invalid([
        { field: 'pool_id', message: "There is no such pool at the template's site", code: 'NOT_FOUND' },
      ]);
    }
    const login_ids = members ?? input.login_ids ?? template.login_ids;
    if (login_ids.length === 0)
      throw invalid([{ field: 'login_ids', message: 'At least one login is needed', code: 'REQUIRED' }]);
    const budgets = chosenBudgets(input, template);
    checkBudgets(budgets);
    return {
      template,
      event,
      login_ids,
      name: input.name || template.name,
      pool_id,
      worker_count: input.worker_count ?? template.worker_count,
      seats_per_worker: input.seats_per_worker ?? template.seats_per_worker,
      launch_delay: input.launch_delay ?? template.launch_delay,
      seats_target: input.seats_target === undefined ? template.target_count : input.seats_target,
      scheduled_at: input.scheduled_at ? new Date(input.scheduled_at).toISOString() : null,
      draft: input.draft ?? false,
      budgets,
    };
  }
}

/** The budgets of a launch: what it names itself, else the template's. */
const chosenBudgets = (input: JobInputDto, template: TemplateForLaunch): Required<BudgetFields> => ({
  budget: input.budget === undefined ? (template.budget ?? null) : input.budget,
  budget_per_task:
    input.budget_per_task === undefined ? (template.budget_per_task ?? null) : input.budget_per_task,
  budget_per_seat:
    input.budget_per_seat === undefined ? (template.budget_per_seat ?? null) : input.budget_per_seat,
  budget_currency:
    input.budget_currency === undefined ? (template.budget_currency ?? null) : input.budget_currency,
});

const incomplete = ({ from_job_id }: TemplateForLaunch, what: 'site' | 'event' | 'pool'): ApiError =>
  new ApiError('CONFLICT', `The ${from_job_id === null ? 'template' : 'job'}'s ${what} was deleted`, {
    reason: from_job_id === null ? 'TEMPLATE_INCOMPLETE' : 'JOB_INCOMPLETE',
    context: { field: `${what}_id` },
  });
