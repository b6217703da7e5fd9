import { Injectable } from '@nestjs/common';
import { type Duty, mayManageAccount } from '@tessera/domain';
import type { MessageKind } from '@tessera/domain/notifications';
import { NotificationPublisher, securityNotification } from '../../messages';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { LiveSession } from '../../platform/auth/live-session.dto';
import { passwordError, Passwords } from '../../platform/auth/passwords';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import { personalScope, type Scope } from '../../platform/realm-scope/scope';
import { AccessRevocation } from '../auth/access-revocation';
import { AccountsRepository } from '../auth/accounts.repository';
import { PasswordResetsRepository } from '../auth/password-reset/password-resets.repository';
import { SecondFactorChanges } from '../auth/two-factor/second-factor-changes';
import { TwoFactorRepository } from '../auth/two-factor/two-factor.repository';
import { requireDuties } from '../duties';
import { PasskeysRepository } from '../passkeys/passkeys.repository';
import { PasswordPolicy } from '../single-sign-on/password-policy';
import { GrantRevocation } from './grant-revocation';
import type { ListedUserDto, UserChange, UserDto, UserInput, UserListQuery } from './users.dto';
import { userSorts, UsersRepository } from './users.repository';

/** Users. Administrators create and change them, owners see those of their realm. */
@Injectable()
export class UsersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly passwords: Passwords,
    private readonly notifications: NotificationPublisher,
    private readonly users: UsersRepository,
    private readonly accounts: AccountsRepository,
    private readonly access: AccessRevocation,
    private readonly grants: GrantRevocation,
    private readonly liveSessions: SessionsRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly factors: TwoFactorRepository,
    private readonly passkeys: PasskeysRepository,
    private readonly factorChanges: SecondFactorChanges,
    private readonly policy: PasswordPolicy,
  ) {}

  list(scope: Scope, query: UserListQuery): Promise<ListResponse<ListedUserDto>> {
    const pagination = readPagination(query, userSorts, 'name', 'u.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.users.listUsers(tx, query, pagination),
    }));
  }

  get(scope: Scope, id: number): Promise<Found<UserDto>> {
    return this.transactions.read(scope, (tx) => this.users.readUser(tx, id));
  }

  async create(scope: Scope, { password, ...input }: UserInput): Promise<Found<UserDto>> {
    const owner = { email: input.email, name: input.name ?? '' };
    const password_hash = await this.hashPassword(scope, password, owner);
    return this.transactions.run(scope, async (tx) => {
      const realm_id = input.realm_id == null ? null : (await existingRealm(tx, input.realm_id)).id;
      await requireDuties(tx, input.duties ?? [], { role: input.role ?? 'realm_user', realm_id });
      const row = { ...input, realm_id, password_hash };
      const created = await this.users.readUser(tx, await this.users.insertUser(tx, row));
      await auditUser(tx, 'user.create', created.row, null, created.row);
      return created;
    });
  }

  /** Changes the fields sent. A changed role, a lost realm or disabling ends the user's sessions and calendar feed. */
  change(scope: Scope, id: number, change: UserChange, ifMatch: string | undefined): Promise<Found<UserDto>> {
    return this.transactions.run(scope, (tx) => this.changeWithin(tx, id, change, ifMatch));
  }

  /** Sets the duties of a person; owners do it for their realm, whose users only the system writes. */
  changeDuties(
    scope: Scope,
    id: number,
    duties: Duty[],
    ifMatch: string | undefined,
  ): Promise<Found<UserDto>> {
    return this.transactions.run(personalScope(scope), async (tx) => {
      const { realm_id } = await this.users.lock(tx, id);
      const isVisible = scope.kind === 'all' || (scope.kind === 'realm' && realm_id === scope.realmId);
      if (!isVisible) throw notFound('User');
      return this.changeWithin(tx, id, { duties }, ifMatch, 'user.duties');
    });
  }

  /** As `change`, as part of a transaction. What was given in another realm or role ends with it. */
  async changeWithin(
    tx: Tx,
    id: number,
    change: UserChange,
    ifMatch?: string,
    action: AuditAction = 'user.update',
  ): Promise<Found<UserDto>> {
    const { role, status } = change;
    const demotes = role !== undefined && role !== 'admin';
    const disables = status === 'disabled';
    await this.guard(tx, id, { lastAdmin: demotes || disables, oneself: disables });
    const before = await this.users.lock(tx, id, ifMatch);
    if (change.realm_id != null && change.realm_id !== before.realm_id)
      await existingRealm(tx, change.realm_id);
    const next = {
      role: role ?? before.role,
      realm_id: change.realm_id === undefined ? before.realm_id : change.realm_id,
    };
    const moves = next.role !== before.role || next.realm_id !== before.realm_id;
    const duties = change.duties ?? (moves ? [] : undefined);
    await requireDuties(tx, duties ?? [], next);
    if (change.break_glass && next.role !== 'admin')
      throw invalid([
        { field: 'break_glass', message: 'break_glass is for administrators', code: 'INVALID' },
      ]);
    const break_glass = next.role === 'admin' ? change.break_glass : false;
    await this.users.updateUser(tx, id, { ...change, duties, break_glass });
    // The trigger end_duties has ended what came along with the move.
    if (moves && duties && duties.length > 0) await this.users.updateUser(tx, id, { duties });
    await this.policy.requireBreakGlass(tx);
    const changed = await this.users.readUser(tx, id);
    const { row } = changed;
    const leftRealm = before.realm_id !== null && row.realm_id !== before.realm_id;
    const lostRole = row.role !== before.role || leftRealm || (disables && before.status === 'active');
    if (lostRole) await this.liveSessions.end(tx, { userId: id }, 'account changed');
    else await this.liveSessions.publishAccountChange(tx, id);
    await this.grants.revoke(tx, { id, email: row.email, deleted: false, lostRole, leftRealm });
    await auditUser(tx, action, row, before, row);
    return changed;
  }

  /** Sets another user's password and ends their sessions. */
  async setPassword(scope: Scope, id: number, password: string): Promise<void> {
    const { row: owner } = await this.get(scope, id);
    const password_hash = await this.hashPassword(scope, password, owner);
    await this.transactions.run(scope, async (tx) => {
      const user = await this.lockOther(tx, id);
      await this.accounts.setPassword(tx, id, password_hash);
      await this.resets.remove(tx, id);
      await this.access.revoke(tx, id, 'password changed');
      await auditUser(tx, 'user.password', user, null, null);
      await this.notify(tx, user, 'password_set');
    });
  }

  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      await this.guard(tx, id, { lastAdmin: true, oneself: true });
      const before = await this.users.lock(tx, id, ifMatch);
      await this.liveSessions.end(tx, { userId: id }, 'account deleted');
      await this.grants.revoke(tx, {
        id,
        email: before.email,
        deleted: true,
        lostRole: true,
        leftRealm: before.realm_id !== null,
      });
      await this.users.removeUser(tx, id);
      await this.policy.requireBreakGlass(tx);
      await auditUser(tx, 'user.delete', before, before, null);
    });
  }

  sessions(scope: Scope, id: number): Promise<LiveSession[]> {
    return this.transactions.readList(scope, async (tx) => {
      await this.users.readUser(tx, id);
      return this.liveSessions.listLive(tx, id);
    });
  }

  /** Ends all sessions of another user; access ends within a second. */
  endSessions(scope: Scope, id: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const user = await this.lockOther(tx, id);
      await this.liveSessions.end(tx, { userId: id }, 'ended by an administrator');
      await auditUser(tx, 'user.sessions_ended', user, null, null);
      await this.notify(tx, user, 'sessions_ended');
    });
  }

  /** Removes another user's app and passkeys, so that they sign in by password only, and ends their sessions. 404 when they have none. */
  removeTwoFactor(scope: Scope, id: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const user = await this.lockOther(tx, id);
      const hadApp = await this.factors.remove(tx, id);
      const hadPasskeys = (await this.passkeys.removeAll(tx, id)) > 0;
      if (!hadApp && !hadPasskeys) throw notFound('Two-factor authentication');
      await this.factorChanges.recordLoss(tx, id);
      await this.access.revoke(tx, id, 'second factor changed');
      await auditUser(tx, 'user.second_factor_removed', user, null, null);
      await this.notify(tx, user, 'second_factor_removed');
    });
  }

  /** Notifies the user of a change to their account. */
  private async notify(tx: Tx, user: UserDto, kind: MessageKind): Promise<void> {
    await this.notifications.publish(tx, securityNotification(user.id, kind));
  }

  /** Locks another user; 409 for the caller, who changes their own account under /me with their password. */
  private lockOther(tx: Tx, id: number): Promise<UserDto> {
    if (!mayManageAccount(tx.scope.actor.userId, id))
      throw new ApiError(
        'CONFLICT',
        'Change your own password, sessions and two-factor authentication under your account',
        { reason: 'OWN_ACCOUNT' },
      );
    return this.users.lock(tx, id);
  }

  private async guard(tx: Tx, id: number, against: { lastAdmin: boolean; oneself: boolean }): Promise<void> {
    if (against.lastAdmin && (await this.users.isLastAdmin(tx, id))) {
      throw new ApiError('LAST_ADMIN', 'This is the last enabled administrator');
    }
    if (against.oneself && !mayManageAccount(tx.scope.actor.userId, id)) {
      throw new ApiError(
        'CONFLICT',
        'You can neither delete nor disable your own account: ask another administrator',
        { reason: 'OWN_ACCOUNT' },
      );
    }
  }

  private async hashPassword(
    scope: Scope,
    password: string,
    owner: { email: string; name: string },
  ): Promise<string> {
    const error = passwordError(password, owner);
    if (error) throw invalid([error]);
    return this.passwords.hash(password, `user:${scope.actor.userId}`);
  }
}

const auditUser = (
  tx: Tx,
  action: AuditAction,
  { id, realm_id }: UserDto,
  before: UserDto | null,
  after: UserDto | null,
) => audit(tx, { action, entity: 'user', entity_id: id, realm_id, before, after });
