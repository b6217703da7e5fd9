import { Injectable } from '@nestjs/common';
import { loginName } from '../platform/database/display-names';
import type { Tx } from '../platform/database/transactions';
import { isStaleCheckSql, lastCheckSql } from '../work';
import type { AskedLoginChecksDto, CheckedLoginDto } from './login-checks.dto';

/** The planned logins of an event ($1), of a realm or of all ($2 null): those that tasks will sign in with. */
const planned = `SELECT DISTINCT t.realm_id, t.login_id FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id AND l.deleted_at IS NULL AND l.status <> 'disabled'
  WHERE t.event_id = $1::int AND t.unfinished AND t.deleted_at IS NULL AND ($2::int IS NULL OR t.realm_id = $2::int)`;

/** SQL condition: the login `l` has a check without a result. */
const hasOpenCheck = `EXISTS (SELECT FROM login_checks c
  WHERE c.realm_id = l.realm_id AND c.login_id = l.id AND c.ended_at IS NULL AND NOT ${isStaleCheckSql})`;

/** SQL condition: no worker has the open check `c` now. */
const isWaiting = 'c.ended_at IS NULL AND coalesce(c.lease_expires_at <= now(), true)';

/** Logins of a site that are to be checked, from a moment on. */
export interface RequestedChecks {
  siteId: number;
  loginIds: readonly number[];
  /** The first free moment of the site. */
  from: Date;
}

/** Asks for checks of logins, withdraws them and reads what they found. */
@Injectable()
export class LoginChecksRepository {
  async findEventSite(tx: Tx, eventId: number): Promise<number | undefined> {
    const [row] = await tx.query<{ site_id: number }>(
      'SELECT site_id FROM events WHERE id = $1 AND deleted_at IS NULL',
      [eventId],
    );
    return row?.site_id;
  }

  /** When a site's next check may be made, after those of all realms. Locks the site's checks. */
  async lockFreeMoment(tx: Tx, siteId: number): Promise<Date> {
    const [next] = await tx.query<{ at: Date }>('SELECT next_login_check($1::int) AS at', [siteId]);
    return next?.at ?? new Date();
  }

  async findPlannedIds(tx: Tx, eventId: number, realmId: number): Promise<number[]> {
    const rows = await tx.query<{ login_id: number }>(`SELECT p.login_id FROM (${planned}) p`, [
      eventId,
      realmId,
    ]);
    return rows.map(({ login_id }) => login_id);
  }

  /** What asking for these checks would do. */
  async preview(
    tx: Tx,
    { siteId, loginIds, from }: RequestedChecks,
  ): Promise<Omit<AskedLoginChecksDto, 'workers'>> {
    const [row] = await tx.query<Omit<AskedLoginChecksDto, 'workers'>>(
      `SELECT n.*, coalesce((s.config ->> 'checks_per_minute')::int, 1) AS per_minute,
         CASE WHEN n.asked > 0 THEN $3::timestamptz END AS starts_at,
         CASE WHEN n.asked > 0 THEN $3::timestamptz + (n.asked - 1) * login_check_gap(s.id) END AS ends_at
       FROM sites s CROSS JOIN (
         SELECT (count(*) FILTER (WHERE l.status <> 'disabled' AND NOT ${hasOpenCheck}))::int AS asked,
           (count(*) FILTER (WHERE l.status <> 'disabled' AND ${hasOpenCheck}))::int AS open,
           (count(*) FILTER (WHERE l.status = 'disabled'))::int AS disabled
         FROM logins l WHERE l.id = ANY ($2::int[]) AND l.deleted_at IS NULL) n
       WHERE s.id = $1`,
      [siteId, loginIds, from],
    );
    return row ?? { asked: 0, open: 0, disabled: 0, per_minute: 1, starts_at: null, ends_at: null };
  }

  /** Asks for those logins that are enabled and have no open check, one after another; returns the realm of each. */
  async ask(
    tx: Tx,
    { siteId, loginIds, from }: RequestedChecks,
    eventId: number | null = null,
  ): Promise<number[]> {
    await tx.execute(
      `UPDATE login_checks c SET ended_at = now()
       WHERE c.login_id = ANY ($1::int[]) AND c.ended_at IS NULL AND ${isStaleCheckSql}`,
      [loginIds],
    );
    const rows = await tx.query<{ realm_id: number }>(
      `INSERT INTO login_checks (realm_id, site_id, event_id, login_id, due_at)
       SELECT l.realm_id, $1::int, $2::int, l.id,
         $4::timestamptz + (row_number() OVER (ORDER BY l.id) - 1) * login_check_gap($1::int)
       FROM logins l
       WHERE l.id = ANY ($3::int[]) AND l.deleted_at IS NULL AND l.status <> 'disabled' AND NOT ${hasOpenCheck}
       ORDER BY l.id RETURNING realm_id`,
      [siteId, eventId, loginIds, from],
    );
    return rows.map(({ realm_id }) => realm_id);
  }

  /** Withdraws the checks of an event's planned logins, and others asked for it, that no worker has now; returns how many. */
  withdrawOfEvent(tx: Tx, eventId: number, realmId: number): Promise<number> {
    return tx.execute(
      `UPDATE login_checks c SET ended_at = now() WHERE c.realm_id = $2::int AND ${isWaiting}
         AND (c.event_id = $1::int OR c.login_id IN (SELECT p.login_id FROM (${planned}) p))`,
      [eventId, realmId],
    );
  }

  /** Withdraws the checks of logins that no worker has now; returns the realm of each. */
  async withdraw(tx: Tx, loginIds: readonly number[]): Promise<number[]> {
    const rows = await tx.query<{ realm_id: number }>(
      `UPDATE login_checks c SET ended_at = now() WHERE c.login_id = ANY ($1::int[]) AND ${isWaiting} RETURNING c.realm_id`,
      [loginIds],
    );
    return rows.map(({ realm_id }) => realm_id);
  }

  /** How many of the logins have an open check. */
  async countOpen(tx: Tx, loginIds: readonly number[]): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM login_checks WHERE login_id = ANY ($1::int[]) AND ended_at IS NULL',
      [loginIds],
    );
    return row?.count ?? 0;
  }

  /** The planned logins of an event with their last checks, whatever these were asked for. */
  findLogins(tx: Tx, eventId: number, realmId: number | null): Promise<CheckedLoginDto[]> {
    return tx.query<CheckedLoginDto>(
      `SELECT p.login_id, p.realm_id, ${loginName('l')} AS login,
         CASE WHEN c.id IS NULL THEN 'unchecked' WHEN c.ended_at IS NOT NULL THEN c.result
           WHEN c.lease_expires_at > now() THEN 'running' ELSE 'waiting' END AS state,
         c.message, CASE WHEN c.ended_at IS NULL THEN c.due_at END AS due_at, c.ended_at AS checked_at
       FROM (${planned}) p
       JOIN logins l ON l.realm_id = p.realm_id AND l.id = p.login_id
       LEFT JOIN LATERAL (${lastCheckSql('l')}) c ON true
       ORDER BY ${loginName('l')}, p.login_id`,
      [eventId, realmId],
    );
  }

  /** Connected workers that can check logins of a realm, or of any, at a site. */
  async countCheckers(tx: Tx, siteId: number, realmId: number | null): Promise<number> {
    const [row] = await tx.query<{ count: number }>('SELECT login_checkers($1::int, $2::int) AS count', [
      siteId,
      realmId,
    ]);
    return row?.count ?? 0;
  }
}
