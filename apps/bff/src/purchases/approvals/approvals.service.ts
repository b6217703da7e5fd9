import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { can, dutiesOf, holderOf, mayAct, permissionsOf, sumAmounts } from '@tessera/domain';
import { type NotificationDraft, NotificationPublisher } from '../../messages';
import type { AuditAction } from '../../platform/audit/actions';
import { auditAll } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms, invalid, notFound } from '../../platform/errors/api-error';
import type { ErrorReason } from '../../platform/errors/error-reasons';
import type { FieldErrorCode } from '../../platform/errors/field-error-codes';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { requireExactAmount } from '../../platform/http/text-fields';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import { ownRealm, personalScope, type Scope } from '../../platform/realm-scope/scope';
import { SWEEP_BATCH, Sweeps } from '../../platform/sweeps/sweeps';
import {
  type ApprovalNeed,
  askedOf,
  Commitments,
  committedOf,
  type JobInputDto,
  JobLaunch,
  JobsService,
  limitNames,
} from '../../work';
import { BudgetsRepository } from '../budgets/budgets.repository';
import { BudgetsService } from '../budgets/budgets.service';
import type {
  ApprovalDto,
  ApprovalInput,
  ApprovalListQuery,
  ApproveInput,
  AskedBudget,
  CommitmentsDto,
} from './approvals.dto';
import { ApprovalsRepository, approvalSorts, type Asker, type NewApproval } from './approvals.repository';

/** The columns of a request that only a launch has. */
const noLaunch = { plan_hash: null, plan: null, cost: null, unpriced_seats: null, scheduled_at: null };

/** People ask a second person for what the rules of their realm don't let them do; an approval does it in its own transaction. */
@Injectable()
export class ApprovalsService {
  constructor(
    sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly approvals: ApprovalsRepository,
    private readonly commitments: Commitments,
    private readonly launches: JobLaunch,
    private readonly jobs: JobsService,
    private readonly budgets: BudgetsService,
    private readonly present: BudgetsRepository,
    private readonly notifications: NotificationPublisher,
  ) {
    sweeps.register('expired approvals', (tx) => this.expire(tx));
  }

  list(scope: Scope, query: ApprovalListQuery): Promise<ListResponse<ApprovalDto>> {
    const pagination = readPagination(query, approvalSorts, '-created_at', 'q.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.approvals.list(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<ApprovalDto>> {
    return this.transactions.read(scope, (tx) => this.approvals.read(tx, id));
  }

  /** The rules that a request is about, with what is committed now. */
  readCommitments(scope: Scope, id: number): Promise<CommitmentsDto> {
    return this.transactions.read(scope, async (tx) => {
      const { row } = await this.approvals.read(tx, id);
      const open = await this.commitments.read(tx, row.realm_id);
      const ofKind = limitNames
        .filter((rule) => !row.kind.startsWith('event') || rule === 'per_event')
        .filter((rule) => row.kind !== 'month_budget' || rule === 'per_month');
      return {
        currency: open?.rules.currency ?? null,
        rules: ofKind.flatMap((rule) => {
          const limit = open?.rules[rule] ?? null;
          if (!open || limit === null) return [];
          return [
            { rule, limit, committed: committedOf(open.rules, open.before, rule, row.event_id ?? undefined) },
          ];
        }),
        present: await this.findPresent(tx, row),
      };
    });
  }

  /**
   * Asks a second person.
   *
   * @throws 409 when nothing has to be approved, when the same is asked already, or PLAN_CHANGED; 403 for a budget of an event
   *   or a month without the permission to write
   */
  create(scope: Scope, input: ApprovalInput): Promise<Found<ApprovalDto>> {
    return this.transactions.run(scope, async (tx) => {
      if (scope.kind === 'realm') ownRealm(scope, input.realm_id);
      const wanted = await this.freeze(tx, input);
      const { realm_id } = wanted;
      if (input.realm_id !== undefined && input.realm_id !== realm_id) throw differentRealms();
      await rejectSuspended(tx, [realm_id]);
      await this.expire(tx);
      if (await this.approvals.hasPending(tx, wanted))
        throw conflict('EXISTS_ALREADY', 'Somebody has asked for the same already');
      const id = await this.approvals.insert(tx, wanted);
      const created = await this.approvals.read(tx, id);
      await record(tx, 'approval.create', [created.row]);
      await this.notifications.publish(tx, toApprovers(created.row));
      return created;
    });
  }

  /** Takes one's own request back. @throws 409 when it was decided or has expired, 403 when it is somebody else's */
  withdraw(scope: Scope, id: number): Promise<Found<ApprovalDto>> {
    return this.transactions.run(scope, async (tx) => {
      const request = await this.approvals.lock(tx, id);
      if (request.asked_by !== scope.actor.userId)
        throw new ApiError('FORBIDDEN', 'Only those who asked withdraw a request');
      requirePending(request);
      await this.approvals.withdraw(tx, id);
      const withdrawn = await this.approvals.read(tx, id);
      await record(tx, 'approval.withdraw', [withdrawn.row]);
      return withdrawn;
    });
  }

  /**
   * Approves somebody else's request and does what it asks for.
   *
   * @throws 403 OWN_REQUEST; 409 when it was decided or has expired, when whoever asked may not do it any more, PLAN_CHANGED
   *   with what changed
   */
  approve(scope: Scope, id: number, { granted, answer }: ApproveInput): Promise<Found<ApprovalDto>> {
    return this.transactions.run(scope, async (tx) => {
      const request = await this.lockOfOthers(tx, id);
      await rejectSuspended(tx, [request.realm_id]);
      await this.requireAsker(tx, request);
      const amount = grantedOf(request, granted ?? null);
      const job_id = await this.apply(tx, request, amount);
      return this.finish(tx, id, { status: 'approved', granted: amount, answer: answer || null, job_id });
    });
  }

  /** Declines somebody else's request with an answer. @throws 403 OWN_REQUEST, 409 when it was decided or has expired */
  decline(scope: Scope, id: number, answer: string): Promise<Found<ApprovalDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.lockOfOthers(tx, id);
      return this.finish(tx, id, { status: 'declined', granted: null, answer, job_id: null });
    });
  }

  /** Records requests whose time is over, as far as the scope sees them. */
  private async expire(tx: Tx): Promise<number> {
    const expired = await this.approvals.expire(tx, SWEEP_BATCH);
    await record(tx, 'approval.expire', expired);
    await this.notifications.publish(tx, expired.flatMap(toAsker));
    return expired.length;
  }

  /** Nobody decides their own, administrators included: an administrator who views as somebody else only reads. */
  private async lockOfOthers(tx: Tx, id: number): Promise<ApprovalDto> {
    const request = await this.approvals.lock(tx, id);
    if (request.asked_by === tx.scope.actor.userId)
      throw new ApiError('FORBIDDEN', 'Nobody decides their own request', { reason: 'OWN_REQUEST' });
    requirePending(request);
    return request;
  }

  private async finish(
    tx: Tx,
    id: number,
    decision: Parameters<ApprovalsRepository['decide']>[2],
  ): Promise<Found<ApprovalDto>> {
    await this.approvals.decide(tx, id, decision);
    const decided = await this.approvals.read(tx, id);
    const action = decision.status === 'approved' ? 'approval.approve' : 'approval.decline';
    await record(tx, action, [decided.row]);
    await this.notifications.publish(tx, toAsker(decided.row));
    return decided;
  }

  /** Does what a request asks for, with a budget. Returns the job that was launched. */
  private async apply(tx: Tx, request: ApprovalDto, amount: number | null): Promise<number | null> {
    const { id, kind, realm_id, event_id, job_id, asked_by } = request;
    const approved = { approved: true };
    if (kind === 'launch') {
      const input = await this.approvals.readBody<JobInputDto>(tx, id);
      if (amount === null || asked_by === null)
        throw new Error('A launch has a budget and somebody who asked');
      const currency = request.currency ?? '';
      const { row } = await this.launches.launchWithin(tx, input, { budget: amount, currency, asked_by });
      return row.id;
    }
    const { currency } = await this.approvals.readBody<AskedBudget>(tx, id);
    if (kind === 'job_budget') {
      if (job_id === null) throw notFound('Job');
      await this.jobs.changeWithin(tx, job_id, { budget: amount, budget_currency: currency }, approved);
    } else if (kind === 'event_budget') {
      const eventId = event_id ?? 0;
      if ((await this.approvals.findEventName(tx, eventId)) === undefined) throw notFound('Event');
      await this.budgets.setForEventWithin(tx, eventId, { realm_id, amount, currency }, approved);
    } else await this.budgets.setForMonthWithin(tx, { realm_id, amount, currency }, approved);
    return null;
  }

  /** @throws 409 when whoever asked is gone, or may not do any more what they asked for */
  private async requireAsker(tx: Tx, { asked_by, asked_who, realm_id, kind }: ApprovalDto): Promise<void> {
    const gone = conflict('ASKER_LEFT', `${asked_who} has left this realm`);
    if (asked_by === null) throw gone;
    // Administrators are of no realm, so an approver's own role doesn't see them.
    const asker =
      (await this.approvals.findAsker(tx, asked_by)) ??
      (await this.transactions.read(personalScope(tx.scope), (all) =>
        this.approvals.findAsker(all, asked_by),
      ));
    if (asker?.status !== 'active' || (asker.role !== 'admin' && asker.realm_id !== realm_id)) throw gone;
    if (!mayAsk(asker, kind)) throw conflict('ASKER_MAY_NOT', `${asked_who} may not do this any more`);
  }

  private async findPresent(
    tx: Tx,
    { kind, realm_id, job_id, event_id, currency }: ApprovalDto,
  ): Promise<number | null> {
    if (kind === 'job_budget' && job_id !== null)
      return (await this.jobs.findBudget(tx, job_id))?.amount ?? null;
    if (kind === 'event_budget')
      return (await this.approvals.findEventBudget(tx, realm_id, event_id ?? 0))?.amount ?? null;
    return kind === 'month_budget' ? this.present.findForMonth(tx, realm_id, currency ?? '') : null;
  }

  /** A request as it is kept: what is asked, and what it would do. */
  private async freeze(tx: Tx, input: ApprovalInput): Promise<NewApproval> {
    const { kind, launch, budget, reason } = input;
    if (kind === 'launch') {
      if (budget) throw wrong('budget', 'has no meaning for a launch', 'INVALID');
      if (!launch) throw wrong('launch', 'is required', 'REQUIRED');
      return { ...(await this.freezeLaunch(tx, launch)), kind, reason };
    }
    if (launch) throw wrong('launch', `has no meaning for ${kind}`, 'INVALID');
    if (!budget) throw wrong('budget', 'is required', 'REQUIRED');
    const { amount, currency } = budget;
    if (amount !== null) requireExactAmount('budget.amount', amount, currency);
    const own = { kind, reason, body: budget, asked: amount, currency, ...noLaunch };
    if (kind === 'job_budget') return { ...own, ...(await this.freezeJobBudget(tx, budget)) };
    if (!can(permissionsOf(tx.scope.actor.role ?? 'realm_user'), 'write', 'own'))
      throw new ApiError('FORBIDDEN', 'Budgets of events and months are asked for by those who set them');
    const realm_id = await realmForNew(tx, input.realm_id);
    if (kind === 'event_budget') {
      const { event_id } = budget;
      if (event_id === undefined) throw wrong('budget.event_id', 'is required', 'REQUIRED');
      const name = await this.approvals.findEventName(tx, event_id);
      if (name === undefined) throw wrong('budget.event_id', 'names no event', 'NOT_FOUND');
      const before = await this.approvals.findEventBudget(tx, realm_id, event_id);
      requireNeed(await this.commitments.findNeedOfBudget(tx, realm_id, 'per_event', before, sumOf(budget)));
      return { ...own, realm_id, event_id, job_id: null, name, object: `${event_id}` };
    }
    const before = sumOf({ amount: await this.present.findForMonth(tx, realm_id, currency), currency });
    requireNeed(await this.commitments.findNeedOfBudget(tx, realm_id, 'per_month', before, sumOf(budget)));
    return { ...own, realm_id, event_id: null, job_id: null, name: currency, object: currency };
  }

  private async freezeLaunch(tx: Tx, launch: JobInputDto): Promise<Omit<NewApproval, 'kind' | 'reason'>> {
    const { plan_hash } = launch;
    if (!plan_hash) throw wrong('launch.plan_hash', 'is required', 'REQUIRED');
    const planned = await this.launches.plan(tx, launch);
    const { spec, plan } = planned;
    const { realm_id } = spec.template;
    const asked = askedOf(planned);
    const open = await this.commitments.read(tx, realm_id);
    requireNeed(open && this.commitments.findNeed(open, asked));
    const [cost = null] = plan.totals.costs;
    return {
      realm_id,
      object: createHash('sha256').update(plan_hash).digest('base64url'),
      body: launch,
      plan_hash,
      plan: plan.totals,
      event_id: spec.event.id,
      job_id: null,
      name: spec.name,
      cost,
      unpriced_seats: plan.totals.unpriced.seats,
      asked: asked.amount,
      currency: asked.currency ?? open?.rules.currency ?? null,
      scheduled_at: spec.scheduled_at,
    };
  }

  private async freezeJobBudget(
    tx: Tx,
    { job_id, amount, currency }: AskedBudget,
  ): Promise<Pick<NewApproval, 'realm_id' | 'event_id' | 'job_id' | 'name' | 'object'>> {
    if (job_id === undefined) throw wrong('budget.job_id', 'is required', 'REQUIRED');
    if (amount === null)
      throw wrong('budget.amount', 'is required: under rules a job has a budget', 'REQUIRED');
    const job = await this.jobs.findBudget(tx, job_id);
    if (!job) throw wrong('budget.job_id', 'names no job', 'NOT_FOUND');
    const { realm_id, event_id, name } = job;
    const had = job.currency === currency ? (job.amount ?? 0) : 0;
    const open = await this.commitments.read(tx, realm_id);
    const more = sumAmounts([amount, -had]);
    requireNeed(
      open && more > 0 ? this.commitments.findNeed(open, { event_id, amount: more, currency }, amount) : null,
    );
    return { realm_id, event_id, job_id, name, object: `${job_id}` };
  }
}

const sumOf = ({ amount, currency }: { amount: number | null; currency: string }) =>
  amount === null ? null : { amount, currency };

const mayAsk = (asker: Asker, kind: ApprovalDto['kind']): boolean => {
  const holder = holderOf({ role: asker.role, duties: dutiesOf(asker) });
  return kind === 'launch' || kind === 'job_budget'
    ? mayAct(holder, 'launch')
    : can(holder.permissions, 'write', 'own');
};

/** The budget of an approval: what was asked for, or less. @throws 400 for more, and for none where the sum isn't known */
function grantedOf({ kind, asked, currency }: ApprovalDto, granted: number | null): number | null {
  if (granted === null && asked === null && kind === 'launch')
    throw wrong('granted', 'is required: the sum of this launch isn’t known', 'REQUIRED');
  if (granted === null) return asked;
  if (asked !== null && granted > asked)
    throw invalid([
      {
        field: 'granted',
        message: 'granted must be at most what was asked for',
        code: 'TOO_LARGE',
        params: { max: asked },
      },
    ]);
  requireExactAmount('granted', granted, currency);
  return granted;
}

function requirePending({ status }: ApprovalDto): void {
  if (status === 'expired') throw conflict('REQUEST_EXPIRED', 'This request has expired');
  if (status !== 'pending') throw conflict('CHANGED_MEANWHILE', `This request was ${status} already`);
}

function requireNeed(need: ApprovalNeed | null): void {
  if (!need) throw conflict('NO_APPROVAL_NEEDED', 'The rules of the realm need no approval for this');
}

const conflict = (reason: ErrorReason, message: string) => new ApiError('CONFLICT', message, { reason });

const wrong = (field: string, what: string, code: FieldErrorCode) =>
  invalid([{ field, message: `${field} ${what}`, code }]);

const record = (tx: Tx, action: AuditAction, requests: readonly ApprovalDto[]): Promise<void> =>
  auditAll(
    tx,
    requests.map(
      ({ id, realm_id, kind, name, asked, currency, granted, job_id, event_name, reason, answer }) => ({
        action,
        entity: 'approval',
        entity_id: id,
        realm_id,
        after: { kind, name, asked, currency, granted, job_id, event_name, reason, answer },
      }),
    ),
  );

const concernsOf = ({ event_id, job_id }: ApprovalDto) => ({ event_id, job_id });

/** The people of the realm who may decide it. */
const toApprovers = (request: ApprovalDto): NotificationDraft => ({
  topic: 'approvals',
  realm_id: request.realm_id,
  duty: 'approve',
  ...(request.asked_by !== null && { except_user_id: request.asked_by }),
  kind: 'approval_asked',
  subject: request.name,
  params: { name: request.name, who: request.asked_who, reason: request.reason },
  concerns: concernsOf(request),
  path: `/approvals/${request.id}`,
});

/** Whoever asked, and the webhooks of the realm. */
const toAsker = (request: ApprovalDto): NotificationDraft[] =>
  request.asked_by === null
    ? []
    : [
        {
          topic: 'approvals',
          realm_id: request.realm_id,
          user_id: request.asked_by,
          forWebhooks: true,
          kind: kindOf(request),
          subject: request.name,
          params: {
            name: request.name,
            who: request.decided_who ?? '',
            said: request.answer ? `: ${request.answer}` : '',
          },
          concerns: concernsOf(request),
          path: `/approvals/${request.id}`,
        },
      ];

const kindOf = ({ status }: ApprovalDto) =>
  status === 'approved'
    ? 'approval_granted'
    : status === 'declined'
      ? 'approval_declined'
      : 'approval_expired';
