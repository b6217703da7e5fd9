/**
 * What keeps a queued task from being leased, in one place for leasing, for the sweep that
 * queues parked tasks again, and for the answer to "why is it not running?".
 */

/** A task's switches, as `switchColumns` reads them. */
export interface TaskGates {
  site_enabled: boolean;
  event_closed: boolean;
  realm_active: boolean;
  login_enabled: boolean;
  target_covered: boolean;
}

/** Joins that `switchColumns` needs beside `tasks t`. */
export const gateJoins = `JOIN sites s ON s.id = t.site_id
  JOIN events e ON e.id = t.event_id
  JOIN realms r ON r.id = t.realm_id
  JOIN logins l ON l.realm_id = t.realm_id AND l.id = t.login_id
  LEFT JOIN jobs j ON j.realm_id = t.realm_id AND j.id = t.job_id`;

const isSiteEnabled = '(s.enabled = 1 AND s.deleted_at IS NULL)';
const isEventClosed = "(e.status = 'closed')";
const isRealmActive = "(r.status = 'active' AND r.deleted_at IS NULL)";
const isLoginEnabled = "(l.status <> 'disabled' AND l.deleted_at IS NULL)";
/** SQL: the seats that a job has won, out of the counts that are kept of it. */
export const seatsWonSql = (realmId: string, jobId: string): string =>
  `(SELECT coalesce(sum(c.total), 0)::int FROM job_counts c
    WHERE c.realm_id = ${realmId} AND c.job_id = ${jobId} AND c.counted = 'ticket')`;
/** Won and live held seats reach the job's target; the task's own held seats don't keep it from paying for them. */
const isTargetCovered = `CASE WHEN j.seats_target IS NULL THEN false ELSE j.seats_target <=
  ${seatsWonSql('t.realm_id', 't.job_id')}
  + (SELECT count(*) FROM holds h WHERE h.realm_id = t.realm_id AND h.job_id = t.job_id AND h.status = 'held'
       AND h.expires_at > now() AND h.task_id <> t.id) END`;

export const gateColumns = `${isSiteEnabled} AS site_enabled, ${isEventClosed} AS event_closed,
  ${isRealmActive} AS realm_active, ${isLoginEnabled} AS login_enabled, ${isTargetCovered} AS target_covered`;

/** Whether a switch forbids the task's work, also to a worker that has it already. */
export const isStoppedByGateSql = `NOT (${isSiteEnabled} AND NOT ${isEventClosed} AND ${isRealmActive} AND ${isLoginEnabled})`;

/** The condition under which the site may be asked with the task's login about what became of its order. */
export const canCheckPaymentSql = `${isSiteEnabled} AND ${isRealmActive} AND ${isLoginEnabled}`;

/** The condition under which nothing keeps a task back. */
export const isLeasableSql = `${isSiteEnabled} AND NOT ${isEventClosed} AND ${isRealmActive} AND ${isLoginEnabled}
  AND NOT (${isTargetCovered})`;

/** English text of each thing that can keep a task back, the widest switch first. */
export const blockerTexts = {
  REALM_SUSPENDED: 'The realm is suspended',
  SITE_DISABLED: 'The site is switched off',
  EVENT_CLOSED: 'The event is closed',
  LOGIN_DISABLED: 'The login is disabled',
  TARGET_COVERED: "The job's won and held seats reach its target",
} as const;
type BlockerCode = keyof typeof blockerTexts;
export const blockerCodes = Object.keys(blockerTexts) as BlockerCode[];

/** One thing that keeps a task back. */
export interface Blocker {
  code: BlockerCode;
  message: string;
}

/** What keeps the task back, the widest switch first; empty when nothing does. */
export function findBlockers(switches: TaskGates): Blocker[] {
  const keeps: Record<BlockerCode, boolean> = {
    REALM_SUSPENDED: !switches.realm_active,
    SITE_DISABLED: !switches.site_enabled,
    EVENT_CLOSED: switches.event_closed,
    LOGIN_DISABLED: !switches.login_enabled,
    TARGET_COVERED: switches.target_covered,
  };
  return blockerCodes.filter((code) => keeps[code]).map((code) => ({ code, message: blockerTexts[code] }));
}
