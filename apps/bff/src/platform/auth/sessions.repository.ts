import { Injectable } from '@nestjs/common';
import { dutiesOf, type Duty, type Role } from '@tessera/domain';
import type { Tx } from '../database/transactions';
import type { Account, Viewer } from './account';
import type { LiveSession } from './live-session.dto';
import { requiredProviderSql } from './required-provider';
import { hasSecondFactorSql, secondFactorRequiredSql } from './second-factor';
import { findAccountsOfServiceTokens, serviceTokenSession, serviceTokenUser } from './service-token-accounts';
import { Session, type SessionClient } from './session.entity';

/** PostgreSQL channel that names sessions that have ended or whose account has changed. */
export const SESSIONS_CHANNEL = 'tessera_sessions';
/** Session ids in one notification, whose payload must stay under 8,000 bytes. */
const IDS_PER_NOTIFICATION = 100;
/** Live sessions that an account may have; beyond it, the one that was used longest ago ends. */
const MAX_SESSIONS = 50;

/** Why a session ended, as the column `ended_reason` stores it. */
export type EndReason =
  | 'logout'
  | 'account changed'
  | 'account deleted'
  | 'ended by an administrator'
  | 'ended by its identity provider'
  | 'ended by its user'
  | 'password changed'
  | 'refresh token reused'
  | 'second factor changed'
  | 'too many sessions';

/** Sessions of a user: all, only the one named by `only`, or all but the one named by `except`. */
type SessionSelection = { userId: number; only?: string; except?: string };

/** SQL condition: the session can be used. `session` is the table or its alias. */
export const liveSessionSql = (session: string): string =>
  `(${session}.ended_at IS NULL AND ${session}.idle_expires_at > now() AND ${session}.expires_at > now())`;

/** A locked session: what decides about a refresh. */
export type LockedSession = Pick<
  Session,
  'id' | 'user_id' | 'refresh_hash' | 'previous_refresh_hash' | 'generation' | 'cookie_hash'
> & {
  ended_reason: EndReason | null;
  is_live: boolean;
  is_idle: boolean;
  /** Whether its refresh token was rotated within the last 30 seconds. */
  is_just_rotated: boolean;
};

/** A session before it is inserted. */
type NewSession = Pick<
  Session,
  'id' | 'user_id' | 'refresh_hash' | 'user_agent' | 'address' | 'client' | 'cookie_hash'
>;

/** How a session's user proves who they are again. */
type Authentication = {
  isRecent: boolean;
  hasSecondFactor: boolean;
  /** Whether a passkey of theirs is enough. */
  hasPasskey: boolean;
  /** Of a user without a password, or whose password doesn't count: where they sign in. */
  provider: { id: number; name: string } | null;
};

type AccountRow = {
  id: string;
  user_id: number;
  email: string;
  name: string;
  role: Role;
  duties: Duty[];
  realm_id: number | null;
  separate_approval: boolean;
  separate_reversal: boolean;
  realm_suspended: boolean;
  owner_id: number;
  owner_email: string;
  view_reason: string | null;
  view_until: Date | null;
  view_ended: boolean;
  second_factor_due: boolean;
};

/** Joins a session `s` of the user `o` with the view `v` of the person `p`, who is null once the view has ended. */
export const viewedPersonSql = `LEFT JOIN session_views v ON v.session_id = s.id
  LEFT JOIN users p ON p.id = v.user_id AND v.ends_at > now() AND p.status = 'active' AND p.role <> 'admin' AND o.role = 'admin'`;

const viewerOf = (row: AccountRow): Viewer | null =>
  row.view_reason === null || row.view_until === null
    ? null
    : {
        userId: row.owner_id,
        email: row.owner_email,
        reason: row.view_reason,
        until: row.view_until,
        hasEnded: row.view_ended,
      };

/**
 * Reads and writes sessions. The transaction must see them: run it with `systemScope`, `personalScope` or an administrator's
 * scope.
 */
@Injectable()
export class SessionsRepository {
  /** The accounts of the given sessions, of service tokens too, without those that have ended. Of a view, the account of the viewed person. */
  async findAccounts(tx: Tx, ids: readonly string[]): Promise<Account[]> {
    const sessionIds = ids.filter((id) => serviceTokenUser(id) === null);
    const ofTokens = await findAccountsOfServiceTokens(
      tx,
      ids.flatMap((id) => serviceTokenUser(id) ?? []),
    );
    if (sessionIds.length === 0) return ofTokens;
    const rows = await tx.query<AccountRow>(
      `SELECT s.id, u.id AS user_id, u.email, u.name, u.role, u.duties, u.realm_id,
         coalesce(r.separate_approval, false) AS separate_approval,
         coalesce(r.separate_reversal, false) AS separate_reversal,
         coalesce(r.status = 'suspended', false) AS realm_suspended,
         coalesce(${secondFactorRequiredSql('o')} <= clock_timestamp(), false) AND NOT ${hasSecondFactorSql('o.id')}
           AS second_factor_due,
         o.id AS owner_id, o.email AS owner_email, v.reason AS view_reason, v.ends_at AS view_until, p.id IS NULL AS view_ended
       FROM sessions s JOIN users o ON o.id = s.user_id ${viewedPersonSql}
         JOIN users u ON u.id = coalesce(p.id, o.id) LEFT JOIN realms r ON r.id = u.realm_id
       WHERE s.id = ANY ($1::uuid[]) AND ${liveSessionSql('s')}
         AND o.status = 'active'`,
      [sessionIds],
    );
    const ofPeople = rows.map((row) => ({
      sessionId: row.id,
      userId: row.user_id,
      email: row.email,
      name: row.name,
      role: row.role,
      duties: dutiesOf(row),
      realmId: row.realm_id,
      realmSuspended: row.realm_suspended,
      separateReversal: row.separate_reversal,
      serviceTokenId: null,
      viewer: viewerOf(row),
      secondFactorDue: row.second_factor_due,
    }));
    return [...ofPeople, ...ofTokens];
  }

  /** A user's live sessions, the last used first. */
  listLive(tx: Tx, userId: number): Promise<LiveSession[]> {
    return tx.query(
      `SELECT id, created_at, last_used_at, least(idle_expires_at, expires_at) AS expires_at, user_agent, address, client,
         id IS NOT DISTINCT FROM $2::uuid AS current
       FROM sessions
       WHERE user_id = $1 AND ${liveSessionSql('sessions')}
       ORDER BY last_used_at DESC, id`,
      [userId, tx.scope.actor.sessionId],
    );
  }

  /**
   * Inserts a session that expires after 12 idle hours, or 7 days. Its sign-in counts from now, or from the sign-in of the
   * session `predecessor`.
   */
  async insertSession(tx: Tx, session: NewSession, predecessor: string | null): Promise<void> {
    await tx.execute(
      `INSERT INTO sessions (id, user_id, refresh_hash, user_agent, address, client, cookie_hash, idle_expires_at, expires_at,
         authenticated_at)
       VALUES ($1, $2, $3, $4, $5, $7, $8, now() + interval '12 hours', now() + interval '7 days',
         coalesce((SELECT authenticated_at FROM sessions WHERE id = $6), now()))`,
      [
        session.id,
        session.user_id,
        session.refresh_hash,
        session.user_agent,
        session.address,
        predecessor,
        session.client,
        session.cookie_hash,
      ],
    );
  }

  /** Where a session was signed in, and the hash of its cookie; null when there is none. */
  async findClient(tx: Tx, id: string): Promise<Pick<Session, 'client' | 'cookie_hash'> | null> {
    const [row] = await tx.query<{ client: SessionClient; cookie_hash: string | null }>(
      'SELECT client, cookie_hash FROM sessions WHERE id = $1',
      [id],
    );
    return row ?? null;
  }

  /** Locks a session and reads it; null when there is none. */
  async lock(tx: Tx, id: string): Promise<LockedSession | null> {
    const [row] = await tx.query<LockedSession>(
      `SELECT id, user_id, refresh_hash, previous_refresh_hash, generation, cookie_hash, ended_reason,
         ended_at IS NULL AND idle_expires_at > clock_timestamp() AND expires_at > clock_timestamp() AS is_live,
         idle_expires_at <= clock_timestamp() AS is_idle,
         rotated_at > clock_timestamp() - interval '30 seconds' AS is_just_rotated
       FROM sessions WHERE id = $1 FOR UPDATE`,
      [id],
    );
    return row ?? null;
  }

  /** Records that a session's refresh token was used without its cookie; returns whether it was the first time. */
  async setCookieMissing(tx: Tx, id: string): Promise<boolean> {
    const rows = await tx.query<{ id: string }>(
      'UPDATE sessions SET cookie_missing_at = now() WHERE id = $1 AND cookie_missing_at IS NULL RETURNING id',
      [id],
    );
    return rows.length > 0;
  }

  /** Replaces the refresh token of a session, which extends it by 12 hours. */
  async rotate(tx: Tx, id: string, nextHash: string): Promise<void> {
    await tx.execute(
      `UPDATE sessions SET previous_refresh_hash = refresh_hash, refresh_hash = $2, generation = generation + 1,
         rotated_at = clock_timestamp(), last_used_at = clock_timestamp(),
         idle_expires_at = clock_timestamp() + interval '12 hours'
       WHERE id = $1`,
      [id, nextHash],
    );
  }

  /** Records that the user of a session has just proved their identity. */
  async setAuthenticated(tx: Tx, id: string): Promise<void> {
    await tx.manager.update(Session, id, { authenticated_at: () => 'clock_timestamp()' });
  }

  /** Whether a session was authenticated within the last minutes, and how its user does so again. */
  async findAuthentication(tx: Tx, id: string, minutes: number): Promise<Authentication> {
    const [row] = await tx.query<Authentication>(
      `SELECT s.authenticated_at > clock_timestamp() - make_interval(mins => $2) AS "isRecent",
         ${hasSecondFactorSql('u.id')} AS "hasSecondFactor",
         q.required IS NULL AND EXISTS (SELECT FROM passkeys k WHERE k.user_id = u.id) AS "hasPasskey",
         CASE WHEN u.password_hash IS NULL OR q.required IS NOT NULL THEN
           coalesce(
             (SELECT json_build_object('id', p.id, 'name', p.name)
              FROM linked_identities l JOIN identity_providers p ON p.id = l.provider_id
              WHERE l.user_id = u.id AND p.enabled
              ORDER BY l.last_sign_in_at DESC NULLS LAST LIMIT 1),
             q.required)
         END AS provider
       FROM sessions s JOIN users u ON u.id = s.user_id
         CROSS JOIN LATERAL (SELECT ${requiredProviderSql('u')} AS required) q
       WHERE s.id = $1`,
      [id, minutes],
    );
    return row ?? { isRecent: false, hasSecondFactor: false, hasPasskey: false, provider: null };
  }

  /**
   * Whether the user has no earlier session from this device (by its user agent) or from this address. False for a user
   * without earlier sessions.
   */
  async isNewDeviceOrAddress(
    tx: Tx,
    userId: number,
    { userAgent, address }: { userAgent: string | null; address: string },
  ): Promise<boolean> {
    const [row] = await tx.query<{ is_new: boolean | null }>(
      `SELECT NOT (bool_or(user_agent IS NOT DISTINCT FROM $2) AND bool_or(address = $3)) AS is_new
       FROM sessions WHERE user_id = $1`,
      [userId, userAgent, address],
    );
    return row?.is_new ?? false;
  }

  /** Ends sessions and returns how many. Access with them ends within a second. */
  async end(tx: Tx, { userId, only, except }: SessionSelection, reason: EndReason): Promise<number> {
    const ended = await tx.query<{ id: string }>(
      `UPDATE sessions SET ended_at = now(), ended_reason = $3
       WHERE user_id = $1 AND ended_at IS NULL AND ($2::uuid IS NULL OR id = $2) AND ($4::uuid IS NULL OR id <> $4)
       RETURNING id`,
      [userId, only ?? null, reason, except ?? null],
    );
    await notify(tx, ended);
    return ended.length;
  }

  /** Ends these sessions and returns those that had not ended yet. Access with them ends within a second. */
  async endEach(
    tx: Tx,
    ids: readonly string[],
    reason: EndReason,
  ): Promise<Pick<Session, 'id' | 'user_id'>[]> {
    const ended = await tx.query<Pick<Session, 'id' | 'user_id'>>(
      `UPDATE sessions SET ended_at = now(), ended_reason = $2
       WHERE id = ANY ($1::uuid[]) AND ended_at IS NULL RETURNING id, user_id`,
      [ids, reason],
    );
    await notify(tx, ended);
    return ended;
  }

  /**
   * Ends the sessions beyond the limit and returns their ids. Lock the user before, so that concurrent sign-ins keep the
   * limit.
   */
  async endExcess(tx: Tx, userId: number): Promise<string[]> {
    const ended = await tx.query<{ id: string }>(
      `UPDATE sessions SET ended_at = now(), ended_reason = 'too many sessions' WHERE id IN (
         SELECT id FROM sessions
         WHERE user_id = $1 AND ${liveSessionSql('sessions')}
         ORDER BY last_used_at DESC, created_at DESC OFFSET ${MAX_SESSIONS}) RETURNING id`,
      [userId],
    );
    await notify(tx, ended);
    return ended.map(({ id }) => id);
  }

  /** Has every process check the streams of a service token's accounts, after it was revoked. */
  async publishServiceTokenEnd(tx: Tx, userIds: readonly number[]): Promise<void> {
    await notify(
      tx,
      userIds.map((id) => ({ id: serviceTokenSession(id) })),
    );
  }

  /** Makes every process read the session's account again. */
  publishSessionChange(tx: Tx, id: string): Promise<void> {
    return notify(tx, [{ id }]);
  }

  /** Makes every process read the user's account again, after a change that ends no session. */
  async publishAccountChange(tx: Tx, userId: number): Promise<void> {
    await notify(
      tx,
      await tx.query<{ id: string }>('SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL', [
        userId,
      ]),
    );
  }

  /** As `publishAccountChange`, for every administrator. */
  async publishAdministratorsChange(tx: Tx): Promise<void> {
    await notify(
      tx,
      await tx.query<{ id: string }>(
        "SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.role = 'admin' AND s.ended_at IS NULL",
      ),
    );
  }

  /** As `publishAccountChange`, for every user of a realm. */
  async publishRealmChange(tx: Tx, realmId: number): Promise<void> {
    await notify(
      tx,
      await tx.query<{ id: string }>(
        'SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id WHERE u.realm_id = $1 AND s.ended_at IS NULL',
        [realmId],
      ),
    );
  }
}

async function notify(tx: Tx, sessions: readonly { id: string }[]): Promise<void> {
  const ids = sessions.map(({ id }) => id);
  for (let start = 0; start < ids.length; start += IDS_PER_NOTIFICATION) {
    const payload = ids.slice(start, start + IDS_PER_NOTIFICATION).join(',');
    await tx.execute('SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, payload]);
  }
}
