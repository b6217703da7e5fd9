import { type BlockerCode, blockerCodes, messageText } from '@tessera/domain/messages';
import { liveHoldSql } from '../../../platform/database/seat-states';
import { isRealmActiveSql, isRealmPausedSql } from '../../../platform/realm-scope/realm-status.repository';

/**
 * The gates that must be open before a queued task can be leased: its site, event, realm and login, and its job's target.
 * Leasing, the sweep that queues parked tasks again, and the explanation of why a task isn't running use them.
 */

/** The state of a task's gates, as `gateColumns` reads it. */
export interface TaskGates {
  site_enabled: boolean;
  event_closed: boolean;
  realm_active: boolean;
  realm_paused: boolean;
  login_enabled: boolean;
  target_covered: boolean;
}

/** Joins that `gateColumns` needs besides `tasks t`. */
export const gateJoins = `JOIN sites s ON s.id = t.site_id
  JOIN events e ON e.id = t.event_id
  JOIN realms r ON r.id = t.realm_id
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id`;

/** SQL condition: work may run at the site. `site` is the table or its alias. */
export const isSiteEnabledSql = (site: string): string =>
  `(${site}.enabled = 1 AND ${site}.deleted_at IS NULL)`;
const isSiteEnabled = isSiteEnabledSql('s');
const isEventClosed = "(e.status = 'closed')";
const isRealmActive = `(${isRealmActiveSql('r')} AND r.deleted_at IS NULL)`;
const isRealmPaused = isRealmPausedSql('r');
const isLoginEnabled = "(l.status <> 'disabled' AND l.deleted_at IS NULL)";
/** SQL of the number of seats that a job has won, from its counters. */
export const seatsWonSql = (realmId: string, jobId: string): string =>
  `(SELECT coalesce(sum(c.total), 0)::int FROM job_counts c
    WHERE c.realm_id = ${realmId} AND c.job_id = ${jobId} AND c.counted = 'ticket')`;
/** Whether won and held seats reach the job's target. The task's own held seats don't count, so that it can pay for them. */
const isTargetCovered = `CASE WHEN j.seats_target IS NULL THEN false ELSE j.seats_target <=
  ${seatsWonSql('t.realm_id', 't.job_id')}
  + (SELECT count(*) FROM holds h WHERE h.realm_id = t.realm_id AND h.job_id = t.job_id AND ${liveHoldSql('h')} AND h.task_id <> t.id) END`;

export const gateColumns = `${isSiteEnabled} AS site_enabled, ${isEventClosed} AS event_closed,
  ${isRealmActive} AS realm_active, ${isRealmPaused} AS realm_paused, ${isLoginEnabled} AS login_enabled, ${isTargetCovered} AS target_covered`;

/** SQL condition: a closed gate stops the task even while a worker has it. */
export const isStoppedByGateSql = `NOT (${isSiteEnabled} AND NOT ${isEventClosed} AND ${isRealmActive} AND ${isLoginEnabled})`;

/** SQL condition: a pause of the realm pauses the task while a worker has it, but not once it holds seats. */
export const isPausedByGateSql = `(t.status IN ('running', 'waiting_room') AND ${isRealmPaused})`;

/** SQL condition: a worker may check at the site, with the task's login, whether its order was paid. */
export const canCheckPaymentSql = `${isSiteEnabled} AND ${isRealmActive} AND ${isLoginEnabled}`;

/** SQL condition: no gate blocks the task. */
export const isLeasableSql = `${isSiteEnabled} AND NOT ${isEventClosed} AND ${isRealmActive} AND NOT ${isRealmPaused}
  AND ${isLoginEnabled} AND NOT (${isTargetCovered})`;

/** A closed gate. */
export interface Blocker {
  code: BlockerCode;
  message: string;
}

/** The closed gates of a task, from the widest to the narrowest. */
export function findBlockers(gates: TaskGates): Blocker[] {
  const isBlocking: Record<BlockerCode, boolean> = {
    REALM_SUSPENDED: !gates.realm_active,
    REALM_PAUSED: gates.realm_paused,
    SITE_DISABLED: !gates.site_enabled,
    EVENT_CLOSED: gates.event_closed,
    LOGIN_DISABLED: !gates.login_enabled,
    TARGET_COVERED: gates.target_covered,
  };
  return blockerCodes
    .filter((code) => isBlocking[code])
    .map((code) => ({ code, message: messageText('en', 'blockers', code) }));
}
