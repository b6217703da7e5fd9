import { Injectable } from '@nestjs/common';
import { taskStatuses } from '@tessera/domain';
import { liveHoldSql } from '../../platform/database/seat-states';
import type { Tx } from '../../platform/database/transactions';
import {
  FIRST_REHEARSAL_REALM,
  isPausedSql,
  isRealmOpenSql,
  isRealmPausedSql,
} from '../../platform/realm-scope/realm-status.repository';

/** Due runs of a site's queue that belong to one realm. */
export interface QueueFigures {
  site: string;
  realm: string;
  ready: number;
  oldest_s: number;
}

/** Due jobs of the server's own queues: push deliveries and bulk operations. */
export interface BackgroundFigures {
  queue: string;
  ready: number;
  oldest_s: number;
}

/** Workers of one version in one state. */
export interface WorkerFigures {
  version: string;
  state: string;
  workers: number;
  capacity: number;
  leased: number;
}

/** What time alone should have ended or begun half a minute ago, and the sweeps haven't. */
export interface OverdueFigures {
  holds: number;
  leases: number;
  scheduled: number;
}

/** Mails or messages to webhooks: those that wait, those that were given up, and how long the oldest has waited. */
export interface OutboxFigures {
  waiting: number;
  dead: number;
  oldest_s: number;
}

/** How many backups are recorded, and the seconds since the newest was made and since one was verified. */
export interface BackupFigures {
  count: number;
  made: number;
  verified: number;
}

/** The database's size and connections. */
export interface DatabaseFigures {
  bytes: number;
  connections: number;
  max_connections: number;
}

/** Finished tasks are too many to be counted each time; their number follows from `tessera_task_changes_total`. */
const COUNTED = taskStatuses.filter((status) => !['stopped', 'bought', 'failed', 'expired'].includes(status));
/** Sweeps run every two seconds, so what is overdue for longer than this was left behind. */
const GRACE = "interval '30 seconds'";
const NOTHING: OutboxFigures = { waiting: 0, dead: 0, oldest_s: 0 };
const SEEN = "interval '1 day'";

/** Reads the figures that all servers share, by indexes, so that their cost doesn't grow with the finished tasks. */
@Injectable()
export class FiguresRepository {
  /** Cancels a figure that takes long rather than burden the database further. */
  async limitTime(tx: Tx, ms: number): Promise<void> {
    await tx.query(`SET LOCAL statement_timeout = ${Math.trunc(ms)}`);
  }

  /** Unfinished tasks by status. */
  countTasks(tx: Tx): Promise<{ status: string; count: number }[]> {
    return tx.query(
      `SELECT s.status, coalesce(sum(c.count), 0)::float8 AS count FROM unnest($1::text[]) AS s(status)
       LEFT JOIN realms r ON r.id < ${FIRST_REHEARSAL_REALM}
       LEFT JOIN LATERAL (SELECT count(*) AS count FROM tasks t
         WHERE t.realm_id = r.id AND t.status = s.status AND t.deleted_at IS NULL) c ON true
       GROUP BY s.status`,
      [COUNTED],
    );
  }

  /** The tasks of each site and realm that a worker may take, the longest waiting first. */
  readQueues(tx: Tx): Promise<QueueFigures[]> {
    return tx.query(
      `SELECT site_id::text AS site, realm_id::text AS realm, count(*)::float8 AS ready,
         extract(epoch FROM now() - min(ready_at))::float8 AS oldest_s
       FROM tasks WHERE ready_at <= now() AND lease_id IS NULL
         AND realm_id < ${FIRST_REHEARSAL_REALM} AND NOT ${isPausedSql('realm_id')} GROUP BY 1, 2 ORDER BY 4 DESC`,
    );
  }

  /** The due jobs of the server's own queues. */
  readBackground(tx: Tx): Promise<BackgroundFigures[]> {
    return tx.query(
      `SELECT q.name AS queue, count(j.id)::float8 AS ready,
         coalesce(extract(epoch FROM now() - min(greatest(j.created_on, j.start_after))), 0)::float8 AS oldest_s
       FROM unnest('{bulk,notify}'::text[]) AS q(name)
       LEFT JOIN pgboss.job j ON j.name = q.name AND j.state < 'active' AND j.start_after <= now()
       GROUP BY q.name`,
    );
  }

  /** The workers that were seen within a day, by version and state. */
  readWorkers(tx: Tx): Promise<WorkerFigures[]> {
    return tx.query(
      `SELECT coalesce(w.version, '') AS version,
         CASE WHEN worker_lost(w) THEN 'lost' WHEN NOT w.draining THEN 'active' WHEN n.leased > 0 THEN 'draining'
           ELSE 'ended' END AS state,
         count(*)::float8 AS workers, sum(w.capacity)::float8 AS capacity, sum(n.leased)::float8 AS leased
       FROM workers w
       CROSS JOIN LATERAL (SELECT count(*) AS leased FROM tasks t WHERE t.leased_by = w.id) n
       WHERE w.last_seen_at > now() - ${SEEN} GROUP BY 1, 2 ORDER BY 3 DESC`,
    );
  }

  async readOverdue(tx: Tx): Promise<OverdueFigures> {
    const [row] = await tx.query<OverdueFigures>(
      `SELECT
         (SELECT count(*) FROM holds WHERE status = 'held' AND expires_at < now() - ${GRACE})::float8 AS holds,
         (SELECT count(*) FROM tasks WHERE lease_id IS NOT NULL AND lease_expires_at < now() - ${GRACE})::float8 AS leases,
         (SELECT count(*) FROM tasks t JOIN realms r ON r.id = t.realm_id AND r.status = 'active' AND NOT ${isRealmPausedSql('r')}
          WHERE t.status = 'scheduled' AND t.deleted_at IS NULL AND NOT t.paused
            AND t.scheduled_at < now() - ${GRACE})::float8 AS scheduled`,
    );
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row;
  }

  /** Pauses in force: of single realms, and of the whole installation (0 or 1). */
  async countPauses(tx: Tx): Promise<{ realm: number; installation: number }> {
    const [row] = await tx.query<{ realm: number; installation: number }>(
      `SELECT count(realm_id)::float8 AS realm, (count(*) - count(realm_id))::float8 AS installation
       FROM pauses WHERE ended_at IS NULL`,
    );
    return row ?? { realm: 0, installation: 0 };
  }

  /** Mails of the outbox, counted from when they were queued: an SMTP server that fails keeps them waiting. */
  async readMails(tx: Tx): Promise<OutboxFigures> {
    const [row] = await tx.query<OutboxFigures>(
      `SELECT count(*)::float8 AS waiting, (SELECT count(*) FROM mails WHERE status = 'dead')::float8 AS dead,
         coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest_s
       FROM mails WHERE status = 'queued'`,
    );
    return row ?? NOTHING;
  }

  /** Messages to webhooks, counted from when they were due: one webhook that fails for hours delays nobody else's. */
  async readWebhookMessages(tx: Tx): Promise<OutboxFigures> {
    const [row] = await tx.query<OutboxFigures>(
      `SELECT count(d.id)::float8 AS waiting,
         (SELECT count(*) FROM webhook_deliveries WHERE state = 'dead')::float8 AS dead,
         coalesce(extract(epoch FROM now() - min(d.next_attempt_at) FILTER (WHERE d.next_attempt_at <= now())), 0)::float8 AS oldest_s
       FROM webhooks w JOIN realms r ON r.id = w.realm_id AND ${isRealmOpenSql('r')}
       JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.state = 'waiting' AND d.sequence IS NOT NULL
       WHERE w.enabled`,
    );
    return row ?? NOTHING;
  }

  /** How long the audit entry has waited that has waited longest for the stream. */
  async readStreamAge(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ oldest_s: number }>(
      'SELECT coalesce(extract(epoch FROM now() - min(at)), 0)::float8 AS oldest_s FROM audit_stream',
    );
    return row?.oldest_s ?? 0;
  }

  /** Held seats that haven't expired. */
  async countHolds(tx: Tx): Promise<number> {
    const [row] = await tx.query<{ count: number }>(
      `SELECT count(*)::float8 AS count FROM holds
       WHERE ${liveHoldSql('holds')} AND realm_id < ${FIRST_REHEARSAL_REALM}`,
    );
    return row?.count ?? 0;
  }

  /**
   * The number of backups, the seconds since the newest was made, and since one was last verified; since the first account was
   * created while there is none.
   */
  async readBackups(tx: Tx): Promise<BackupFigures> {
    const [row] = await tx.query<BackupFigures>(
      `SELECT count(b.id)::int AS count,
         extract(epoch FROM now() - coalesce(max(b.finished_at), i.at, now()))::float8 AS made,
         extract(epoch FROM now() - coalesce(max(b.verified_at), i.at, now()))::float8 AS verified
       FROM (SELECT min(created_at) AS at FROM users) i LEFT JOIN backups b ON true GROUP BY i.at`,
    );
    if (!row) throw new Error('The figures of backups have one row');
    return row;
  }

  async readDatabase(tx: Tx): Promise<DatabaseFigures> {
    const [row] = await tx.query<DatabaseFigures>(
      `SELECT pg_database_size(current_database())::float8 AS bytes,
         (SELECT sum(numbackends) FROM pg_stat_database)::float8 AS connections,
         current_setting('max_connections')::float8 AS max_connections`,
    );
    if (!row) throw new Error('A SELECT without FROM has one row');
    return row;
  }
}
