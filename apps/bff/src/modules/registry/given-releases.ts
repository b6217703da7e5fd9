/** For whom releases are chosen; both null for visitors who aren't signed in. */
export interface Recipient {
  userId: number | null;
  realmId: number | null;
  /** Administrators get what one of them has promoted, and no canaries: a module's code acts as the person who opens it. */
  isAdministrator: boolean;
}

/** The parameters of `isGivenSql`. */
export const recipientParams = ({
  userId,
  realmId,
  isAdministrator,
}: Recipient): [number | null, number | null, boolean] => [userId, realmId, isAdministrator];

/**
 * SQL of whether an assignment (alias `a`) of a module (alias `m`) covers the recipient: `$1` is the user, `$2` the
 * realm and `$3` whether it is an administrator. A user's place among the 100 percents never changes, so a higher percent only adds users.
 */
export const isGivenSql = `(a.channel = 'stable' OR NOT $3::boolean AND (a.realm_id = $2::int OR a.realm_id IS NULL AND $1::int IS NOT NULL
  AND abs(hashtext(m.name || ':user:' || $1::text)::bigint) % 100 < coalesce(a.percent, 0)))`;

/** SQL of the id of the release that an assignment gives a recipient whom it covers. */
export const givenReleaseSql = `CASE WHEN $3::boolean THEN coalesce(a.approved_release_id, a.release_id) ELSE a.release_id END`;

/** SQL order of a module's assignments by precedence: that of the realm, that of a share of users, the stable one. */
export const precedenceSql = `a.channel = 'canary' DESC, a.realm_id IS NOT NULL DESC`;
