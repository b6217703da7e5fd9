import { Injectable } from '@nestjs/common';
import { mayPaySql } from '../../messages';
import type { Tx } from '../../platform/database/transactions';

/** The event and the realm whose baskets are paid; the realm of a rehearsal too. */
export interface PayersKey {
  realm: number;
  event: number;
}

/** A person who is on and may pay. */
export interface PayerRow {
  user_id: number;
  name: string;
  since: Date;
  /** Seconds per basket. */
  pace_s: number;
}

/** Seconds per basket while nothing is known of the person or the realm. */
const DEFAULT_PACE_S = 60;
/** A pace is the median of the last payments of these days, if there are at least `LEAST_PAYMENTS`. */
const LEARNT_DAYS = 90;
const LAST_PAYMENTS = 20;
const LAST_OF_REALM = 200;
const LEAST_PAYMENTS = 3;
/** Minutes between two times that the others are asked. */
const ASK_MINUTES = 10;

/** SQL condition: the person is active and may pay. Accounts of service tokens are no persons. */
const isPayerSql = (user: string): string =>
  `(${user}.status = 'active' AND ${user}.service_token_id IS NULL AND ${mayPaySql(user)})`;

/** SQL of the median of the last payments; null: there are too few. `which` is an SQL condition of `payment_times t`. */
const medianSql = (which: string, most: number): string =>
  `(SELECT CASE WHEN count(*) >= ${LEAST_PAYMENTS} THEN percentile_cont(0.5) WITHIN GROUP (ORDER BY last.seconds) END
    FROM (SELECT t.seconds FROM payment_times t WHERE ${which} AND t.paid_at > now() - interval '${LEARNT_DAYS} days'
      ORDER BY t.id DESC LIMIT ${most}) last)`;

/** SQL of somebody's own pace in a realm, and of a realm's. */
const ownPaceSql = (user: string, realm: string): string =>
  medianSql(`t.user_id = ${user} AND t.realm_id = ${realm}`, LAST_PAYMENTS);
const paceOfRealmSql = (realm: string): string => medianSql(`t.realm_id = ${realm}`, LAST_OF_REALM);

/**
 * SQL of a realm (`$1`): itself, the realm that rehearses in it (else itself), and the pace of a person without payments:
 * the realm's, else that of its rehearsals.
 */
const realmSql = `WITH r AS MATERIALIZED (
    SELECT o.id, o.home, coalesce(${paceOfRealmSql('o.id')}, ${paceOfRealmSql('o.home')}, ${medianSql(
      't.realm_id = ANY (ARRAY(SELECT q.rehearsal_realm_id FROM rehearsals q WHERE q.realm_id = o.home))',
      LAST_OF_REALM,
    )}, ${DEFAULT_PACE_S})::float8 AS common_pace
    FROM (SELECT id, coalesce(parent_realm_id, id) AS home FROM realms WHERE id = $1) o)`;

/** SQL of the pace of a user: their own, within a rehearsal first of it. */
const paceSql = (user: string): string =>
  `coalesce(${ownPaceSql(user, 'r.id')}, ${ownPaceSql(user, 'r.home')}, r.common_pace)::float8`;

/** Reads and writes who is on. */
@Injectable()
export class PayersRepository {
  /** The event with whether it is closed; undefined when there is none. */
  async findEvent(
    tx: Tx,
    id: number,
  ): Promise<{ name: string; site_id: number; closed: boolean } | undefined> {
    const [event] = await tx.query<{ name: string; site_id: number; closed: boolean }>(
      `SELECT name, site_id, status = 'closed' AS closed FROM events WHERE id = $1 AND deleted_at IS NULL`,
      [id],
    );
    return event;
  }

  /** Whether the user is of the realm, or of the one that rehearses in it, and may pay now. In a transaction of all realms. */
  async mayPay(tx: Tx, realm: number, userId: number | null): Promise<boolean> {
    const [found] = await tx.query<{ id: number }>(
      `SELECT u.id FROM users u JOIN realms r ON u.realm_id = coalesce(r.parent_realm_id, r.id)
       WHERE r.id = $1 AND u.id = $2 AND ${isPayerSql('u')}`,
      [realm, userId],
    );
    return found !== undefined;
  }

  /** Whether the user wasn't on before. */
  async add(tx: Tx, { realm, event }: PayersKey, userId: number): Promise<boolean> {
    const added = await tx.execute(
      'INSERT INTO event_payers (realm_id, event_id, user_id) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      [realm, event, userId],
    );
    return added > 0;
  }

  /** Whether the user was on. */
  async remove(tx: Tx, { realm, event }: PayersKey, userId: number): Promise<boolean> {
    const removed = await tx.execute(
      'DELETE FROM event_payers WHERE realm_id = $1 AND event_id = $2 AND user_id = $3',
      [realm, event, userId],
    );
    return removed > 0;
  }

  /** Those who are on and may pay, first who is on for longest. In a transaction of all realms. */
  listPayers(tx: Tx, { realm, event }: PayersKey): Promise<PayerRow[]> {
    return tx.query<PayerRow>(
      `${realmSql} SELECT p.user_id, coalesce(nullif(u.name, ''), u.email) AS name, p.created_at AS since,
         ${paceSql('p.user_id')} AS pace_s
       FROM r JOIN event_payers p ON p.realm_id = r.id AND p.event_id = $2
       JOIN users u ON u.id = p.user_id AND u.realm_id = r.home AND ${isPayerSql('u')}
       ORDER BY p.created_at, p.user_id`,
      [realm, event],
    );
  }

  /** The pace of somebody else in the realm, and the user's own. In a transaction of all realms. */
  async readPaces(tx: Tx, realm: number, userId: number | null): Promise<{ common: number; own: number }> {
    const [paces] = await tx.query<{ common: number; own: number }>(
      `${realmSql} SELECT r.common_pace AS common, ${paceSql('$2')} AS own FROM r`,
      [realm, userId],
    );
    return paces ?? { common: DEFAULT_PACE_S, own: DEFAULT_PACE_S };
  }

  /** The people of the realm who may pay and aren't on, but for one. */
  findOthers(tx: Tx, { realm, event }: PayersKey, except: number | null): Promise<{ id: number }[]> {
    return tx.query<{ id: number }>(
      `SELECT u.id FROM users u WHERE u.realm_id = $1 AND u.id IS DISTINCT FROM $3 AND ${isPayerSql('u')}
         AND NOT EXISTS (SELECT FROM event_payers p WHERE p.realm_id = $1 AND p.event_id = $2 AND p.user_id = u.id)
       ORDER BY u.id`,
      [realm, event, except],
    );
  }

  async findName(tx: Tx, userId: number | null): Promise<string | undefined> {
    const [user] = await tx.query<{ name: string }>(
      `SELECT coalesce(nullif(name, ''), email) AS name FROM users WHERE id = $1`,
      [userId],
    );
    return user?.name;
  }

  /**
   * Until when nobody may ask again, since somebody has asked just now; undefined: one may. Others who ask wait until the
   * transaction ends.
   */
  async lockAsking(tx: Tx, { realm, event }: PayersKey): Promise<Date | undefined> {
    await tx.execute('SELECT pg_advisory_xact_lock($1, hashtext($2))', [realm, `payers of ${event}`]);
    const [asked] = await tx.query<{ until: Date }>(
      `SELECT a.at + interval '${ASK_MINUTES} minutes' AS until FROM audit a
       WHERE a.entity = 'event' AND a.entity_id = $2::text AND a.realm_id = $1 AND a.action = 'event.payers_ask'
         AND a.at > now() - interval '${ASK_MINUTES} minutes' ORDER BY a.id DESC LIMIT 1`,
      [realm, event],
    );
    return asked?.until;
  }

  /** Keeps how long the caller took to pay a basket, from their claim until now. */
  async addTime(tx: Tx, basket: { id: number; userId: number }): Promise<void> {
    await tx.execute(
      `INSERT INTO payment_times (realm_id, user_id, event_id, seconds)
       SELECT c.realm_id, c.user_id, t.event_id, extract(epoch FROM now() - c.claimed_at)
       FROM pay_claims c JOIN tasks t ON t.realm_id = c.realm_id AND t.id = c.id
       WHERE c.id = $1 AND c.user_id = $2`,
      [basket.id, basket.userId],
    );
  }

  /** The rows of the live stream: events whose payers changed. */
  readLive(tx: Tx, ids: readonly number[]): Promise<{ id: number }[]> {
    return tx.query<{ id: number }>('SELECT id FROM events WHERE id = ANY ($1::int[])', [ids]);
  }
}
