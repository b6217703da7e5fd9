import { randomBytes, randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { cutText } from '@tessera/domain';
import { audit } from '../../platform/audit/audit';
import { Config } from '../../platform/config/config';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import { inRealm, ownRealm, type Scope } from '../../platform/realm-scope/scope';
import { JobLaunch } from '../jobs/job-launch.service';
import { JobPlanning } from '../jobs/job-planning.service';
import { LoginWriter } from '../logins/login-writer';
import { TemplatesService } from '../templates/templates.service';
import type { RehearsalSource } from './rehearsal.entity';
import { RehearsalRealmRepository, type SandboxSite } from './rehearsal-realm.repository';
import type { RehearsalDto, RehearsalInput, RehearsalSettings } from './rehearsals.dto';
import { RehearsalsRepository, type RehearsalUsage } from './rehearsals.repository';

/** Rehearsals of a realm that run at once. */
const MAX_RUNNING = 3;
/** Rehearsals that a realm starts within 24 hours. */
const MAX_PER_DAY = 100;
/** Tasks of a realm's rehearsals until their rows are removed: of three of the largest plans. */
const MAX_KEPT_TASKS = 30_000;
const DEFAULT_STARTS_IN_S = 10;
/** Starts are spread over at most this time. */
const MAX_SPREAD_S = 60;

/** What is rehearsed, read from a template, a job or an event. */
interface RehearsalPlan {
  realm_id: number;
  source: RehearsalSource;
  template_id: number | null;
  job_id: number | null;
  event_id: number;
  name: string;
  settings: RehearsalSettings;
  price_type: string | null;
  price_levels: Record<string, unknown> | null;
}

/** Starts rehearsals: the realm with everything in it and the launch, in one transaction. */
@Injectable()
export class RehearsalStart {
  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly rehearsals: RehearsalsRepository,
    private readonly realms: RehearsalRealmRepository,
    private readonly planning: JobPlanning,
    private readonly launch: JobLaunch,
    private readonly logins: LoginWriter,
    private readonly templates: TemplatesService,
  ) {}

  /**
   * Starts a rehearsal.
   *
   * @throws 409 NO_SANDBOX without a sandbox, LIMIT_REACHED at a limit of rehearsals, LAUNCH_BLOCKED when no task could start
   */
  start(scope: Scope, input: RehearsalInput): Promise<Found<RehearsalDto>> {
    // All rows but those that are read of the caller's realm belong to the rehearsal's.
    const all: Scope = { kind: 'all', actor: scope.actor };
    return this.transactions.runAmbient(all, async (tx) => {
      const plan = await this.transactions.run(scope, (own) => this.readPlan(own, input));
      const site = await this.requireSandbox(tx);
      await rejectSuspended(tx, [plan.realm_id]);
      checkLimits(await this.rehearsals.lockUsage(tx, plan.realm_id), plan.settings.tasks);
      const id = await this.create(tx, plan, site, input);
      return this.rehearsals.get(tx, id);
    });
  }

  private async requireSandbox(tx: Tx): Promise<SandboxSite> {
    const url = this.config.sandboxUrl;
    const site = url ? await this.realms.findSandbox(tx, new URL(url).origin) : undefined;
    if (site) return site;
    throw new ApiError('CONFLICT', 'Rehearsals run at the sandbox, and this console has none', {
      reason: 'NO_SANDBOX',
    });
  }

  private async create(
    tx: Tx,
    plan: RehearsalPlan,
    site: SandboxSite,
    input: RehearsalInput,
  ): Promise<number> {
    const { settings } = plan;
    const key = randomBytes(5).toString('hex');
    const seed = input.seed ?? randomInt(1, 1_000_000);
    const startsAt = await this.realms.timeIn(tx, input.starts_in_s ?? DEFAULT_STARTS_IN_S);
    const event = await this.realms.findEvent(tx, plan.event_id);
    if (!event) throw notFound('Event');
    const realmId = await this.realms.insertRealm(tx, plan.realm_id, `Rehearsal ${key}`, settings.tasks);
    const eventId = await this.realms.insertEvent(tx, event, {
      realmId,
      site,
      guid: `rehearsal~${input.scenario}~${seed}~${settings.tasks}~${key}`,
      startsAt,
    });
    const within = inRealm(tx.scope, realmId);
    const job = await this.transactions.run(within, async (own) => {
      const login_ids = await this.logins.insertLogins(
        own,
        { realm_id: realmId, site_id: site.id },
        Array.from({ length: settings.tasks }, (_, index) => madeUpLogin(index)),
      );
      const template = await this.templates.create(within, {
        name: plan.name,
        type: settings.type,
        event_id: eventId,
        login_ids,
        worker_count: settings.tasks,
        seats_per_worker: settings.seats_per_worker,
        launch_delay: settings.launch_delay,
        price_type: plan.price_type,
        price_levels: plan.price_levels,
      });
      // Without the target: which tasks reach it first would differ from one run to the next.
      const { row } = await this.launch.launch(within, {
        template_id: template.row.id,
        name: plan.name,
        seats_target: null,
        scheduled_at: startsAt.toISOString(),
      });
      await this.realms.limitRetries(own, row.id);
      return row;
    });
    const id = await this.rehearsals.insertRehearsal(tx, {
      realm_id: plan.realm_id,
      rehearsal_realm_id: realmId,
      source: plan.source,
      template_id: plan.template_id,
      job_id: plan.job_id,
      event_id: plan.event_id,
      name: plan.name,
      event_name: event.name,
      scenario: input.scenario,
      seed,
      settings,
      rehearsal_event_id: eventId,
      rehearsal_job_id: job.id,
      created_by: tx.scope.actor.userId,
      starts_at: startsAt,
    });
    await audit(tx, {
      action: 'rehearsal.start',
      entity: 'rehearsal',
      entity_id: id,
      realm_id: null,
      after: {
        name: plan.name,
        scenario: input.scenario,
        seed,
        tasks: settings.tasks,
        realm_id: plan.realm_id,
      },
    });
    return id;
  }

  private async readPlan(tx: Tx, input: RehearsalInput): Promise<RehearsalPlan> {
    const plan = input.template_id
      ? await this.readTemplate(tx, input, input.template_id)
      : input.job_id
        ? await this.readJob(tx, input, input.job_id)
        : await this.readEvent(tx, input);
    const { tasks, launch_delay } = plan.settings;
    return {
      ...plan,
      settings: {
        ...plan.settings,
        launch_delay: Math.min(launch_delay, Math.floor(MAX_SPREAD_S / tasks)),
      },
    };
  }

  /** The plan that a launch would have now; blocked lines aren't rehearsed. */
  private async readTemplate(tx: Tx, input: RehearsalInput, template_id: number): Promise<RehearsalPlan> {
    const { name, event_id, login_ids, pool_id, worker_count, seats_per_worker, launch_delay, seats_target } =
      input;
    const overrides = {
      name,
      event_id,
      login_ids,
      pool_id,
      worker_count,
      seats_per_worker,
      launch_delay,
      seats_target,
    };
    const { spec, plan } = await this.planning.plan(tx, { template_id, ...defined(overrides) });
    const tasks = plan.lines.filter(({ verdict }) => verdict !== 'blocked').length;
    if (tasks === 0) {
      throw new ApiError('CONFLICT', 'Every task of this launch is blocked', {
        reason: 'LAUNCH_BLOCKED',
        context: { lines: plan.lines.slice(0, 20) },
      });
    }
    return {
      realm_id: spec.template.realm_id,
      source: 'template',
      template_id,
      job_id: null,
      event_id: spec.event.id,
      name: spec.name,
      settings: {
        type: spec.template.type,
        tasks,
        seats_per_worker: spec.seats_per_worker,
        launch_delay: spec.launch_delay,
        seats_target: spec.seats_target,
      },
      price_type: spec.template.price_type,
      price_levels: objectOrNull(spec.template.price_levels),
    };
  }

  private async readJob(tx: Tx, input: RehearsalInput, id: number): Promise<RehearsalPlan> {
    const job = await this.realms.findJob(tx, id);
    if (!job) throw invalid([{ field: 'job_id', message: 'job_id names no job', code: 'NOT_FOUND' }]);
    if (job.tasks === 0)
      throw new ApiError('CONFLICT', 'The job has no tasks to rehearse', { reason: 'LAUNCH_BLOCKED' });
    return {
      realm_id: job.realm_id,
      source: 'job',
      template_id: job.template_id,
      job_id: id,
      event_id: job.event_id,
      name: input.name || job.name,
      settings: {
        type: job.config.type ?? 'hold',
        tasks: input.worker_count ?? job.tasks,
        seats_per_worker: input.seats_per_worker ?? job.config.seats_per_worker ?? 1,
        launch_delay: input.launch_delay ?? job.config.launch_delay ?? 0,
        seats_target: input.seats_target === undefined ? job.seats_target : input.seats_target,
      },
      price_type: null,
      price_levels: objectOrNull(job.config.price_levels),
    };
  }

  private async readEvent(tx: Tx, input: RehearsalInput): Promise<RehearsalPlan> {
    if (!input.event_id)
      throw invalid([
        { field: 'template_id', message: 'template_id, job_id or event_id is required', code: 'REQUIRED' },
      ]);
    const event = await this.realms.findEvent(tx, input.event_id);
    if (!event) throw invalid([{ field: 'event_id', message: 'event_id names no event', code: 'NOT_FOUND' }]);
    return {
      realm_id: ownRealm(tx.scope, input.realm_id),
      source: 'event',
      template_id: null,
      job_id: null,
      event_id: event.id,
      name: input.name || cutText(event.name, 200),
      settings: {
        type: input.type ?? 'hold',
        tasks: input.worker_count ?? 20,
        seats_per_worker: input.seats_per_worker ?? 2,
        launch_delay: input.launch_delay ?? 0,
        seats_target: input.seats_target ?? null,
      },
      price_type: event.price_type,
      price_levels: null,
    };
  }
}

/** @throws 409 LIMIT_REACHED when the realm may not start a rehearsal of so many tasks now */
function checkLimits(usage: RehearsalUsage, tasks: number): void {
  const limits = [
    ['REHEARSALS_RUNNING', 'rehearsals at once', MAX_RUNNING, usage.running, 1],
    ['REHEARSALS_PER_DAY', 'rehearsals within 24 hours', MAX_PER_DAY, usage.started, 1],
    ['REHEARSAL_TASKS', 'unfinished tasks', usage.max_tasks, usage.running_tasks, tasks],
    ['REHEARSALS_KEPT', 'tasks in rehearsals', MAX_KEPT_TASKS, usage.kept_tasks, tasks],
  ] as const;
  for (const [reason, what, limit, used, asked] of limits) {
    if (used + asked <= limit) continue;
    throw new ApiError(
      'LIMIT_REACHED',
      `The realm may have ${limit} ${what}, has ${used} and was asked for ${asked} more`,
      { reason, context: { limit, used, asked } },
    );
  }
}

/** A login that only the sandbox knows, and only in rehearsals. */
function madeUpLogin(index: number) {
  const number = String(index + 1).padStart(5, '0');
  return {
    name: `Rehearsal ${number}`,
    email: `login-${number}@rehearsal.example`,
    supporter_id: `RH-${number}`,
    password: `rehearsal-${number}`,
    card: 'tok_sandbox_4242',
  };
}

const objectOrNull = (value: unknown): Record<string, unknown> | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;

const defined = <T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
