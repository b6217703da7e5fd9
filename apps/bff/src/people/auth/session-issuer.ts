import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { NotificationPublisher } from '../../messages';
import { securityNotification } from '../../messages';
import { audit, auditBy } from '../../platform/audit/audit';
import {
  type EndReason,
  type LockedSession,
  SessionsRepository,
} from '../../platform/auth/sessions.repository';
import { tokenHash, Tokens } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { type AccountRow, AccountsRepository } from './accounts.repository';
import { type SessionDto, toMe } from './auth.dto';
import type { Client } from './client';

/** The code that a session's own browser gets for the reason of its end; null: without a reason. */
const endReasonCodes: Readonly<Record<EndReason, string | null>> = {
  'account changed': 'ACCOUNT_CHANGED',
  'account deleted': null,
  'password changed': 'PASSWORD_CHANGED',
  'ended by an administrator': 'ENDED_BY_ADMINISTRATOR',
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
  /** Refreshes in progress, by the token's hash. */
  private readonly pendingRefreshes = new Map<string, Promise<SessionDto>>();

  constructor(
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly notifications: NotificationPublisher,
    private readonly accounts: AccountsRepository,
    private readonly sessions: SessionsRepository,
  ) {}

  /**
   * Creates a session; of an account with too many, the one that was used longest ago ends. It counts as signed in now, or since the sign-in of the session `predecessor`: changing a password
   * doesn't prove two-factor authentication.
   */
  async create(
    tx: Tx,
    user: AccountRow,
    client: Client,
    predecessor: string | null = null,
  ): Promise<SessionDto> {
    const id = randomUUID();
    const refreshToken = this.tokens.firstRefresh(id);
    const { userAgent: user_agent, address } = client;
    const session = { id, user_id: user.id, refresh_hash: tokenHash(refreshToken), user_agent, address };
    await this.sessions.insertSession(tx, session, predecessor);
    await this.accounts.setLastLogin(tx, user.id);
    for (const ended of await this.sessions.endExcess(tx, user.id))
      await auditBy(tx, user, {
        action: 'session.end',
        after: { session_id: ended, reason: 'too many sessions' },
      });
    return this.answer(user, id, refreshToken);
  }

  /**
   * Exchanges a refresh token for its successor. For 30 seconds the previous token gets the same successor; an older one
   * ends the session, which is audited; one that was never issued ends nothing. 401 when the session has ended.
   */
  async refresh(refreshToken: string, client: Client): Promise<SessionDto> {
    const sessionId = this.tokens.sessionOf(refreshToken);
    if (!sessionId) throw unauthorized();
    const hash = tokenHash(refreshToken);
    // Requests with the same token share one refresh instead of waiting for the same row one after another.
    const pending = this.pendingRefreshes.get(hash);
    if (pending) return pending;
    const refresh = this.rotate(sessionId, refreshToken, hash, client).finally(() =>
      this.pendingRefreshes.delete(hash),
    );
    this.pendingRefreshes.set(hash, refresh);
    return refresh;
  }

  private async rotate(
    sessionId: string,
    refreshToken: string,
    hash: string,
    client: Client,
  ): Promise<SessionDto> {
    const { answer: response, endReason } = await this.transactions.run(client.scope, async (tx) => {
      const session = await this.sessions.lock(tx, sessionId);
      const endReason = endReasonOf(session, hash);
      const user = session?.is_live ? await this.accounts.findById(tx, session.user_id) : null;
      if (!session || user?.status !== 'active') return { answer: null, endReason };
      const next = this.tokens.nextRefresh(refreshToken);
      if (hash === session.refresh_hash) {
        await this.sessions.rotate(tx, sessionId, tokenHash(next));
      } else if (hash !== session.previous_refresh_hash || !session.is_just_rotated) {
        if (this.tokens.wasIssuedBefore(refreshToken, session.refresh_hash, session.generation))
          await this.endReused(tx, session, user);
        return { answer: null, endReason };
      }
      return { answer: this.answer(user, sessionId, next), endReason };
    });
    if (!response) throw unauthorized(endReason);
    return response;
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

  private answer(user: AccountRow, sessionId: string, refreshToken: string): SessionDto {
    return { token: this.tokens.access(user.id, sessionId), refreshToken, user: toMe(user) };
  }
}

const unauthorized = (reason: string | null = null) =>
  new ApiError('UNAUTHORIZED', 'Unauthorized', reason ? { context: { reason } } : {});
