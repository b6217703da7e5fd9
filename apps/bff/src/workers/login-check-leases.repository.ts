import { Injectable } from '@nestjs/common';
import type { WorkerIdentity } from '../platform/access/caller';
import { loginName } from '../platform/database/display-names';
import type { Tx } from '../platform/database/transactions';
import { isRealmActiveSql } from '../platform/realm-scope/realm-status.repository';
import { isSiteEnabledSql, isStaleCheckSql, LEASE_SECONDS, passwordDigestSql } from '../work';
import type { CheckFilter } from './payment-checks.repository';
import type { CheckedDto, FailDto, LoginCheckLease } from './protocol.dto';

/** Leases of one check; after the last of them failed or was lost, its result is `unknown`. */
const MAX_TRIES = 3;

/** A leased check, with the login's sealed secrets. */
export interface LeasedCheck extends Pick<LoginCheckLease, 'lease_id' | 'site'> {
  id: number;
  realm_id: number;
  login: Omit<LoginCheckLease['login'], 'password' | 'card'>;
  secrets: unknown;
  expires_at: Date;
}

const gateJoins = `JOIN sites s ON s.id = c.site_id JOIN realms r ON r.id = c.realm_id
  JOIN logins l ON l.realm_id = c.realm_id AND l.id = c.login_id`;
/** SQL condition: a worker may sign in with the login at its site, and the event that it was asked for is still to come. */
const isOpen = `${isSiteEnabledSql('s')} AND ${isRealmActiveSql('r')} AND r.deleted_at IS NULL
  AND l.status <> 'disabled' AND l.deleted_at IS NULL
  AND (c.event_id IS NULL
    OR EXISTS (SELECT FROM events e WHERE e.id = c.event_id AND e.status <> 'closed' AND e.deleted_at IS NULL))`;

/**
 * SQL condition: a worker may have the check now (sites $1, realms $2), no task uses the login, whose session at the site a
 * second sign-in could end, and the site's last check was long enough ago.
 */
const isDue = `c.ended_at IS NULL AND c.due_at <= now() AND NOT ${isStaleCheckSql} AND c.tries < ${MAX_TRIES}
  AND coalesce(c.lease_expires_at <= now(), true) AND ${isOpen}
  AND c.site_id = ANY ($1::int[]) AND c.realm_id <> ALL ($2::int[])
  AND NOT EXISTS (SELECT FROM tasks t WHERE t.realm_id = c.realm_id AND t.login_id = c.login_id AND t.unfinished
    AND t.lease_expires_at > now())
  AND NOT EXISTS (SELECT FROM login_checks x
    WHERE x.site_id = c.site_id AND x.leased_at > clock_timestamp() - login_check_gap(c.site_id))`;

/** SQL condition: the check's lease ($1) is current, belongs to a worker with the token ($2), and is still wanted. */
const isCurrent = `c.lease_id = $1 AND c.lease_expires_at > now() AND c.ended_at IS NULL
  AND EXISTS (SELECT FROM workers w WHERE w.id = c.leased_by AND w.token_id = $2)
  AND EXISTS (SELECT FROM sites s, realms r, logins l
    WHERE s.id = c.site_id AND r.id = c.realm_id AND l.realm_id = c.realm_id AND l.id = c.login_id AND ${isOpen})`;

/** Leases checks of logins, one at a time for each site and no faster than its pace. */
@Injectable()
export class LoginCheckLeasesRepository {
  /** Sites that have a check to lease now. */
  async findDueSites(tx: Tx, { sites, excludedRealmIds, count }: CheckFilter): Promise<number[]> {
    const rows = await tx.query<{ site_id: number }>(
      `SELECT DISTINCT c.site_id FROM login_checks c ${gateJoins} WHERE ${isDue}
       ORDER BY c.site_id LIMIT ${Math.trunc(count)}`,
      [sites, excludedRealmIds],
    );
    return rows.map(({ site_id }) => site_id);
  }

  /** Leases the check of a site that has been due for longest; undefined while another transaction leases there. */
  async leaseOne(
    tx: Tx,
    workerId: number,
    siteId: number,
    excludedRealmIds: readonly number[],
  ): Promise<LeasedCheck | undefined> {
    const [lock] = await tx.query<{ locked: boolean }>(
      `SELECT pg_try_advisory_xact_lock(hashtextextended('login checks of ' || $1::int, 0)) AS locked`,
      [siteId],
    );
    if (!lock?.locked) return undefined;
    // A statement of its own, which sees what was leased before the lock.
    const [row] = await tx.query<LeasedCheck>(
      `WITH due AS (
         SELECT c.id FROM login_checks c ${gateJoins} WHERE ${isDue}
         ORDER BY c.due_at, c.id LIMIT 1 FOR UPDATE OF c SKIP LOCKED)
       UPDATE login_checks c SET lease_id = gen_random_uuid(), leased_by = $3, leased_at = clock_timestamp(),
         lease_expires_at = now() + interval '${LEASE_SECONDS} seconds', tries = c.tries + 1, secrets_digest = ${passwordDigestSql('l')}
       FROM due, logins l, sites s
       WHERE c.id = due.id AND l.realm_id = c.realm_id AND l.id = c.login_id AND s.id = c.site_id
       RETURNING c.id, c.realm_id, c.lease_id, c.lease_expires_at AS expires_at, l.secrets,
         json_build_object('id', l.id, 'name', ${loginName('l')}, 'user', l."user", 'email', l.email,
           'supporter_id', l.supporter_id) AS login,
         json_build_object('id', s.id, 'name', s.name, 'url', s.url, 'currency', s.currency, 'config', s.config) AS site`,
      [[siteId], excludedRealmIds, workerId],
    );
    return row;
  }

  /** Extends a current lease; returns its end, undefined where it isn't a current lease of a check. */
  async extend(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<Date | undefined> {
    const [row] = await tx.query<{ lease_expires_at: Date }>(
      `UPDATE login_checks c SET lease_expires_at = now() + interval '${LEASE_SECONDS} seconds'
       WHERE ${isCurrent} RETURNING c.lease_expires_at`,
      [leaseId, worker.tokenId],
    );
    return row?.lease_expires_at;
  }

  /** Tries a check again later, or ends it after its last try; whether the lease was current. */
  async postpone(tx: Tx, worker: WorkerIdentity, leaseId: string, failure: FailDto): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE login_checks c SET lease_expires_at = now(), message = $3,
         due_at = now() + make_interval(secs => greatest($4, 60)),
         result = CASE WHEN c.tries >= ${MAX_TRIES} THEN 'unknown' END,
         ended_at = CASE WHEN c.tries >= ${MAX_TRIES} THEN now() END
       WHERE ${isCurrent} RETURNING c.id`,
      [leaseId, worker.tokenId, failure.message, failure.retry_after_s ?? 0],
    );
    return rows.length > 0;
  }

  /** Gives a check back, without counting a try; whether the lease was current. */
  async release(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE login_checks c SET lease_expires_at = now(), tries = c.tries - 1 WHERE ${isCurrent} RETURNING c.id`,
      [leaseId, worker.tokenId],
    );
    return rows.length > 0;
  }

  /** Records a result, or asks again where the password has changed since the lease; whether the lease was current. */
  async finish(
    tx: Tx,
    worker: WorkerIdentity,
    leaseId: string,
    { result, message }: CheckedDto,
  ): Promise<boolean> {
    const rows = await tx.query(
      `UPDATE login_checks c SET lease_expires_at = now(),
         result = CASE WHEN l.same THEN $3 END, message = CASE WHEN l.same THEN $4 END,
         ended_at = CASE WHEN l.same THEN now() END,
         tries = CASE WHEN l.same THEN c.tries ELSE c.tries - 1 END
       FROM (SELECT o.id, ${passwordDigestSql('m')} = o.secrets_digest AS same
         FROM login_checks o JOIN logins m ON m.realm_id = o.realm_id AND m.id = o.login_id
         WHERE o.lease_id = $1 FOR UPDATE OF o) l
       WHERE l.id = c.id AND ${isCurrent} RETURNING c.id`,
      [leaseId, worker.tokenId, result, message ?? null],
    );
    return rows.length > 0;
  }

  /** Whether the worker has reported under this lease before. */
  async isFinished(tx: Tx, worker: WorkerIdentity, leaseId: string): Promise<boolean> {
    const rows = await tx.query(
      `SELECT FROM login_checks c JOIN workers w ON w.id = c.leased_by
       WHERE c.lease_id = $1 AND w.token_id = $2 AND c.result IS NOT NULL`,
      [leaseId, worker.tokenId],
    );
    return rows.length > 0;
  }

  /** Ends a check whose login's secrets can't be decrypted. */
  async endUnreadable(tx: Tx, id: number): Promise<void> {
    await tx.execute(
      `UPDATE login_checks SET lease_expires_at = now(), result = 'unknown', ended_at = now(),
         message = 'The stored password can''t be read: enter it again' WHERE id = $1`,
      [id],
    );
  }

  /** Ends checks whose last worker was lost, and those that nobody makes any more; returns how many. */
  endLost(tx: Tx): Promise<number> {
    return tx.execute(
      `UPDATE login_checks SET result = CASE WHEN tries >= ${MAX_TRIES} THEN 'unknown' END, ended_at = now() WHERE id IN (
         SELECT c.id FROM login_checks c WHERE c.ended_at IS NULL AND coalesce(c.lease_expires_at <= now(), true)
           AND (c.tries >= ${MAX_TRIES} OR ${isStaleCheckSql})
         FOR UPDATE SKIP LOCKED)`,
    );
  }
}
