import { Client } from 'pg';
import { startApp, type TestApp } from '../../../test/app';
import { realm } from '../../../test/factories';
import { Config } from '../../platform/config/config';
import { checkPauses } from './pauses';

describe('the check of pauses', () => {
  let app: TestApp;
  let client: Client;
  beforeAll(async () => {
    app = await startApp();
    client = new Client({ connectionString: app.databaseUrl });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await app.close();
  });

  it('says what is paused, which looks like missing workers', async () => {
    const found = async () =>
      (await checkPauses({ config: app.nest.get(Config, { strict: false }), client })).map(
        ({ level, text }) => `${level}: ${text}`,
      );
    expect(await found()).toEqual(['ok: Nothing is paused']);
    const quayside = await realm(app, { name: 'Quayside' });
    await app.db.query(
      `INSERT INTO pauses (realm_id, reason, paused_who)
       VALUES (NULL, 'It charges twice', 'root@example.org'), ($1, 'Wrong plan', 'owner@example.org')`,
      [quayside],
    );
    expect(await found()).toEqual([
      expect.stringMatching(
        /^warning: Everything is paused since .* by root@example\.org: It charges twice$/,
      ),
      expect.stringMatching(/^warning: Quayside is paused since .* by owner@example\.org: Wrong plan$/),
    ]);
  });
});
