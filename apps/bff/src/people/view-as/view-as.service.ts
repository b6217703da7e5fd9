import { Injectable } from '@nestjs/common';
import { NotificationPublisher, securityNotification } from '../../messages';
import { viewOnly } from '../../platform/access/views';
import { audit, auditAll } from '../../platform/audit/audit';
import { type Account, signedInUserId } from '../../platform/auth/account';
import { SessionCache } from '../../platform/auth/session-cache';
import { SessionsRepository } from '../../platform/auth/sessions.repository';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound } from '../../platform/errors/api-error';
import { type Actor, personalScope, type Scope } from '../../platform/realm-scope/scope';
import { type AccountRow, AccountsRepository } from '../auth/accounts.repository';
import { type MeDto, toMe, type ViewingDto } from '../auth/auth.dto';
import { type SessionViewRow, SessionViewsRepository } from './session-views.repository';
import type { ViewAsInput } from './view-as.dto';

/** Lets the session of an administrator view the console as somebody else. */
@Injectable()
export class ViewAs {
  constructor(
    private readonly transactions: Transactions,
    private readonly views: SessionViewsRepository,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly cache: SessionCache,
    private readonly notifications: NotificationPublisher,
  ) {}

  /**
   * Begins a view, which is audited and which the viewed person is notified of before anything is read.
   *
   * @throws 400 for an unknown or disabled user and an administrator, oneself included; 403 VIEW_ONLY when
   *   the session has begun a view meanwhile
   */
  async begin(scope: Scope, { sessionId, email }: Account, input: ViewAsInput): Promise<MeDto> {
    const { reason, user_id } = input;
    const me = await this.transactions.run(personalScope(scope), async (tx) => {
      const user = await this.accounts.findById(tx, user_id);
      if (user?.status !== 'active' || user.role === 'admin') throw notViewable();
      if (!(await this.views.begin(tx, sessionId, input))) throw viewOnly();
      const view = await this.views.find(tx, sessionId);
      if (!view) throw notFound('Session');
      const until = view.ends_at.toISOString();
      await audit(tx, {
        action: 'user.view_as',
        entity: 'user',
        entity_id: user.id,
        realm_id: user.realm_id,
        after: { reason, until },
      });
      await this.notifications.publish(
        tx,
        securityNotification(user.id, 'viewed_as', { email, why: reason, until }),
      );
      await this.sessions.publishSessionChange(tx, sessionId);
      return toMe(user, toViewing(view));
    });
    this.cache.forget(sessionId);
    return me;
  }

  /** Ends the session's view, if it has one; returns the session's own user. */
  async end(scope: Scope, account: Account): Promise<MeDto> {
    const me = await this.transactions.run(personalScope(scope), async (tx) => {
      await this.endWithin(tx, account.sessionId);
      const own = await this.accounts.findById(tx, signedInUserId(account));
      if (!own) throw notFound('User');
      return toMe(own);
    });
    this.cache.forget(account.sessionId);
    return me;
  }

  /** As `end`, as part of a transaction. */
  async endWithin(tx: Tx, sessionId: string, actor: Actor = tx.scope.actor): Promise<void> {
    const ended = await this.views.end(tx, sessionId);
    if (!ended) return;
    const { user_id, realm_id, seconds } = ended;
    await auditAll(
      tx,
      [{ action: 'user.view_as_ended', entity: 'user', entity_id: user_id, realm_id, after: { seconds } }],
      actor,
    );
    await this.sessions.publishSessionChange(tx, sessionId);
  }

  /** What a session shows: its own user or, in a view, the viewed person, also when the time is over. */
  async shownUser(tx: Tx, sessionId: string, own: AccountRow): Promise<MeDto> {
    const view = await this.views.find(tx, sessionId);
    if (!view) return toMe(own);
    const viewed = view.user_id === null ? null : await this.accounts.findById(tx, view.user_id);
    return toMe(viewed ?? own, toViewing(view));
  }
}

const notViewable = () =>
  invalid([
    {
      field: 'user_id',
      message: 'user_id must name an enabled user who is no administrator',
      code: 'NOT_FOUND',
    },
  ]);

const toViewing = ({ administrator, reason, ends_at, has_ended }: SessionViewRow): ViewingDto => ({
  administrator,
  reason,
  until: ends_at.toISOString(),
  has_ended,
});
