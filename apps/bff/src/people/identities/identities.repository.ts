import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { loginName, siteName, textOrder } from '../../platform/database/display-names';
import { RowReader } from '../../platform/database/row-reader';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { FIRST_REHEARSAL_REALM } from '../../platform/realm-scope/realm-status.repository';
import { type IdentityMatchDto, type IdentityMatchListQuery, matchStates } from './identities.dto';
import { type IdentityMatch, type MatchKind, matchKinds } from './identity-match.entity';

/** SQL of whether a row of a match is in use and still shares the identity; `m` is the match. */
const meets = {
  event: `(e.deleted_at IS NULL AND EXISTS (SELECT FROM event_identities i
    JOIN event_identities o ON o.keys && i.keys AND o.site_id = i.site_id AND o.event_id <> i.event_id
    JOIN events x ON x.id = o.event_id AND x.deleted_at IS NULL
    WHERE i.event_id = e.id AND o.event_id = ANY (m.row_ids)))`,
  login: '(l.deleted_at IS NULL AND l.customer_identity = m.identity)',
  account: '(canonical_email(u.email) = m.identity)',
};

/** SQL of the rows of each kind: a JSON object and the row's id. */
const rows = {
  event: `SELECT e.id, jsonb_build_object('id', e.id, 'name', e.name,
      'detail', concat_ws(' · ', e.guid, e.url, nullif(e.event_url, e.url)),
      'realm_id', e.created_by_realm_id, 'realm_name', r.name, 'status', e.status,
      'bought', (SELECT count(*) FROM tickets t WHERE t.event_id = e.id AND t.reversed_at IS NULL),
      'held', (SELECT count(*) FROM holds h WHERE h.event_id = e.id AND ${liveHoldSql('h')}),
      'max_per_customer', e.max_per_customer, 'deleted', e.deleted_at IS NOT NULL, 'meets', ${meets.event}) AS row
    FROM events e LEFT JOIN realms r ON r.id = e.created_by_realm_id WHERE e.id = ANY (m.row_ids)`,
  login: `SELECT l.id, jsonb_build_object('id', l.id, 'name', ${loginName('l')},
      'detail', concat_ws(' · ', nullif(l.supporter_id, ''), l.email),
      'realm_id', l.realm_id, 'realm_name', r.name, 'status', l.status,
      'bought', (SELECT count(*) FROM tickets t
        WHERE t.realm_id = l.realm_id AND t.login_id = l.id AND t.reversed_at IS NULL),
      'held', (SELECT count(*) FROM holds h WHERE h.realm_id = l.realm_id AND h.login_id = l.id AND ${liveHoldSql('h')}),
      'max_per_customer', NULL, 'deleted', l.deleted_at IS NOT NULL, 'meets', ${meets.login}) AS row
    FROM logins l LEFT JOIN realms r ON r.id = l.realm_id
    WHERE l.id = ANY (m.row_ids) AND l.realm_id < ${FIRST_REHEARSAL_REALM}`,
  account: `SELECT u.id, jsonb_build_object('id', u.id, 'name', coalesce(nullif(u.name, ''), u.email), 'detail', u.email,
      'realm_id', u.realm_id, 'realm_name', r.name, 'status', u.status, 'bought', NULL, 'held', NULL,
      'max_per_customer', NULL, 'deleted', false, 'meets', ${meets.account}) AS row
    FROM users u LEFT JOIN realms r ON r.id = u.realm_id WHERE u.id = ANY (m.row_ids)`,
};

const ofKind = (sql: (kind: keyof typeof rows) => string): string =>
  `CASE m.kind ${matchKinds.map((kind) => `WHEN '${kind}' THEN (${sql(kind)})`).join('\n')} END`;

/** Whether at least two rows still share the identity. */
const isOpen = `(CASE m.kind
  WHEN 'event' THEN EXISTS (SELECT FROM events e WHERE e.id = ANY (m.row_ids) AND ${meets.event})
  WHEN 'login' THEN (SELECT count(*) > 1 FROM logins l WHERE l.id = ANY (m.row_ids)
    AND l.realm_id < ${FIRST_REHEARSAL_REALM} AND ${meets.login})
  ELSE (SELECT count(*) > 1 FROM users u WHERE u.id = ANY (m.row_ids) AND ${meets.account}) END)`;

/** SQL of a match's state; `m` is the match. */
export const matchState = `(CASE WHEN m.decision IS NOT NULL THEN m.decision WHEN ${isOpen} THEN 'undecided' ELSE 'settled' END)`;

/** What a decision writes. */
export type DecidedValues = Pick<IdentityMatch, 'decision' | 'kept_id' | 'former'>;

/** A row of a match that isn't deleted. */
export type RowInUse = { id: number; status: string; email?: string };

/** Reads matches and writes what was decided. */
@Injectable()
export class IdentitiesRepository extends RowReader<IdentityMatchDto, IdentityMatchListQuery> {
  constructor() {
    super({
      what: 'Identity match',
      table: 'identity_matches',
      columns: `m.id, m.kind, ${matchState} AS state,
        CASE m.kind WHEN 'login' THEN 'customer' WHEN 'account' THEN 'email'
          ELSE CASE WHEN m.identity LIKE 'guid:%' THEN 'guid' ELSE 'address' END END AS shared,
        CASE m.kind WHEN 'event' THEN regexp_replace(m.identity, '^(guid|url):', '') ELSE m.identity END AS identity,
        m.site_id, ${siteName('s')} AS site_name, m.decision,
        CASE m.kind WHEN 'event' THEN ARRAY['merged', 'apart'] ELSE ARRAY['merged'] END AS decisions,
        m.kept_id, coalesce(nullif(d.name, ''), d.email) AS decided_by_name, m.decided_at,
        cardinality(m.row_ids) AS row_count,
        coalesce(${ofKind((kind) => `SELECT jsonb_agg(row ORDER BY id) FROM (${rows[kind]} ORDER BY 1 LIMIT 100) rows`)},
          '[]') AS rows,
        m.created_at, m.updated_at`,
      from: 'FROM identity_matches m LEFT JOIN sites s ON s.id = m.site_id LEFT JOIN users d ON d.id = m.decided_by',
      id: 'm.id',
      version: 'm.version',
      filter: (query) =>
        new Conditions()
          .words('m.kind', query.kind, 'kind', matchKinds)
          .words(matchState, query.state, 'state', matchStates)
          .ids('m.site_id', query.site_id, 'site_id')
          .search(['m.identity'], query.q),
      sorts: {
        state: `array_position(ARRAY['undecided', 'merged', 'apart', 'settled'], ${matchState})`,
        kind: 'm.kind',
        identity: textOrder('m.identity'),
        decided_at: 'm.decided_at',
        created_at: 'm.created_at',
      },
      defaultSort: 'state',
    });
  }

  /** The ids of a match's rows, and the statuses that its decision replaced. */
  async findEffects(tx: Tx, id: number): Promise<Pick<IdentityMatch, 'row_ids' | 'former'>> {
    const [match] = await tx.query<Pick<IdentityMatch, 'row_ids' | 'former'>>(
      'SELECT row_ids, former FROM identity_matches WHERE id = $1',
      [id],
    );
    if (!match) throw new Error('A locked match exists');
    return match;
  }

  /** The rows of a match that aren't deleted, by id. */
  async findInUse(tx: Tx, kind: MatchKind, ids: readonly number[]): Promise<RowInUse[]> {
    const found = {
      event: 'SELECT id, status FROM events WHERE id = ANY ($1::int[]) AND deleted_at IS NULL ORDER BY id',
      login: 'SELECT id, status FROM logins WHERE id = ANY ($1::int[]) AND deleted_at IS NULL ORDER BY id',
      account: 'SELECT id, status, email FROM users WHERE id = ANY ($1::int[]) ORDER BY id',
    };
    return tx.query<RowInUse>(found[kind], [ids]);
  }

  /** Whether an account other than this one signs in by the e-mail. */
  async isEmailTaken(tx: Tx, email: string, userId: number): Promise<boolean> {
    const others = await tx.query('SELECT id FROM users WHERE email = $1 AND id <> $2', [email, userId]);
    return others.length > 0;
  }

  async decide(tx: Tx, id: number, { decision, kept_id, former }: DecidedValues): Promise<void> {
    await tx.execute(
      `UPDATE identity_matches SET decision = $2, kept_id = $3, former = $4, decided_by = $5,
         decided_at = CASE WHEN $2::text IS NOT NULL THEN now() END, updated_at = now() WHERE id = $1`,
      [id, decision, kept_id, JSON.stringify(former), decision && tx.scope.actor.userId],
    );
  }

  /** Marks the events of a match that are kept apart by a decision, this one's or another's. */
  async markKeptApart(tx: Tx, eventIds: readonly number[]): Promise<void> {
    await tx.execute(
      `UPDATE event_identities i SET kept_apart = EXISTS (SELECT FROM identity_matches m
         WHERE m.kind = 'event' AND m.decision = 'apart' AND m.row_ids @> ARRAY[i.event_id])
       WHERE i.event_id = ANY ($1::int[])`,
      [eventIds],
    );
  }

  /** Leaves a row's former status to another merge that also takes it out of use. Returns whether there is one. */
  async handOver(tx: Tx, matchId: number, kind: MatchKind, rowId: number, status: string): Promise<boolean> {
    const heirs = await tx.query<{ id: number }>(
      `UPDATE identity_matches SET former = former || jsonb_build_object($3::text, $4::text)
       WHERE id = (SELECT id FROM identity_matches WHERE id <> $1 AND kind = $2 AND decision = 'merged'
         AND kept_id <> $3::int AND row_ids @> ARRAY[$3::int] ORDER BY id LIMIT 1) RETURNING id`,
      [matchId, kind, rowId, status],
    );
    return heirs.length > 0;
  }
}
