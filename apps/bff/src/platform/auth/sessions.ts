import type { Role } from '@tessera/domain';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Listener } from '../database/listener';
import { Transactions, type Tx } from '../database/transactions';
import { systemScope } from '../realm-scope/scope';
import type { Account } from './account';

/** Postgres channel that names sessions that have ended or whose account has changed. */
const CHANNEL = 'tessera_sessions';
/** How long an account may be remembered: access ends within a second. */
const FRESH_MS = 900;

type Row = {
  id: string;
  user_id: number;
  email: string;
  name: string;
  role: Role;
  realm_id: number | null;
  realm_suspended: boolean;
};

const LIVE = `
  SELECT s.id, s.user_id, u.email, u.name, u.role, u.realm_id, coalesce(r.status = 'suspended', false) AS realm_suspended
  FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN realms r ON r.id = u.realm_id
  WHERE s.id = ANY($1::uuid[]) AND s.ended_at IS NULL AND s.idle_expires_at > now() AND s.expires_at > now()
    AND u.status = 'active'`;

/** The sessions that are live, each remembered for less than a second. */
@Injectable()
export class Sessions implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly known = new Map<
    string,
    { at: number; account: Promise<Account | null>; now?: Account | null }
  >();
  private readonly endedHandlers: ((sessionIds: string[]) => void)[] = [];
  private sweeper: NodeJS.Timeout | null = null;

  constructor(
    private readonly transactions: Transactions,
    listener: Listener,
  ) {
    listener.on(CHANNEL, (payload) => this.forget(payload.split(',')));
    listener.onReconnect(() => this.known.clear());
  }

  onApplicationBootstrap(): void {
    this.sweeper = setInterval(() => this.sweep(), 5000).unref();
  }

  onApplicationShutdown(): void {
    if (this.sweeper) clearInterval(this.sweeper);
  }

  /**
   * The session's account, at once where it is remembered; null when it has ended. Throws when the database is away.
   */
  account(sessionId: string): Account | null | Promise<Account | null> {
    const at = performance.now();
    const known = this.known.get(sessionId);
    if (known && at - known.at < FRESH_MS) return known.now === undefined ? known.account : known.now;
    const account = this.live([sessionId]).then(([found]) => found ?? null);
    const entry: { at: number; account: Promise<Account | null>; now?: Account | null } = { at, account };
    this.known.set(sessionId, entry);
    account.then(
      (found) => (entry.now = found),
      () => {
        if (this.known.get(sessionId) === entry) this.known.delete(sessionId);
      },
    );
    return account;
  }

  /** Those of the sessions that are live. */
  async live(sessionIds: readonly string[]): Promise<Account[]> {
    const rows = await this.transactions.read(systemScope('sessions'), (tx) =>
      tx.query<Row>(LIVE, [sessionIds]),
    );
    return rows.map((row) => ({
      sessionId: row.id,
      userId: row.user_id,
      email: row.email,
      name: row.name,
      role: row.role,
      realmId: row.realm_id,
      realmSuspended: row.realm_suspended,
    }));
  }

  /** Hears of sessions that may have ended, as soon as Postgres says so. */
  onChanged(handler: (sessionIds: string[]) => void): void {
    this.endedHandlers.push(handler);
  }

  private forget(sessionIds: string[]): void {
    for (const id of sessionIds) this.known.delete(id);
    for (const handler of this.endedHandlers) handler(sessionIds);
  }

  private sweep(): void {
    const now = performance.now();
    for (const [id, { at }] of this.known) if (now - at > FRESH_MS) this.known.delete(id);
  }
}

/** A session that is live, as people see it; `current` is the one that asks. */
export type LiveSession = {
  id: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  user_agent: string | null;
  address: string | null;
  current: boolean;
};

/** A user's live sessions, the last used first. The transaction must see them, as for `endSessions`. */
export const liveSessions = (tx: Tx, userId: number): Promise<LiveSession[]> =>
  tx.query(
    `SELECT id, created_at, last_used_at, least(idle_expires_at, expires_at) AS expires_at, user_agent, address,
       id IS NOT DISTINCT FROM $2::uuid AS current
     FROM sessions
     WHERE user_id = $1 AND ended_at IS NULL AND idle_expires_at > now() AND expires_at > now()
     ORDER BY last_used_at DESC, id`,
    [userId, tx.scope.actor.sessionId],
  );

/** Which of a user's sessions to end: all, or all but or only one. */
export type Which = { userId: number; only?: string; except?: string };

/**
 * Ends sessions in the caller's transaction: for logout, a changed password or role, a disabled user. Answers how
 * many. The transaction must see the sessions: run it with `systemScope` or an admin's scope.
 */
export async function endSessions(tx: Tx, which: Which, reason: string): Promise<number> {
  const ended = await tx.query<{ id: string }>(
    `UPDATE sessions SET ended_at = now(), ended_reason = $4
     WHERE user_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id = $2) AND ($3::uuid IS NULL OR id <> $3)
     RETURNING id`,
    [which.userId, which.only ?? null, which.except ?? null, reason],
  );
  await tellSessions(
    tx,
    ended.map(({ id }) => id),
  );
  return ended.length;
}

/** Has every process read the user's account anew: after a change of name, realm or role that ends no session. */
export async function refreshAccount(tx: Tx, userId: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    'SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL',
    [userId],
  );
  await tellSessions(
    tx,
    rows.map(({ id }) => id),
  );
}

/** As `refreshAccount` for everyone in a realm: after it was suspended or activated. */
export async function refreshRealmAccounts(tx: Tx, realmId: number): Promise<void> {
  const rows = await tx.query<{ id: string }>(
    'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.realm_id = $1 AND s.ended_at IS NULL',
    [realmId],
  );
  await tellSessions(
    tx,
    rows.map(({ id }) => id),
  );
}

async function tellSessions(tx: Tx, ids: string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += 100) {
    await tx.query('SELECT pg_notify($1, $2)', [CHANNEL, ids.slice(at, at + 100).join(',')]);
  }
}
