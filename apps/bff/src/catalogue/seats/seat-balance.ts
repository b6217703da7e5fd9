import { liveHoldSql } from '../../platform/database/seat-states';
import { Int } from '../../platform/http/fields';

/** What became of the seats that were wanted: `won + held + open + lost = wanted + extra`. */
export class SeatBalance {
  @Int({ description: "The jobs' targets, else what they were launched for, and what single tasks try for" })
  wanted: number;
  @Int({ description: 'Purchased' }) won: number;
  @Int({ description: 'Held now' }) held: number;
  @Int({ description: 'A task still tries for them, or will' }) open: number;
  @Int({ description: 'No task tries for them' }) lost: number;
  @Int({ description: 'Purchased or held beyond what was wanted' }) extra: number;
}

/** SQL of the seats that a task `t` still tries for: not those of a task that holds seats, ends or has ended. */
export const triedSeatsSql = `CASE WHEN t.unfinished AND t.status NOT IN ('carted', 'stopping') THEN t.seats_to_set ELSE 0 END`;

/** SQL of what a job `j` wants, which its launch fixes; `seats` is what its tasks try for, for jobs that were launched before. */
export const wantedSeatsSql = (seats: string): string =>
  `coalesce(j.seats_target, j.seats_planned, ${seats}, 0)`;

/** SQL of the shares of the seats that are neither won nor held. */
export const seatSharesSql = (of: Record<'wanted' | 'won' | 'held' | 'trying', string>) => ({
  open: `least(${of.trying}, greatest(0, ${of.wanted} - ${of.won} - ${of.held}))::int`,
  lost: `greatest(0, ${of.wanted} - ${of.won} - ${of.held} - ${of.trying})::int`,
  extra: `greatest(0, ${of.won} + ${of.held} - ${of.wanted})::int`,
});

/**
 * SQL of the seats of tasks, holds, tickets and jobs that `of` selects by their alias: a row for each job, and one for the tasks
 * of a realm and an event that have none.
 */
export const seatsByJobSql = (of: (alias: string) => string): string => `
    SELECT p.realm_id, p.event_id, p.job_id, ${wantedSeatsSql('p.seats')} AS wanted, p.won, p.held, p.trying,
      j.cost_currency, j.cost_min, j.cost_max, j.seats_planned, j.unpriced_seats
    FROM (
      SELECT x.realm_id, x.event_id, x.job_id, sum(x.seats) AS seats, sum(x.trying) AS trying, sum(x.won) AS won, sum(x.held) AS held
      FROM (
        SELECT t.realm_id, t.event_id, t.job_id, sum(t.seats_to_set) AS seats, sum(${triedSeatsSql}) AS trying, 0 AS won, 0 AS held
        FROM tasks t WHERE ${of('t')} AND t.deleted_at IS NULL GROUP BY 1, 2, 3
        UNION ALL
        SELECT k.realm_id, k.event_id, k.job_id, 0, 0, count(*), 0
        FROM tickets k WHERE ${of('k')} AND k.deleted_at IS NULL GROUP BY 1, 2, 3
        UNION ALL
        SELECT h.realm_id, h.event_id, h.job_id, 0, 0, 0, count(*) FROM holds h
        WHERE ${of('h')} AND ${liveHoldSql('h')} GROUP BY 1, 2, 3
        UNION ALL
        SELECT o.realm_id, o.event_id, o.id, 0, 0, 0, 0 FROM jobs o WHERE ${of('o')} AND o.deleted_at IS NULL
      ) x GROUP BY x.realm_id, x.event_id, x.job_id
    ) p LEFT JOIN jobs j ON j.realm_id = p.realm_id AND j.id = p.job_id AND j.deleted_at IS NULL AND ${of('j')}`;

const shares = seatSharesSql({ wanted: 'u.wanted', won: 'u.won', held: 'u.held', trying: 'u.trying' });

/**
 * SQL of the balance of tasks, holds, tickets and jobs that `of` selects by their alias. Each job has its own, and so have
 * the tasks without a job together; the row is their sum.
 */
export const seatBalanceSql = (of: (alias: string) => string): string => `
  SELECT coalesce(sum(u.wanted), 0)::int AS wanted, coalesce(sum(u.won), 0)::int AS won, coalesce(sum(u.held), 0)::int AS held,
    coalesce(sum(${shares.open}), 0)::int AS open, coalesce(sum(${shares.lost}), 0)::int AS lost,
    coalesce(sum(${shares.extra}), 0)::int AS extra
  FROM (${seatsByJobSql(of)}
  ) u`;
