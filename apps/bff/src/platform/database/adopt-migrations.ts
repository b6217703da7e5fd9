import type { Client } from 'pg';
import { migrations } from '../../migrations';

/** Migrations up to this number made the tables one change at a time, before files by subject took their place. */
const LAST_REPLACED = 1_763_600_000_289;
const REPLACED = 118;
/** Migrations before this number are those files: together they make the tables that the replaced ones made. */
const FIRST_CHANGE = 1_795_910_400_000;

/** The version that a database with older tables passes through: the last one that has the replaced migrations. */
const PASS_THROUGH = '0.1.0 of 2026-11-29 (commit ffce3056)';

/** What to do about tables, or a backup, that are too old. */
export const TOO_OLD =
  `The tables are of a version that this one can't migrate from: ` +
  `run "tessera migrate" of ${PASS_THROUGH} first, then this version's`;

const numberOf = (name: string): number => Number(name.slice(-13));

/** The migrations by subject, as TypeORM writes them down. */
const takingTheirPlace = (): string[] =>
  migrations.map((Migration): string => new Migration().name).filter((name) => numberOf(name) < FIRST_CHANGE);

/**
 * Says in terms of this version's migrations which ones have run, from the names that a database or a backup lists. All of
 * the replaced ones are as good as those that took their place; `isTooOld`: only some of them have run.
 */
export function readDone(names: readonly string[]): { done: string[]; isTooOld: boolean } {
  const done = names.filter((name) => !(numberOf(name) <= LAST_REPLACED));
  const replaced = names.length - done.length;
  if (replaced === 0 || done.length > 0) return { done, isTooOld: false };
  const isLast = replaced === REPLACED && names.some((name) => numberOf(name) === LAST_REPLACED);
  return { done: isLast ? takingTheirPlace() : [], isTooOld: !isLast };
}

/**
 * Takes over a database whose tables the replaced migrations made: one statement writes down those that took their place, and
 * no table changes. The caller holds the migrations' lock. The replaced names stay for this release, since servers of the
 * version before, which go on serving during an update, are ready only while they find them; the next release removes them.
 *
 * @throws {Error} when the tables are older, with the version that they have to pass through
 */
export async function adoptMigrations(client: Client): Promise<void> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    "SELECT to_regclass('public.migrations') IS NOT NULL AS exists",
  );
  if (!found[0]?.exists) return;
  const { rows } = await client.query<{ name: string }>('SELECT name FROM public.migrations');
  const names = rows.map(({ name }) => name);
  const { done, isTooOld } = readDone(names);
  if (isTooOld) throw new Error(TOO_OLD);
  const missing = done.filter((name) => !names.includes(name));
  if (missing.length === 0) return;
  await client.query(
    `INSERT INTO public.migrations (timestamp, name)
     SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) WITH ORDINALITY AS taken (name, nth) ORDER BY nth`,
    [missing],
  );
}
