import { findLockFaults, statementsOf } from '../../test/migration-locks';
import { migrations } from '.';
import type { SqlMigration } from './sql-migration';

/** Migrations before this number make the tables of an empty database, which nobody waits for. */
const FIRST_CHANGE = 1_795_910_400_000;
const numberOf = ({ name }: SqlMigration) => Number(name.slice(-13));

it('migrations stop no server, or say why they may', async () => {
  const checked = migrations
    .map((Migration) => new Migration())
    .filter((one) => numberOf(one) > FIRST_CHANGE);
  for (const migration of checked) {
    const { name, allowedLocks: allowed } = migration;
    const statements = await statementsOf(migration);
    const faults = (await Promise.all(statements.map(findLockFaults))).flat();
    const forbidden = faults.filter(({ rule }) => !(rule in allowed));
    expect({ name, forbidden }).toEqual({ name, forbidden: [] });
    // A reason that nothing needs any more.
    const unused = Object.keys(allowed).filter((rule) => !faults.some((fault) => fault.rule === rule));
    expect({ name, unused }).toEqual({ name, unused: [] });
  }
});

describe('the check of locks', () => {
  it.each([
    ['index', 'CREATE INDEX task_names ON tasks (name)'],
    ['index', 'CREATE UNIQUE INDEX task_names ON tasks (name)'],
    ['not null', 'ALTER TABLE tasks ADD note text NOT NULL'],
    ['rewrite', 'ALTER TABLE tasks ADD code uuid DEFAULT gen_random_uuid()'],
    ['rewrite', 'ALTER TABLE tasks ADD n bigint GENERATED ALWAYS AS IDENTITY'],
    ['constraint', "ALTER TABLE tasks ADD note text CHECK (note <> '')"],
    ['set not null', 'ALTER TABLE tasks ALTER name SET NOT NULL'],
    ['type', 'ALTER TABLE tasks ALTER id TYPE bigint'],
    ['constraint', 'ALTER TABLE tasks ADD CONSTRAINT c CHECK (id > 0)'],
    ['constraint', 'ALTER TABLE tasks ADD FOREIGN KEY (job_id) REFERENCES jobs (id)'],
    [
      'validate',
      'ALTER TABLE tasks ADD CONSTRAINT c CHECK (id > 0) NOT VALID; ALTER TABLE tasks VALIDATE CONSTRAINT c',
    ],
    ['unique', 'ALTER TABLE tasks ADD UNIQUE (name)'],
    ['contract', 'ALTER TABLE tasks DROP name'],
    ['contract', 'ALTER TABLE tasks RENAME name TO title'],
    ['contract', 'DROP TABLE tasks'],
    ['rows', 'UPDATE tasks SET priority = 1'],
    ['lock', 'LOCK TABLE tasks'],
    ['lock', 'DROP INDEX task_names'],
    ['lock', 'VACUUM FULL tasks'],
    ['block', 'DO $$ BEGIN ALTER TABLE tasks ADD n int; END $$'],
  ])('finds: %s in %s', async (rule, sql) => {
    expect((await findLockFaults(sql)).map((fault) => fault.rule)).toEqual([rule]);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY task_names ON tasks (name)',
    'CREATE TABLE notes (id int PRIMARY KEY); CREATE INDEX note_ids ON notes (id); ALTER TABLE notes ALTER id TYPE bigint',
    "ALTER TABLE tasks ADD note text NOT NULL DEFAULT ''",
    'ALTER TABLE tasks ADD seen_at timestamptz NOT NULL DEFAULT now()',
    'ALTER TABLE tasks ADD other_id int REFERENCES jobs (id)',
    'ALTER TABLE tasks ADD CONSTRAINT c CHECK (id > 0) NOT VALID',
    'ALTER TABLE tasks VALIDATE CONSTRAINT c',
    'ALTER TABLE tasks ADD CONSTRAINT c UNIQUE USING INDEX task_names',
    'DROP INDEX CONCURRENTLY task_names',
    'GRANT SELECT (note) ON users TO tessera_realm',
  ])('accepts: %s', async (sql) => {
    expect(await findLockFaults(sql)).toEqual([]);
  });
});
