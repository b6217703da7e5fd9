import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotificationPublisher } from '../../messages';
import { securityNotification } from '../../messages';
import { audit, auditBy } from '../../platform/audit/audit';
import type { SessionClient } from '../../platform/auth/session.entity';
import {
  type EndReason,
  type LockedSession,
  SessionsRepository,
} from '../../platform/auth/sessions.repository';
import { tokenHash, Tokens } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { ProviderSessions } from '../single-sign-on/provider-sessions';
import { ViewAs } from '../view-as/view-as.service';
import { type AccountRow, AccountsRepository } from './accounts.repository';
import { type MeDto, type SessionDto, toMe } from './auth.dto';
import type { Client } from './client';
import { type IssuedSession, SessionCookie } from './session-cookie';

/** The code that a session's own browser gets for the reason of its end; null: without a reason. */
const endReasonCodes: Readonly<Record<EndReason, string | null>> = {
  'account changed': 'ACCOUNT_CHANGED',
  'account deleted': null,
  'password changed': 'PASSWORD_CHANGED',
  'ended by an administrator': 'ENDED_BY_ADMINISTRATOR',
  'ended by its identity provider': 'ENDED_BY_PROVIDER',
  'ended by its user': 'ENDED_BY_USER',
  'refresh token reused': 'USED_TWICE',
  'second factor changed': 'SECOND_FACTOR_CHANGED',
  'too many sessions': 'TOO_MANY_SESSIONS',
  logout: 'SIGNED_OUT',
};

/** Why a session has ended; null while it is live, and for a foreign token, so that the reason isn't disclosed. */
function endReasonOf(session: LockedSession | null, hash: string): string | null {
  if (!session || session.is_live) return null;
  if (hash !== session.refresh_hash && hash !== session.previous_refresh_hash) return null;
  if (session.ended_reason !== null) return endReasonCodes[session.ended_reason];
  return session.is_idle ? 'IDLE' : 'TOO_OLD';
}

/** Creates sessions and rotates their refresh tokens, with reuse detection. */
@Injectable()
export class SessionIssuer {
  /** Refreshes in progress, by the hashes of token and cookie: who has the token alone doesn't share another's. */
  private readonly pendingRefreshes = new Map<string, Promise<SessionDto>>();

  constructor(
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly notifications: NotificationPublisher,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
    private readonly cookie: SessionCookie,
    private readonly views: ViewAs,
    private readonly providerSessions: ProviderSessions,
  ) {}

  /**
   * Creates a session; of an account with too many, the one that was used longest ago ends. In a browser its refresh token needs a
   * cookie. It counts as signed in now, or since the sign-in of the session `predecessor`: changing a password doesn't prove
   * two-factor authentication.
   */
  async create(
    tx: Tx,
    user: AccountRow,
    client: Client,
    kind: SessionClient = 'browser',
    predecessor: string | null = null,
  ): Promise<IssuedSession> {
    const id = randomUUID();
    const refreshToken = this.tokens.firstRefresh(id);
    const cookie = kind === 'browser' ? this.cookie.create() : null;
    const session = {
      id,
      user_id: user.id,
      refresh_hash: tokenHash(refreshToken),
      user_agent: client.userAgent,
      address: client.address,
      client: kind,
      cookie_hash: cookie && tokenHash(cookie),
    };
    await this.sessions.insertSession(tx, session, predecessor);
    if (predecessor !== null) await this.providerSessions.move(tx, predecessor, id);
    await this.accounts.setLastLogin(tx, user.id);
    for (const ended of await this.sessions.endExcess(tx, user.id))
      await auditBy(tx, user, {
        action: 'session.end',
        after: { session_id: ended, reason: 'too many sessions' },
      });
    return { session: this.answer(user.id, id, refreshToken, toMe(user)), cookie };
  }

  /**
   * Exchanges a refresh token for its successor. For 30 seconds the previous token gets the same successor; an older one
   * ends the session, which is audited; one that was never issued ends nothing. 401 when the session has ended, or without the
   * cookie of a browser's session, which changes nothing: who has the token alone can't end the session either. A session that came
   * from an identity provider ends when that has ended it.
   */
  async refresh(refreshToken: string, client: Client): Promise<SessionDto> {
    const sessionId = this.tokens.sessionOf(refreshToken);
    if (!sessionId) throw unauthorized();
    const hash = tokenHash(refreshToken);
    const cookie = this.cookie.read(client);
    const cookieHash = cookie && tokenHash(cookie);
    const key = `${hash} ${cookieHash}`;
    // Requests with the same token share one refresh instead of waiting for the same row one after another.
    const pending = this.pendingRefreshes.get(key);
    if (pending) return pending;
    const refresh = this.rotate(sessionId, refreshToken, { hash, cookieHash }, client).finally(() =>
      this.pendingRefreshes.delete(key),
    );
    this.pendingRefreshes.set(key, refresh);
    return refresh;
  }

  private async rotate(
    sessionId: string,
    refreshToken: string,
    { hash, cookieHash }: { hash: string; cookieHash: string | null },
    client: Client,
  ): Promise<SessionDto> {
    const { answer: response, endReason } = await this.transactions.run(client.scope, async (tx) => {
      const session = await this.sessions.lock(tx, sessionId);
      const endReason = endReasonOf(session, hash);
      const user = session?.is_live ? await this.accounts.findById(tx, session.user_id) : null;
      if (!session || user?.status !== 'active') return { answer: null, endReason };
      if (session.cookie_hash !== null && session.cookie_hash !== cookieHash) {
        const isHolder = hash === session.refresh_hash || hash === session.previous_refresh_hash;
        if (isHolder) await this.auditMissingCookie(tx, session, user);
        return { answer: null, endReason: isHolder ? 'COOKIE_MISSING' : null };
      }
      const next = this.tokens.nextRefresh(refreshToken);
      if (hash === session.refresh_hash) {
        await this.sessions.rotate(tx, sessionId, tokenHash(next));
      } else if (hash !== session.previous_refresh_hash || !session.is_just_rotated) {
        if (this.tokens.wasIssuedBefore(refreshToken, session.refresh_hash, session.generation))
          await this.endReused(tx, session, user);
        return { answer: null, endReason };
      }
      const shown = await this.views.shownUser(tx, sessionId, user);
      return { answer: this.answer(user.id, sessionId, next, shown), endReason };
    });
    if (!response) throw unauthorized(endReason);
    if (!(await this.providerSessions.recheck(client.scope, sessionId)))
      throw unauthorized('ENDED_BY_PROVIDER');
    return response;
  }

  /** Audits once for each session that its refresh token was used without its cookie: the storage may be stolen. */
  private async auditMissingCookie(tx: Tx, session: LockedSession, user: AccountRow): Promise<void> {
    if (!(await this.sessions.setCookieMissing(tx, session.id))) return;
    await audit(tx, {
      action: 'session.refresh_without_cookie',
      entity: 'user',
      entity_id: user.id,
      realm_id: user.realm_id,
      after: { session_id: session.id },
    });
  }

  /** Ends a session whose replaced token was used again, since it may be stolen. */
  private async endReused(tx: Tx, session: LockedSession, user: AccountRow): Promise<void> {
    await this.sessions.end(tx, { userId: user.id, only: session.id }, 'refresh token reused');
    await audit(tx, {
      action: 'session.refresh_reused',
      entity: 'user',
      entity_id: user.id,
      realm_id: user.realm_id,
      after: { session_id: session.id },
    });
    await this.notifications.publish(tx, securityNotification(user.id, 'session_reused'));
  }

  /** The token stays that of the session's own user while they view the console as another. */
  private answer(userId: number, sessionId: string, refreshToken: string, user: MeDto): SessionDto {
    return { token: this.tokens.access(userId, sessionId), refreshToken, user };
  }
}

const unauthorized = (reason: string | null = null) =>
  new ApiError('UNAUTHORIZED', 'Unauthorized', reason ? { context: { reason } } : {});
