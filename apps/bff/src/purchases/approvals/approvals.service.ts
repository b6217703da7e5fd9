import { Injectable } from '@nestjs/common';
import { can, dutiesOf, holderOf, mayAct } from '@tessera/domain';
import { NotificationPublisher } from '../../messages';
import type { AuditAction } from '../../platform/audit/actions';
import { auditAll } from '../../platform/audit/audit';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, differentRealms, invalid, notFound } from '../../platform/errors/api-error';
import type { ErrorReason } from '../../platform/errors/error-reasons';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { requireExactAmount } from '../../platform/http/text-fields';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import { ownRealm, personalScope, type Scope } from '../../platform/realm-scope/scope';
import { SWEEP_BATCH, Sweeps } from '../../platform/sweeps/sweeps';
import { Commitments, committedOf, type JobInputDto, JobLaunch, JobsService, limitNames } from '../../work';
import { BudgetsRepository } from '../budgets/budgets.repository';
import { BudgetsService } from '../budgets/budgets.service';
import { ApprovalFreezing, wrong } from './approval-freezing';
import { toAdministrator, toApprovers, toAsker } from './approval-notifications';
import type {
  ApprovalDto,
  ApprovalListQuery,
  ApproveInput,
  AskApprovalInput,
  AskedBudget,
  CommitmentsDto,
} from './approvals.dto';
import { approvalSorts, ApprovalsRepository, type Asker } from './approvals.repository';

/** People ask a second person for what the rules of their realm don't let them do; an approval does it in its own transaction. */
@Injectable()
export class ApprovalsService {
  constructor(
    sweeps: Sweeps,
    private readonly transactions: Transactions,
    private readonly approvals: ApprovalsRepository,
    private readonly freezing: ApprovalFreezing,
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
  create(scope: Scope, input: AskApprovalInput): Promise<Found<ApprovalDto>> {
    return this.transactions.runAmbient(scope, async (tx) => {
      if (scope.kind === 'realm') ownRealm(scope, input.realm_id);
      const wanted = await this.freezing.freeze(tx, input);
      const { realm_id } = wanted;
      if (input.realm_id !== undefined && input.realm_id !== realm_id) throw differentRealms();
      await rejectSuspended(tx, [realm_id]);
      await this.expire(tx);
      if (await this.approvals.hasPending(tx, wanted))
        throw conflict('Somebody has asked for the same already', 'EXISTS_ALREADY');
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
   * @throws 403 OWN_REQUEST; 409 when it was decided or has expired, when the person who asked may not do it any more, PLAN_CHANGED
   *   with what changed
   */
  approve(scope: Scope, id: number, { granted, answer }: ApproveInput): Promise<Found<ApprovalDto>> {
    return this.transactions.runAmbient(scope, async (tx) => {
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
    return this.transactions.runAmbient(scope, async (tx) => {
      await this.lockOfOthers(tx, id);
      return this.finish(tx, id, { status: 'declined', granted: null, answer, job_id: null });
    });
  }

  /** Records requests whose time is over, as far as the scope sees them. */
  private async expire(tx: Tx): Promise<number> {
    const expired = await this.approvals.expire(tx, SWEEP_BATCH);
    await record(tx, 'approval.expire', expired);
    await this.notifyAskers(tx, expired);
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
    await this.notifyAskers(tx, [decided.row]);
    return decided;
  }

  private async notifyAskers(tx: Tx, requests: readonly ApprovalDto[]): Promise<void> {
    if (requests.length === 0) return;
    await this.notifications.publish(tx, requests.flatMap(toAsker));
    const toAdministrators = (all: Tx) => this.notifications.publish(all, requests.flatMap(toAdministrator));
    // Administrators are of no realm, so an approver's own role doesn't see them.
    if (tx.scope.kind === 'all') await toAdministrators(tx);
    else await this.transactions.run(personalScope(tx.scope), toAdministrators);
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

  /** @throws 409 when the person who asked is gone, or may not do any more what they asked for */
  private async requireAsker(tx: Tx, { asked_by, asked_who, realm_id, kind }: ApprovalDto): Promise<void> {
    const gone = conflict(`${asked_who} has left this realm`, 'ASKER_LEFT');
    if (asked_by === null) throw gone;
    // Administrators are of no realm, so an approver's own role doesn't see them.
    const asker = await this.transactions.read(personalScope(tx.scope), (all) =>
      this.approvals.findAsker(all, asked_by),
    );
    if (asker?.status !== 'active' || (asker.role !== 'admin' && asker.realm_id !== realm_id)) throw gone;
    if (!mayAsk(asker, kind)) throw conflict(`${asked_who} may not do this any more`, 'ASKER_MAY_NOT');
  }

  private async findPresent(
    tx: Tx,
    { kind, realm_id, job_id, event_id, currency }: ApprovalDto,
  ): Promise<number | null> {
    if (kind === 'job_budget' && job_id !== null)
      return (await this.jobs.findBudget(tx, job_id))?.amount ?? null;
    if (kind === 'event_budget')
      return (await this.present.findForEvent(tx, realm_id, event_id ?? 0))?.amount ?? null;
    return kind === 'month_budget' ? this.present.findForMonth(tx, realm_id, currency ?? '') : null;
  }
}

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
  if (status === 'expired') throw conflict('This request has expired', 'REQUEST_EXPIRED');
  if (status !== 'pending') throw conflict(`This request was ${status} already`, 'CHANGED_MEANWHILE');
}

const conflict = (message: string, reason: ErrorReason) => new ApiError('CONFLICT', message, { reason });

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
