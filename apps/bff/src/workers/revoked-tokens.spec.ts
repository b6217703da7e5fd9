import { startApp, type TestApp } from '../../test/app';
import { admin } from '../../test/factories';
import { getTask, newTask, until, type Work, work } from '../../test/work';

/** Long enough to detect a poll that isn't ended early, short enough to wait for its end. */
const WAIT_S = 5;

describe("a revoked token's open long poll", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const tokenOf = async ({ siteId }: Work): Promise<number> => {
    const { rows } = await app.db.query<{ id: number }>(
      'SELECT id FROM worker_tokens WHERE $1 = ANY (site_ids)',
      [siteId],
    );
    return rows[0]!.id;
  };

  /** Starts a poll that finds nothing at first. */
  const openPoll = async (from: Work) => {
    const poll = app.http<{ leases?: unknown[] }>('POST', '/api/worker/v1/lease', {
      token: from.worker,
      body: { worker: 'night-shift', capacity: 5, wait_s: WAIT_S },
    });
    const id = await tokenOf(from);
    await until(async () => {
      const { rows } = await app.db.query('SELECT FROM workers WHERE token_id = $1', [id]);
      return rows.length > 0;
    }, 'the worker polls');
    return { poll, id };
  };

  it('returns 401 without waiting for the end of the poll', async () => {
    const mine = await work(app);
    const { poll, id } = await openPoll(mine);
    const { token } = await admin(app);
    expect((await app.http('DELETE', `/api/worker-tokens/${id}`, { token })).status).toBe(204);
    expect((await poll).status).toBe(401);
  });

  it('leases nothing that is queued while the revocation commits', async () => {
    const mine = await work(app);
    const { poll, id } = await openPoll(mine);
    const revoking = await app.db.connect();
    try {
      await revoking.query('BEGIN');
      await revoking.query('UPDATE worker_tokens SET revoked_at = now() WHERE id = $1', [id]);
      const made = await newTask(mine);
      await until(async () => {
        const { rows } = await app.db.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
             AND query LIKE '%worker_tokens%'`,
        );
        return rows.length > 0;
      }, 'the poll waits for the revocation');
      await revoking.query('COMMIT');
      expect((await poll).status).toBe(401);
      expect((await getTask(mine, made.id)).status).toBe('queued');
    } finally {
      await revoking.query('ROLLBACK');
      revoking.release();
    }
  });

  it('ends when the administrator who created the token is disabled', async () => {
    const mine = await work(app);
    const maker = await app.db.query<{ id: number }>(
      `INSERT INTO users (email, name, role, password_hash) VALUES ('maker@quayside.example', 'Maker', 'admin', '-')
       RETURNING id`,
    );
    await app.db.query('UPDATE worker_tokens SET created_by = $1 WHERE id = $2', [
      maker.rows[0]!.id,
      await tokenOf(mine),
    ]);
    const { poll } = await openPoll(mine);
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [maker.rows[0]!.id]);
    expect((await poll).status).toBe(401);
  });
});
