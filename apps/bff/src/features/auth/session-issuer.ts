import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { audit } from '../../platform/audit/audit';
import { endSessions } from '../../platform/auth/sessions';
import { tokenHash, Tokens } from '../../platform/auth/tokens';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError } from '../../platform/errors/api-error';
import { NotificationPublisher } from '../notifications';
import { type SessionDto, toMe } from './auth.dto';
import type { Client } from './client';
import { securityNotification } from './security-notifications';
import { userById, type AccountRow } from './accounts.queries';

type SessionRow = {
  id: string;
  user_id: number;
  refresh_hash: string;
  previous_refresh_hash: string | null;
  generation: number;
  live: boolean;
  just_rotated: boolean;
  idle: boolean;
  ended_reason: string | null;
};

/** Why a session ended, as its own browser learns it: the reason given to `endSessions`, or that it expired. */
const endReasons: Readonly<Record<string, string>> = {
  'account changed': 'ACCOUNT_CHANGED',
  'password changed': 'PASSWORD_CHANGED',
  'ended by an administrator': 'ENDED_BY_ADMINISTRATOR',
  'ended by its user': 'ENDED_BY_USER',
  'refresh token reused': 'USED_TWICE',
  logout: 'SIGNED_OUT',
};

/** Null for a token that isn't the session's own: a stranger learns nothing. */
function endReasonOf(session: SessionRow | null, hash: string): string | null {
  if (!session || session.live) return null;
  if (hash !== session.refresh_hash && hash !== session.previous_refresh_hash) return null;
  if (session.ended_reason !== null) return endReasons[session.ended_reason] ?? null;
  return session.idle ? 'IDLE' : 'TOO_OLD';
}

/** Begins sessions and carries them on, with rotation and reuse detection. */
@Injectable()
export class SessionIssuer {
  /** Refreshes under way, by the token's hash. */
  private readonly pendingRefreshes = new Map<string, Promise<SessionDto>>();

  constructor(
    private readonly tokens: Tokens,
    private readonly transactions: Transactions,
    private readonly notifications: NotificationPublisher,
  ) {}

  /**
   * Begins a session: idle 12 h, 7 d at most. It counts as signed in now, or when the session `after` was: a changed
   * password alone doesn't prove the second factor.
   */
  async begin(tx: Tx, user: AccountRow, client: Client, after: string | null = null): Promise<SessionDto> {
    const id = randomUUID();
    const refreshToken = this.tokens.firstRefresh(id);
    await tx.query(
      `INSERT INTO sessions (id, user_id, refresh_hash, user_agent, address, idle_expires_at, expires_at, authenticated_at)
       VALUES ($1, $2, $3, $4, $5, now() + interval '12 hours', now() + interval '7 days',
         coalesce((SELECT authenticated_at FROM sessions WHERE id = $6), now()))`,
      [id, user.id, tokenHash(refreshToken), client.userAgent, client.address, after],
    );
    await tx.execute('UPDATE users SET last_login_at = now() WHERE id = $1', [user.id]);
    return this.answer(user, id, refreshToken);
  }

  /**
   * The successor of a refresh token. The one before it gets the same successor for 30 s; an older one ends the
   * session, which is audited; one that was never issued ends nothing. 401 when the session has ended.
   */
  async refresh(refreshToken: string, client: Client): Promise<SessionDto> {
    const sessionId = this.tokens.sessionOf(refreshToken);
    if (!sessionId) throw unauthorized();
    const hash = tokenHash(refreshToken);
    // A token has one answer: who asks while it is worked out shares it, rather than wait in line for the same row.
    const running = this.pendingRefreshes.get(hash);
    if (running) return running;
    const attempt = this.continueSession(sessionId, refreshToken, hash, client).finally(() =>
      this.pendingRefreshes.delete(hash),
    );
    this.pendingRefreshes.set(hash, attempt);
    return attempt;
  }

  private async continueSession(
    sessionId: string,
    refreshToken: string,
    hash: string,
    client: Client,
  ): Promise<SessionDto> {
    let endReason: string | null = null;
    const answer = await this.transactions.run(client.scope, async (tx) => {
      const session = await lockSession(tx, sessionId);
      endReason = endReasonOf(session, hash);
      const user = session?.live ? await userById(tx, session.user_id) : null;
      if (!session || !user || user.status !== 'active') return null;
      const next = this.tokens.nextRefresh(refreshToken);
      if (hash === session.refresh_hash) await rotate(tx, sessionId, tokenHash(next));
      else if (hash !== session.previous_refresh_hash || !session.just_rotated)
        return this.tokens.wasIssuedBefore(refreshToken, session.refresh_hash, session.generation)
          ? this.endReused(tx, session, user)
          : null;
      return this.answer(user, sessionId, next);
    });
    if (!answer) throw unauthorized(endReason);
    return answer;
  }

  /** Somebody holds a token that was replaced long ago: nobody goes on with this session. */
  private async endReused(tx: Tx, session: SessionRow, user: AccountRow): Promise<null> {
    await endSessions(tx, { userId: user.id, only: session.id }, 'refresh token reused');
    await audit(tx, {
      action: 'session.refresh_reused',
      entity: 'user',
      entity_id: user.id,
      realm_id: user.realm_id,
      after: { session_id: session.id },
    });
    await this.notifications.publish(tx, securityNotification(user.id, 'session_reused'));
    return null;
  }

  private answer(user: AccountRow, sessionId: string, refreshToken: string): SessionDto {
    return { token: this.tokens.access(user.id, sessionId), refreshToken, user: toMe(user) };
  }
}

const unauthorized = (reason: string | null = null) =>
  new ApiError('UNAUTHORIZED', 'Unauthorized', reason ? { context: { reason } } : {});

async function lockSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const [row] = await tx.query<SessionRow>(
    `SELECT id, user_id, refresh_hash, previous_refresh_hash, generation,
       ended_at IS NULL AND idle_expires_at > clock_timestamp() AND expires_at > clock_timestamp() AS live,
       rotated_at > clock_timestamp() - interval '30 seconds' AS just_rotated,
       idle_expires_at <= clock_timestamp() AS idle, ended_reason
     FROM sessions WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return row ?? null;
}

const rotate = (tx: Tx, id: string, nextHash: string) =>
  tx.execute(
    `UPDATE sessions SET previous_refresh_hash = refresh_hash, refresh_hash = $2, generation = generation + 1,
       rotated_at = clock_timestamp(), last_used_at = clock_timestamp(), idle_expires_at = clock_timestamp() + interval '12 hours'
     WHERE id = $1`,
    [id, nextHash],
  );
