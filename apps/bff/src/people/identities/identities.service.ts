import { Injectable } from '@nestjs/common';
import { EventsService, eventStatuses } from '../../catalogue';
import { audit } from '../../platform/audit/audit';
import { userStatuses } from '../../platform/auth/user.entity';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid } from '../../platform/errors/api-error';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { UsersService } from '../users/users.service';
import type { IdentityDecision, IdentityMatchDto, IdentityMatchListQuery } from './identities.dto';
import { IdentitiesRepository } from './identities.repository';
import type { MatchKind } from './identity-match.entity';

/** What an administrator changes when rows that have one identity are merged or kept apart. Nothing is deleted. */
@Injectable()
export class IdentitiesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly matches: IdentitiesRepository,
    private readonly events: EventsService,
    private readonly users: UsersService,
  ) {}

  list(scope: Scope, query: IdentityMatchListQuery): Promise<ListResponse<IdentityMatchDto>> {
    return this.transactions.readList(scope, (tx) => this.matches.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<IdentityMatchDto>> {
    return this.transactions.read(scope, (tx) => this.matches.get(tx, id));
  }

  /**
   * Decides a match, or takes the decision back. Merged rows count together as they did before: of events one stays in
   * use and the others are closed, of accounts the others are disabled. Events kept apart count alone from now on.
   *
   * @throws 409 ONE_IDENTITY when rows that must count together are to be kept apart
   */
  decide(
    scope: Scope,
    id: number,
    { decision, keep_id = null }: IdentityDecision,
    ifMatch: string | undefined,
  ): Promise<Found<IdentityMatchDto>> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.matches.lock(tx, id, ifMatch);
      if (decision && !before.decisions.includes(decision)) throw oneIdentity();
      const { row_ids, former } = await this.matches.findEffects(tx, id);
      const merges = decision === 'merged' && before.kind !== 'login';
      const kept = merges ? await this.findKept(tx, before, row_ids, keep_id) : null;
      await this.restore(tx, before, former);
      const replaced = kept === null ? {} : await this.retireOthers(tx, before, row_ids, kept);
      await this.matches.decide(tx, id, { decision, kept_id: kept, former: replaced });
      if (before.kind === 'event') await this.matches.markKeptApart(tx, row_ids);
      const changed = await this.matches.get(tx, id);
      await audit(tx, {
        action: 'identity.decide',
        entity: 'identity_match',
        entity_id: id,
        realm_id: null,
        before: decisionOf(before),
        after: decisionOf(changed.row),
      });
      return changed;
    });
  }

  /** The event or account that stays in use, which signs in by the shared e-mail from now on. */
  private async findKept(
    tx: Tx,
    { kind, identity }: IdentityMatchDto,
    rowIds: readonly number[],
    keepId: number | null,
  ): Promise<number> {
    const rows = await this.matches.findInUse(tx, kind, rowIds);
    const kept = rows.find(({ id }) => id === keepId);
    if (!kept)
      throw invalid([
        {
          field: 'keep_id',
          message: 'keep_id must be a row of the match that is in use',
          code: keepId === null ? 'REQUIRED' : 'NOT_FOUND',
        },
      ]);
    if (kind === 'account' && kept.email !== identity) {
      if (await this.matches.isEmailTaken(tx, identity, kept.id))
        throw new ApiError('CONFLICT', 'Another account signs in by this e-mail: keep that one', {
          reason: 'EMAIL_TAKEN',
        });
      await this.users.changeWithin(tx, kept.id, { email: identity });
    }
    return kept.id;
  }

  /** Closes the other events, or disables the other accounts. Returns the statuses that they had, by id. */
  private async retireOthers(
    tx: Tx,
    { kind }: IdentityMatchDto,
    rowIds: readonly number[],
    keptId: number,
  ): Promise<Record<string, string>> {
    const former: Record<string, string> = {};
    for (const { id, status } of await this.matches.findInUse(tx, kind, rowIds)) {
      if (id === keptId || status === retired[kind]) continue;
      former[id] = status;
      await this.setStatus(tx, kind, id, retired[kind]);
    }
    return former;
  }

  /** Gives the rows that a merge took out of use their status back, unless it was changed since or another merge keeps them out. */
  private async restore(
    tx: Tx,
    { id: matchId, kind }: IdentityMatchDto,
    former: Record<string, string>,
  ): Promise<void> {
    for (const { id, status } of await this.matches.findInUse(tx, kind, Object.keys(former).map(Number))) {
      const before = former[id];
      if (before === undefined || status !== retired[kind]) continue;
      if (await this.matches.handOver(tx, matchId, kind, id, before)) continue;
      await this.setStatus(tx, kind, id, before);
    }
  }

  private async setStatus(tx: Tx, kind: MatchKind, id: number, status: string): Promise<void> {
    const eventStatus = eventStatuses.find((each) => each === status);
    const userStatus = userStatuses.find((each) => each === status);
    if (kind === 'event' && eventStatus) await this.events.setStatus(tx, id, eventStatus);
    if (kind === 'account' && userStatus) await this.users.changeWithin(tx, id, { status: userStatus });
  }
}

/** The status of rows that a merge takes out of use; logins all stay in use. */
const retired: Readonly<Record<MatchKind, string>> = { event: 'closed', account: 'disabled', login: '' };

const oneIdentity = () =>
  new ApiError(
    'CONFLICT',
    'These must count as one: give one of them another e-mail or supporter id if they are different',
    { reason: 'ONE_IDENTITY' },
  );

const decisionOf = ({ kind, identity, decision, kept_id }: IdentityMatchDto) => ({
  kind,
  identity,
  decision,
  kept_id,
});
