/** For whom releases are chosen; both null for visitors who aren't signed in. */
export interface Recipient {
  userId: number | null;
  realmId: number | null;
}

/** The parameters of `isGivenSql`. */
export const recipientParams = ({ userId, realmId }: Recipient): [number | null, number | null] => [
  userId,
  realmId,
];

/**
 * SQL of whether an assignment (alias `a`) of a module (alias `m`) covers the recipient: `$1` is the user and `$2` the
 * realm. A user's place among the 100 percents never changes, so a higher percent only adds users.
 */
export const isGivenSql = `(a.channel = 'stable' OR a.realm_id = $2::int OR a.realm_id IS NULL AND $1::int IS NOT NULL
  AND abs(hashtext(m.name || ':user:' || $1::text)::bigint) % 100 < coalesce(a.percent, 0))`;

/** SQL order of a module's assignments by precedence: that of the realm, that of a share of users, the stable one. */
export const precedenceSql = `a.channel = 'canary' DESC, a.realm_id IS NOT NULL DESC`;
