import { reasonTextSql, reportedFailureKinds } from '../../work';

/** What a failed attempt says about the site, the login or the worker. */
export const failureKinds = [...reportedFailureKinds, 'lapsed', 'worker', 'other'] as const;
export type FailureKind = (typeof failureKinds)[number];

/**
 * Words of workers that report no kind, and name each, as case-insensitive regular expressions; the first match counts.
 */
const words: readonly (readonly [FailureKind, string])[] = [
  ['rate_limited', String.raw`\m429\M|too many requests|rate.?limit|slow down|throttled`],
  ['sold_out', 'sold.?out|no (more )?(seats|tickets)|not enough seats|seats? (is|are|was|were) taken'],
  ['slow', 'time.?d? ?out|too slow|took too long|no answer|no response'],
  [
    'outage',
    String.raw`outage|unavailable|maintenance|\m50[0234]\M|server error|refused|reset by|network|unreachable`,
  ],
  ['payment', 'declined|payment|card'],
  ['login', 'sign.?in|log.?in|password|locked|blocked|banned|captcha|credential|two.?factor'],
  ['budget', 'budget'],
  ['limit', String.raw`per (customer|account)|limit`],
];

/**
 * SQL of a failure's kind.
 *
 * @param reason SQL of a `TaskReason`, which may be null
 * @param message SQL of the message as text
 */
export const failureKindSql = (reason: string, message: string): string => {
  const text = reasonTextSql(reason, message);
  const matches = words.map(([kind, pattern]) => `WHEN ${text} ~* '${pattern}' THEN '${kind}'`).join(' ');
  return `CASE WHEN ${reason} ->> 'code' LIKE 'HOLDS_LAPSED%' THEN 'lapsed'
    WHEN 'SECRETS_UNREADABLE' IN (${reason} -> 'params' ->> 'failure', ${reason} ->> 'code') THEN 'login'
    WHEN ${reason} -> 'params' ->> 'failure' IS NOT NULL OR ${reason} ->> 'code' IN ('WORKER_LOST', 'STOPPED_WORKER_LOST')
      THEN 'worker'
    WHEN ${reason} -> 'params' ->> 'kind' IS NOT NULL THEN ${reason} -> 'params' ->> 'kind'
    ${matches} ELSE 'other' END`;
};

/** Codes of the reasons that an attempt failed. */
export const failedAttemptCodes = "'TRY_FAILED', 'PAYMENT_FAILED', 'RETRIES_USED_UP', 'STOPPED_AFTER'";
