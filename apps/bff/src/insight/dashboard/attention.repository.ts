import { Injectable } from '@nestjs/common';
import { failedStatuses, lateMinutes, unfinishedStatuses } from '@tessera/domain';
import { matchState } from '../../people';
import { loginName, siteName } from '../../platform/database/display-names';
import { liveHoldSql, purchasedSeatSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import { budgetUseSql, isRecordOfSql } from '../../purchases';
import { jobFigures, jobFinishedAt } from '../../work';
import type { Attention } from './dashboard.dto';

/** SQL of an entry's columns; those left out have a default. */
type EntryColumns = Record<'id' | 'title', string> &
  Partial<Record<'detail' | 'at' | 'count' | 'site_id' | 'event_id' | 'totals' | 'reason', string>>;

/** SQL of the entries of one kind. `$1` is the realm, null for all; `$2` whether an administrator reads them. */
function entriesSql(kind: Attention['kind'], columns: EntryColumns, from: string): string {
  const { id, title, detail = 'NULL', at = 'NULL::timestamptz', count = '1' } = columns;
  const {
    site_id = 'NULL::int',
    event_id = 'NULL::int',
    totals = "'[]'::jsonb",
    reason = 'NULL::jsonb',
  } = columns;
  return `(SELECT '${kind}' AS kind, ${id} AS id, ${title} AS title, ${detail} AS detail, ${at} AS at, ${count} AS count,
    ${site_id} AS site_id, ${event_id} AS event_id, ${totals} AS totals, ${reason} AS reason ${from})`;
}

/** The totals of rows by currency, each with its seats. */
const totalsOf = (
  row: string,
): string => `jsonb_agg(jsonb_build_object('currency', ${row}.currency, 'seats', ${row}.seats,
    'total', ${row}.total) ORDER BY ${row}.seats DESC, ${row}.currency)`;

const inRealm = (column: string): string => `($1::int IS NULL OR ${column} = $1)`;
const isHeld = `${liveHoldSql('holds')} AND ${inRealm('realm_id')}`;
const unfinished = unfinishedStatuses.map((status) => `'${status}'`).join(', ');
const failed = failedStatuses.map((status) => `'${status}'`).join(', ');

/** SQL of the only row's value; null for several rows. */
const ofOne = (value: string): string => `CASE count(*) WHEN 1 THEN min(${value}) END`;
/** SQL of up to three names; the reader sees how many there are. */
const names = (value: string, order: string): string =>
  `array_to_string((array_agg(${value} ORDER BY ${order}))[1:3], ', ')`;

/** Held seats by event, from the moment they are held: their cost, when the first expires, and their area if it is the same. */
const heldByEvent = (kind: Attention['kind'], when: string): string =>
  entriesSql(
    kind,
    {
      id: 'min(c.id)',
      title: 'c.event_name',
      detail: "CASE WHEN min(c.first_area) = max(c.last_area) THEN nullif(min(c.first_area), '') END",
      at: 'min(c.first)',
      count: 'sum(c.seats)::int',
      event_id: 'c.event_id',
      totals: totalsOf('c'),
    },
    `FROM (SELECT event_id, event_name, currency, min(id) AS id, min(expires_at) AS first, min(area) AS first_area,
         max(area) AS last_area, count(*)::int AS seats, coalesce(sum(price), 0)::float8 AS total
       FROM holds WHERE ${isHeld} AND ${when} GROUP BY event_id, event_name, currency) c
     GROUP BY c.event_id, c.event_name ORDER BY min(c.first) LIMIT 10`,
  );

/** Seats that expire within two minutes, and those that are held longer. */
const expiring = heldByEvent('hold_lapsing', `expires_at <= now() + interval '2 minutes'`);
const held = heldByEvent('seats_held', `expires_at > now() + interval '2 minutes'`);

/** Expired seats that may still be recorded as bought, by event, without those that are held again. */
const expired = entriesSql(
  'seats_lapsed',
  {
    id: 'min(h.id)',
    title: 'h.event_name',
    detail: "CASE count(DISTINCT h.area) WHEN 1 THEN nullif(min(h.area), '') END",
    at: 'min(h.expires_at)',
    count: 'count(*)::int',
  },
  `FROM holds h WHERE h.status IN ('held', 'expired') AND h.expires_at <= now()
     AND h.expires_at > now() - interval '${lateMinutes} minutes' AND ${inRealm('h.realm_id')}
     AND NOT EXISTS (SELECT FROM holds x WHERE ${liveHoldSql('x')} AND x.event_id = h.event_id
       AND x.area = h.area AND x."row" = h."row" AND x.seat = h.seat)
   GROUP BY h.event_id, h.event_name ORDER BY min(h.expires_at) LIMIT 10`,
);

/** Seats that a record says were purchased, and that are held again or recorded once more: one of the two is false. */
const contradicted = entriesSql(
  'seats_contradicted',
  {
    id: 'min(c.id)',
    title: 'c.event_name',
    detail: "CASE WHEN bool_or(c.held) THEN 'held' ELSE 'recorded' END",
    at: 'min(c.at)',
    count: 'count(*)::int',
    event_id: 'c.event_id',
  },
  `FROM (
     SELECT h.id, h.event_id, h.event_name, h.created_at AS at, true AS held FROM holds h
     WHERE ${liveHoldSql('h')} AND ${inRealm('h.realm_id')}
       AND EXISTS (SELECT FROM tickets k WHERE k.realm_id = h.realm_id AND ${isRecordOfSql('k', 'h')})
     UNION ALL
     SELECT n.id, n.event_id, n.event_name, n.created_at, false FROM tickets n
     WHERE n.created_at > now() - interval '7 days' AND ${purchasedSeatSql('n')}
       AND ${inRealm('n.realm_id')}
       AND EXISTS (SELECT FROM tickets k WHERE ${inRealm('k.realm_id')} AND k.id < n.id AND n.seat <> ''
         AND (k.event_id, k.area, k."row", k.seat) = (n.event_id, n.area, n."row", n.seat)
         AND ${purchasedSeatSql('k')})) c
   GROUP BY c.event_id, c.event_name ORDER BY min(c.at) LIMIT 10`,
);

/** Tasks that finished while a worker may have paid, by event. */
const paymentChecks = entriesSql(
  'payment_check',
  {
    id: 'min(t.id)',
    title: 'e.name',
    at: 'min(t.finished_at)',
    count: 'count(*)::int',
    site_id: 't.site_id',
  },
  `FROM tasks t JOIN events e ON e.id = t.event_id
   WHERE t.payment_check AND t.deleted_at IS NULL AND ${inRealm('t.realm_id')}
   GROUP BY t.event_id, t.site_id, e.name ORDER BY min(t.finished_at) LIMIT 10`,
);

/**
 * Budgets of which as much is spent and reserved, in one entry: of this month, of events to come and of unfinished jobs. One
 * of which nothing is used is left out, such as a budget of 0.
 */
const budgetsUsed = (kind: Attention['kind'], share: string): string =>
  entriesSql(
    kind,
    {
      id: 'min(b.id)',
      title: names('b.name', 'b.used / nullif(b.amount, 0) DESC NULLS FIRST, b.kind, b.id'),
      count: 'count(*)::int',
      event_id: ofOne('b.event_id'),
      totals: `(SELECT jsonb_agg(jsonb_build_object('currency', c.currency, 'seats', 0, 'total', c.free) ORDER BY c.currency)
        FROM (SELECT currency, sum(free) AS free FROM unnest(array_agg(b.currency), array_agg(greatest(b.amount - b.used, 0)::float8))
          AS u(currency, free) GROUP BY currency) c)`,
    },
    `FROM (${budgetUseSql} WHERE ${inRealm('b.realm_id')} AND CASE b.kind
         WHEN 'event' THEN coalesce(e.ko > extract(epoch FROM now()), true)
         WHEN 'job' THEN EXISTS (SELECT FROM tasks t WHERE t.realm_id = j.realm_id AND t.job_id = j.id AND t.deleted_at IS NULL
           AND t.status IN (${unfinished}))
         ELSE true END) b
     WHERE b.used > 0 AND ${share} HAVING count(*) > 0`,
  );
const usedUp = budgetsUsed('budget_used_up', 'b.used >= b.amount');
const nearlyUsed = budgetsUsed('budget_nearly_used', 'b.used < b.amount AND b.used >= 0.8 * b.amount');

/** Jobs that failed within a day, with the number of their failed tasks and the most frequent reason. */
const failedJobs = entriesSql(
  'job_failed',
  {
    id: 'j.id',
    title: 'j.name',
    detail: "t.outcome ->> 'message'",
    at: jobFinishedAt,
    count: 't.tasks',
    site_id: 'j.site_id',
    reason: "nullif(t.outcome -> 'reason', 'null')",
  },
  `FROM (SELECT realm_id, job_id, count(*)::int AS tasks,
       mode() WITHIN GROUP (ORDER BY jsonb_build_object('message', status_message, 'reason', status_reason))
         FILTER (WHERE status_message <> '') AS outcome
     FROM tasks WHERE job_id IS NOT NULL AND finished_at > now() - interval '1 day' AND status IN (${failed})
       AND deleted_at IS NULL AND ${inRealm('realm_id')}
     GROUP BY realm_id, job_id) t
   JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id AND j.deleted_at IS NULL ${jobFigures}
   WHERE f.status = 'failed' ORDER BY at DESC LIMIT 10`,
);

/** Registered users who wait for a realm, in one entry; for administrators. */
const waitingUsers = entriesSql(
  'user_waiting',
  {
    id: 'min(id)',
    title: names("coalesce(nullif(name, ''), email)", 'created_at, id'),
    detail: ofOne('email'),
    at: 'min(created_at)',
    count: 'count(*)::int',
  },
  `FROM users WHERE $2 AND realm_id IS NULL AND role <> 'admin' AND status = 'active' HAVING count(*) > 0`,
);

/** Failed logins, by site. */
const failedLogins = entriesSql(
  'login_failed',
  {
    id: 'min(l.id)',
    title: `CASE count(*) WHEN 1 THEN min(${loginName('l')}) ELSE ${siteName('s')} END`,
    detail: 'CASE count(*) WHEN 1 THEN min(l.status_msg) END',
    at: 'min(l.last_used)',
    count: 'count(*)::int',
    site_id: 'l.site_id',
  },
  `FROM logins l JOIN sites s ON s.id = l.site_id
   WHERE l.status = 'failed' AND l.deleted_at IS NULL AND ${inRealm('l.realm_id')}
   GROUP BY l.site_id, s.display_name, s.name ORDER BY max(l.last_used) DESC NULLS LAST LIMIT 10`,
);

/** Sites whose queued tasks no connected worker may lease. */
const withoutWorker = entriesSql(
  'no_worker',
  { id: 'q.site_id', title: siteName('s'), count: 'sum(q.tasks)::int', site_id: 'q.site_id' },
  `FROM (SELECT site_id, realm_id, count(*) AS tasks FROM tasks
     WHERE status = 'queued' AND NOT paused AND deleted_at IS NULL AND ${inRealm('realm_id')}
     GROUP BY site_id, realm_id) q
   JOIN sites s ON s.id = q.site_id CROSS JOIN LATERAL workers_for(q.site_id, q.realm_id) f
   WHERE f.serving = 0
   GROUP BY q.site_id, s.display_name, s.name ORDER BY sum(q.tasks) DESC LIMIT 10`,
);

/** Positions in waiting rooms whose token expires within five minutes. */
const endingPositions = entriesSql(
  'place_ending',
  {
    id: 'q.id',
    title: loginName('l'),
    detail: 'e.name',
    at: 'q.enqueue_token_expires',
    site_id: 'l.site_id',
  },
  `FROM queue_links q JOIN logins l ON l.realm_id = q.realm_id AND l.id = q.login_id JOIN events e ON e.id = q.event_id
   WHERE q.deleted_at IS NULL AND q.status IN ('prequeue', 'waiting', 'your_turn')
     AND q.enqueue_token_expires BETWEEN now() AND now() + interval '5 minutes' AND ${inRealm('q.realm_id')}
   ORDER BY q.enqueue_token_expires LIMIT 10`,
);

/** Workers seen within a day that are lost now, in one entry; for administrators. */
const lostWorkers = entriesSql(
  'worker_lost',
  {
    id: 'min(w.id)',
    title: names('w.name', 'w.last_seen_at DESC, w.id'),
    at: 'max(w.last_seen_at)',
    count: 'count(*)::int',
  },
  `FROM workers w WHERE $2 AND w.last_seen_at > now() - interval '1 day' AND worker_lost(w) HAVING count(*) > 0`,
);

/** Events, logins and accounts that share an identity and wait for a decision, in one entry; for administrators. */
const undecidedIdentities = entriesSql(
  'identity_undecided',
  {
    id: 'min(m.id)',
    title: names("regexp_replace(m.identity, '^(guid|url):', '')", 'm.id'),
    at: 'min(m.created_at)',
    count: 'count(*)::int',
  },
  `FROM identity_matches m WHERE m.decision IS NULL AND ${matchState} = 'undecided' HAVING count(*) > 0`,
);

/** Mails that could not be sent, in one entry; for administrators. */
const deadMails = entriesSql(
  'mail_dead',
  {
    id: 'min(d.id)',
    title: names('coalesce(u.email, d.address)', 'd.id DESC'),
    at: 'max(d.created_at)',
    count: 'count(*)::int',
  },
  `FROM mails d LEFT JOIN users u ON u.id = d.user_id WHERE d.status = 'dead' HAVING count(*) > 0`,
);

/** All entries, the most urgent kind first. */
const attentionSql = [
  contradicted,
  expiring,
  held,
  expired,
  paymentChecks,
  usedUp,
  nearlyUsed,
  failedJobs,
  failedLogins,
  withoutWorker,
  endingPositions,
  lostWorkers,
  waitingUsers,
].join(' UNION ALL ');

/** Reads what needs people's attention. */
@Injectable()
export class AttentionRepository {
  /** The entries of a realm, or of all realms that the scope sees; lost workers, waiting users, undecided identities and dead mails only for administrators. */
  list(tx: Tx, realm: number | null, forAdministrator: boolean): Promise<Attention[]> {
    // A realm's role can't read what identities rest on, nor mails.
    const ofAdministrators = [attentionSql, undecidedIdentities, deadMails].join(' UNION ALL ');
    const sql = forAdministrator ? ofAdministrators : attentionSql;
    return tx.query(sql, [realm, forAdministrator]);
  }
}
