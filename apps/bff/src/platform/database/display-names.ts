/** SQL of the names that people see for logins and actors. The arguments must not come from a request. */

/** A login's name, or its e-mail when it has none. `login` is the alias of a row of `logins`, which a left join may lack. */
export const loginName = (login: string): string => `coalesce(nullif(${login}.name, ''), ${login}.email)`;

/** A site's display name, or its name when it has none. `site` is the alias of a row of `sites`. */
export const siteName = (site: string): string => `coalesce(nullif(${site}.display_name, ''), ${site}.name)`;

/** Between an administrator and the person as whom they viewed the console, in what records who acted. */
export const AS_PERSON = ' as ';

/**
 * Who acted: a person's name, or their e-mail when they have none or their account isn't visible in this scope; a
 * worker's or publisher's name; the product itself for its own processes. Of an administrator who viewed the console as somebody
 * else, the whole of what was recorded, which names both. `row` is the alias of a row that recorded an actor.
 */
export const actorName = (row: string): string => `CASE ${row}.actor_kind
  WHEN 'user' THEN coalesce((SELECT nullif(u.name, '') FROM users u WHERE u.id = ${row}.actor_id
    AND position('${AS_PERSON}' IN ${row}.who) = 0), ${row}.who)
  WHEN 'system' THEN 'Tessera' ELSE ${row}.who END`;

/**
 * SQL of a text as people expect it to be sorted: `Ä` beside `A`, whichever case, by the Unicode collation. Indexes of such
 * orders name the same collation. `text` must not come from a request.
 */
export const textOrder = (text: string): string => `(${text}) COLLATE "und-x-icu"`;
