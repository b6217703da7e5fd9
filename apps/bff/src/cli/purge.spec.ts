import { startApp, type TestApp } from '../../test/app';
import { user } from '../../test/factories';
import { purgeCommand } from './purge';

describe('tessera purge', () => {
  let app: TestApp;
  let printed: string;
  beforeEach(async () => {
    // One test takes a right away.
    app = await startApp();
    printed = '';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await app.close();
  });

  const purge = (settings: Record<string, string> = {}) =>
    purgeCommand.run([], {
      DATABASE_URL: app.databaseUrl,
      TOKEN_SECRET: 'Zq8-random-enough-for-a-test-0123456789',
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      ...settings,
    });

  it("removes what the settings don't keep, and says how much of each kind", async () => {
    const { id } = await user(app, 'realm_user', null);
    await app.db.query(
      `INSERT INTO notifications (user_id, topic, title, created_at)
       SELECT $1, 'task_failed', 'Note', now() - interval '50 days' FROM generate_series(1, 3)`,
      [id],
    );
    expect(await purge()).toBe(0);
    expect(printed).toBe('Nothing has expired.\n');
    printed = '';
    expect(await purge({ RETENTION_NOTIFICATIONS_DAYS: '40' })).toBe(0);
    expect(printed).toBe('notifications: 3 removed\n');
    expect((await app.db.query('SELECT FROM notifications')).rowCount).toBe(0);
  });

  it('fails when a kind could not be removed, names it, and removes the others', async () => {
    const { id } = await user(app, 'realm_user', null);
    await app.db.query(
      `INSERT INTO notifications (user_id, topic, title, created_at) VALUES ($1, 'task_failed', 'Note', now() - interval '50 days');
       REVOKE DELETE ON holds FROM tessera_all`.replace('$1', String(id)),
    );
    expect(await purge({ RETENTION_NOTIFICATIONS_DAYS: '40' })).toBe(1);
    expect(printed).toContain('notifications: 1 removed');
    expect(printed).toContain('holds: could not be removed');
  });
});
