/** What may come of a check of a login at its site. */
export const checkResults = ['active', 'wrong_password', 'locked', 'code_needed', 'unknown'] as const;
export type CheckResult = (typeof checkResults)[number];

/** States of the last check that lists show and filter by; `waiting`: asked for, without a result yet. */
export const lastCheckStates = ['waiting', ...checkResults] as const;
export type LastCheckState = (typeof lastCheckStates)[number];

/** SQL condition: nobody could make the check `c` within a day after it was due, and nobody makes it any more. */
export const isStaleCheckSql = "(c.due_at < now() - interval '1 day')";

/** SQL of a text that changes with a login's password. `login` is the table or its alias. */
export const passwordDigestSql = (login: string): string =>
  `md5(concat_ws(' ', ${login}.email, ${login}."user", ${login}.secrets -> 'fields' ->> 'password'))`;

/** SQL of a login's last check, if it is open or its result is about the password of now. `login` is the table or its alias. */
export const lastCheckSql = (
  login: string,
): string => `SELECT c.id, c.due_at, c.lease_expires_at, c.result, c.message, c.ended_at FROM login_checks c
  WHERE c.realm_id = ${login}.realm_id AND c.login_id = ${login}.id
    AND CASE WHEN c.ended_at IS NULL THEN NOT ${isStaleCheckSql}
      ELSE c.result IS NOT NULL AND c.secrets_digest = ${passwordDigestSql(login)} END
  ORDER BY c.id DESC LIMIT 1`;

/** SQL of the state of a last check. */
export const lastCheckStateSql = "CASE WHEN c.ended_at IS NULL THEN 'waiting' ELSE c.result END";
