import { startApp, type TestApp } from '../../test/app';
import { admin } from '../../test/factories';
import {
  getTask,
  lease,
  leaseOne,
  newTask,
  pollOnlyWhenWoken,
  sweep,
  under,
  until,
  type Work,
  work,
} from '../../test/work';
import type { LeaseAnswer } from './protocol.dto';
import type { WorkerDto } from './workers.dto';

describe('commands over the long poll', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  const command = (from: Work, id: number, name: string) =>
    app.http('POST', `/api/tasks/${id}/${name}`, { token: from.owner });

  /** Polls as a worker without free capacity does: only for commands. */
  const listen = async (from: Work, body: object): Promise<LeaseAnswer> => {
    const request = { worker: 'worker-1', capacity: 0, wait_s: 20, ...body };
    const response = await app.http<LeaseAnswer>('POST', '/api/worker/v1/lease', {
      token: from.worker,
      body: request,
    });
    expect(response.status).toBe(200);
    return response.body;
  };
  const named = ({ commands }: LeaseAnswer) =>
    commands.map(({ lease_id, command: name }) => [lease_id, name]);

  it('sends pause, resume and stop to a waiting worker at once', async () => {
    const mine = await work(app);
    const wait = pollOnlyWhenWoken(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    let acknowledged_command: string | null = null;
    for (const next of ['pause', 'resume', 'stop']) {
      const poll = listen(mine, { leases: [{ lease_id, acknowledged_command }] });
      await command(mine, made.id, next);
      expect(named(await poll)).toEqual([[lease_id, next]]);
      acknowledged_command = next;
    }
    wait.mockRestore();
    const acknowledged = { lease_id, acknowledged_command: 'stop' };
    expect(named(await listen(mine, { wait_s: 0, leases: [acknowledged] }))).toEqual([]);
  });

  it('accepts the former name of acknowledged_command', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await command(mine, made.id, 'pause');
    const poll = (fields: object) => listen(mine, { wait_s: 0, leases: [{ lease_id, ...fields }] });
    expect(named(await poll({ heeded: null }))).toEqual([[lease_id, 'pause']]);
    expect(named(await poll({ heeded: 'pause' }))).toEqual([]);
    expect(named(await poll({ acknowledged_command: null, heeded: 'pause' }))).toEqual([[lease_id, 'pause']]);
  });

  it('returns earlier commands at once, and none of ended or foreign leases', async () => {
    const mine = await work(app, { logins: 2 });
    const first = await newTask(mine);
    await newTask(mine, { login_id: mine.logins[1] });
    const leases = await lease(mine, 2);
    const idOf = (task: number) => leases.find((found) => found.task.id === task)?.lease_id ?? '';
    await command(mine, first.id, 'pause');
    const running = leases.map(({ lease_id }) => ({ lease_id, acknowledged_command: null }));
    expect(named(await listen(mine, { leases: running }))).toEqual([[idOf(first.id), 'pause']]);
    const stranger = await work(app, { on: mine });
    expect(named(await listen(stranger, { wait_s: 0, leases: running }))).toEqual([]);
    await under(mine, idOf(first.id), 'release');
    expect(named(await listen(mine, { wait_s: 0, leases: running }))).toEqual([]);
  });

  it('returns tasks and commands in one response', async () => {
    const mine = await work(app);
    const first = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await command(mine, first.id, 'pause');
    const second = await newTask(mine);
    const response = await listen(mine, { capacity: 5, leases: [{ lease_id, acknowledged_command: null }] });
    expect(response.leases.map(({ task }) => task.id)).toEqual([second.id]);
    expect(named(response)).toEqual([[lease_id, 'pause']]);
  });

  it.each([
    ['site', 'UPDATE sites SET enabled = $2 WHERE id = $1', 0, 1, 'siteId', 'The site is disabled'],
    [
      'event',
      'UPDATE events SET status = $2 WHERE id = $1',
      'closed',
      'on_sale',
      'eventId',
      'The event is closed',
    ],
    [
      'realm',
      'UPDATE realms SET status = $2 WHERE id = $1',
      'suspended',
      'active',
      'realmId',
      'The realm is suspended',
    ],
  ] as const)(
    'stops a running task when the %s gate closes, and leases it again when it opens',
    async (_, sql, off, on, key, reason) => {
      const mine = await work(app);
      const made = await newTask(mine);
      const { lease_id } = await leaseOne(mine);
      const poll = listen(mine, { leases: [{ lease_id, acknowledged_command: null }] });
      await app.db.query(sql, [mine[key], off]);
      expect(named(await poll)).toEqual([[lease_id, 'stop']]);
      const beat = await under<LeaseAnswer>(mine, lease_id, 'heartbeat');
      expect(beat.body.commands.map(({ command }) => command)).toEqual(['stop']);
      expect((await under(mine, lease_id, 'release')).status).toBe(204);
      expect(await getTask({ ...mine, owner: (await admin(app)).token }, made.id)).toMatchObject({
        status: 'queued',
        retry_count: 0,
        status_message: `Released by its worker: ${reason}`,
      });
      expect(await lease(mine)).toEqual([]);
      await app.db.query(sql, [mine[key], on]);
      await sweep(app);
      expect(await lease(mine)).toHaveLength(1);
    },
  );

  it('leases nothing to a draining worker, and shows what a worker reports about itself', async () => {
    const mine = await work(app);
    const made = await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await newTask(mine);
    const { token } = await admin(app);
    const name = `drains-${mine.realmId}`;
    const requestLease = (more: object) =>
      listen(mine, { worker: name, capacity: 3, wait_s: 0, version: '1.2.3', ...more });
    const seen = async () => {
      const { body } = await app.http<WorkerDto[]>('GET', '/api/workers?page_size=200', { token });
      return body.find((worker) => worker.name === name);
    };
    expect((await requestLease({ draining: true })).leases).toEqual([]);
    expect(await seen()).toMatchObject({
      status: 'ended',
      version: '1.2.3',
      site_ids: [mine.siteId],
      lost: false,
    });
    expect((await requestLease({ sites: [mine.siteId] })).leases).toHaveLength(1);
    const again = await seen();
    expect(again).toMatchObject({ status: 'active', site_ids: [mine.siteId], capacity: 3, leased: 1 });
    await requestLease({ draining: true });
    expect(await seen()).toMatchObject({ status: 'draining', capacity: 3 });
    await app.db.query("UPDATE workers SET last_seen_at = now() - interval '41 seconds' WHERE name = $1", [
      name,
    ]);
    expect((await app.http<WorkerDto>('GET', `/api/workers/${again?.id}`, { token })).body).toMatchObject({
      status: 'lost',
      lost: true,
    });
    const home = await app.http<{ attention: { kind: string; title: string }[] }>('GET', '/api/dashboard', {
      token,
    });
    expect(home.body.attention).toContainEqual(expect.objectContaining({ kind: 'worker_lost', title: name }));
    expect((await under(mine, lease_id, 'heartbeat')).status).toBe(200);
    expect((await getTask(mine, made.id)).status).toBe('running');
  });

  it('leases nothing to a poll whose worker has disconnected', async () => {
    const mine = await work(app);
    const disconnect = new AbortController();
    const poll = fetch(`${app.url}/api/worker/v1/lease`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${mine.worker}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ worker: 'short-lived', capacity: 5, wait_s: 20 }),
      signal: disconnect.signal,
    });
    await until(async () => {
      const { rows } = await app.db.query("SELECT 1 FROM workers WHERE name = 'short-lived'");
      return rows.length === 1;
    }, 'the worker waits');
    disconnect.abort();
    await expect(poll).rejects.toThrow();
    const made = await newTask(mine);
    const [found] = await lease(mine, 1, 5, 'long-lived');
    expect(found?.task).toMatchObject({ id: made.id, retry_count: 0 });
  });

  it("audits each opening of a login's secrets for many leases", async () => {
    const mine = await work(app, { logins: 3 });
    for (const login_id of mine.logins) await newTask(mine, { login_id });
    expect(await lease(mine, 3)).toHaveLength(3);
    const { rows } = await app.db.query(
      "SELECT entity_id::int AS login, who, actor_kind FROM audit WHERE action = 'login.open' AND realm_id = $1 ORDER BY 1",
      [mine.realmId],
    );
    expect(rows).toEqual(
      mine.logins.map((login) => ({ login, who: expect.any(String) as string, actor_kind: 'worker' })),
    );
  });
});
