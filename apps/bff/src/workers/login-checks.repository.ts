import { Injectable } from '@nestjs/common';
import { loginName } from '../platform/database/display-names';
import type { Tx } from '../platform/database/transactions';
import { isStaleSql } from './login-check-leases.repository';
import type { CheckedLoginDto } from './login-checks.dto';

/** The planned logins of an event ($1), of a realm or of all ($2 null): those that tasks will sign in with. */
const planned = `SELECT DISTINCT t.realm_id, t.login_id FROM tasks t
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id AND l.deleted_at IS NULL AND l.status <> 'disabled'
  WHERE t.event_id = $1::int AND t.unfinished AND t.deleted_at IS NULL AND ($2::int IS NULL OR t.realm_id = $2::int)`;

/** Asks for checks of an event's planned logins, withdraws them and reads what they found. */
@Injectable()
export class LoginChecksRepository {
  async findEventSite(tx: Tx, eventId: number): Promise<number | undefined> {
    const [row] = await tx.query<{ site_id: number }>(
      'SELECT site_id FROM events WHERE id = $1 AND deleted_at IS NULL',
      [eventId],
    );
    return row?.site_id;
  }

  /** Asks for the logins that no check is open for, spread after all other checks of the site; returns how many. */
  async ask(tx: Tx, eventId: number, siteId: number, realmId: number): Promise<number> {
    const [next] = await tx.query<{ at: Date }>('SELECT next_login_check($1::int) AS at', [siteId]);
    await tx.execute(
      `UPDATE login_checks c SET ended_at = now()
       WHERE c.realm_id = $1 AND c.site_id = $2 AND c.ended_at IS NULL AND ${isStaleSql}`,
      [realmId, siteId],
    );
    return tx.execute(
      `INSERT INTO login_checks (realm_id, site_id, event_id, login_id, due_at)
       SELECT p.realm_id, $3::int, $1::int, p.login_id,
         $4::timestamptz + (row_number() OVER (ORDER BY p.login_id) - 1) * login_check_gap($3::int)
       FROM (${planned}) p
       WHERE NOT EXISTS (SELECT FROM login_checks c
         WHERE c.realm_id = p.realm_id AND c.login_id = p.login_id AND c.ended_at IS NULL)
       ORDER BY p.login_id`,
      [eventId, realmId, siteId, next?.at],
    );
  }

  /** Withdraws the checks asked for an event that no worker has now; returns how many. */
  withdraw(tx: Tx, eventId: number, realmId: number): Promise<number> {
    return tx.execute(
      `UPDATE login_checks SET ended_at = now()
       WHERE realm_id = $1 AND event_id = $2 AND ended_at IS NULL AND coalesce(lease_expires_at <= now(), true)`,
      [realmId, eventId],
    );
  }

  /** The planned logins of an event with their last checks, whichever event these were asked for. */
  findLogins(tx: Tx, eventId: number, realmId: number | null): Promise<CheckedLoginDto[]> {
    return tx.query<CheckedLoginDto>(
      `SELECT p.login_id, p.realm_id, ${loginName('l')} AS login,
         CASE WHEN c.id IS NULL THEN 'unchecked' WHEN c.ended_at IS NOT NULL THEN c.result
           WHEN c.lease_expires_at > now() THEN 'running' ELSE 'waiting' END AS state,
         c.message, CASE WHEN c.ended_at IS NULL THEN c.due_at END AS due_at, c.ended_at AS checked_at
       FROM (${planned}) p
       JOIN logins l ON l.realm_id = p.realm_id AND l.id = p.login_id
       LEFT JOIN LATERAL (
         SELECT c.id, c.due_at, c.lease_expires_at, c.result, c.message, c.ended_at FROM login_checks c
         WHERE c.realm_id = p.realm_id AND c.login_id = p.login_id
           AND CASE WHEN c.ended_at IS NULL THEN NOT (${isStaleSql}) ELSE c.result IS NOT NULL END
         ORDER BY c.id DESC LIMIT 1) c ON true
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
