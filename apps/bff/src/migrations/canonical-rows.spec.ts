import { randomBytes } from 'node:crypto';
import { DataSource, type QueryRunner } from 'typeorm';
import { createDatabase, databaseUrl, dropDatabase, TEMPLATE, type TestPostgres } from '../../test/postgres';
import { databaseOptions } from '../platform/database/data-source';
import { IdentityMatches } from './231-identity-matches';
import { CanonicalRows } from './232-canonical-rows';

/** The function and rows of the version before. */
const ROWS_OF_BEFORE = `
CREATE OR REPLACE FUNCTION customer_identity(supporter_id text, email text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(nullif(lower(btrim(supporter_id)), ''), nullif(lower(btrim(email)), ''))
$$;
ALTER TABLE logins DISABLE TRIGGER USER;
ALTER TABLE users DISABLE TRIGGER USER;
ALTER TABLE events DISABLE TRIGGER USER;
INSERT INTO realms (name, max_logins) VALUES ('Quayside', 10);
INSERT INTO sites (name) VALUES ('Harbour Tickets');
INSERT INTO users (email, password_hash) VALUES ('u@bücher.example', ''), ('u@xn--bcher-kva.example', ''), ('v@Bücher.example', '');
INSERT INTO logins (realm_id, site_id, email) VALUES (1, 1, 'c@x.example'), (1, 1, 'c' || U&'\\200B' || '@X.example'), (1, 1, 'D@x.example');
INSERT INTO events (site_id, guid, name, url) VALUES (1, 'a', 'A', 'https://t.example/e'), (1, 'b', 'B', 'http://T.example/e/'), (1, 'c', 'C', NULL);
INSERT INTO holds (realm_id, login_id, site_id, event_id, event_guid, event_name, customer_identity, expires_at)
  VALUES (1, 2, 1, 1, 'a', 'A', 'c' || U&'\\200B' || '@x.example', now());
CREATE OR REPLACE FUNCTION customer_identity(supporter_id text, email text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(public.canonical_email(supporter_id), ''), nullif(public.canonical_email(email), ''), email)
$$;
ALTER TABLE logins ENABLE TRIGGER USER;
ALTER TABLE users ENABLE TRIGGER USER;
ALTER TABLE events ENABLE TRIGGER USER;`;

describe('the migration to canonical identities', () => {
  const postgres = JSON.parse(process.env.TEST_POSTGRES ?? '{}') as TestPostgres;
  const name = `test_${randomBytes(8).toString('hex')}`;
  let source: DataSource;
  let runner: QueryRunner;
  beforeAll(async () => {
    await createDatabase(postgres, name, TEMPLATE);
    const admin = await new DataSource(
      databaseOptions({ databaseUrl: databaseUrl(postgres.adminUrl, name), databasePool: 1 }),
    ).initialize();
    await admin.query(ROWS_OF_BEFORE);
    await admin.destroy();
    source = await new DataSource(
      databaseOptions({ databaseUrl: databaseUrl(postgres.url, name), databasePool: 1 }),
    ).initialize();
    runner = source.createQueryRunner();
    await runner.startTransaction();
    await new IdentityMatches().up(runner);
    await runner.commitTransaction();
    await new CanonicalRows().up(runner);
    await runner.query('SET ROLE tessera_all');
  });
  afterAll(async () => {
    await runner.release();
    await source.destroy();
    await dropDatabase(postgres, name);
  });

  it('lists what meets, and changes what meets nothing', async () => {
    const matches: unknown = await runner.query(
      'SELECT kind, site_id, identity, row_ids FROM identity_matches ORDER BY id',
    );
    expect(matches).toEqual([
      { kind: 'event', site_id: 1, identity: 'url:t.example/e', row_ids: [1, 2] },
      { kind: 'login', site_id: 1, identity: 'c@x.example', row_ids: [1, 2] },
      { kind: 'account', site_id: null, identity: 'u@xn--bcher-kva.example', row_ids: [1, 2] },
    ]);
    expect(await runner.query('SELECT email, customer_identity FROM logins ORDER BY id')).toEqual([
      { email: 'c@x.example', customer_identity: 'c@x.example' },
      { email: 'c@x.example', customer_identity: 'c@x.example' },
      { email: 'd@x.example', customer_identity: 'd@x.example' },
    ]);
    expect(await runner.query('SELECT email FROM users ORDER BY id')).toEqual([
      { email: 'u@bücher.example' },
      { email: 'u@xn--bcher-kva.example' },
      { email: 'v@xn--bcher-kva.example' },
    ]);
    expect(await runner.query('SELECT customer_identity FROM holds')).toEqual([
      { customer_identity: 'c@x.example' },
    ]);
    expect(await runner.query('SELECT id FROM events_counted_with(2) AS id ORDER BY 1')).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });
});
