import type { BulkAnswer } from '../src/console';
import { operationsOf } from '../src/platform/http/openapi/operations';
import type { JobPlanDto } from '../src/work';
import type { TaskDto } from '../src/work';
import { startApp, type TestApp } from './app';
import { admin, PASSWORD, signIn, template, user } from './factories';
import { pathWith, readDocument } from './operations';
import { openStream } from './stream';
import {
  inMinutes,
  lease,
  leaseOne,
  newTask,
  skipBackoff,
  sweep,
  under,
  until,
  type Work,
  work,
} from './work';

type Failure = { code: string };

let app: TestApp;
let adminToken: string;
beforeAll(async () => {
  app = await startApp();
  adminToken = (await admin(app)).token;
});
afterAll(() => app.close());

const setStatus = async ({ realmId }: Work, status: 'active' | 'suspended') => {
  const response = await app.http('PUT', `/api/realms/${realmId}`, { token: adminToken, body: { status } });
  expect(response.status).toBe(200);
};
/** Waits until the process has read the account again; another process learns of the change by a notification. */
const suspend = async (from: Work) => {
  await setStatus(from, 'suspended');
  await until(async () => {
    const response = await app.http<Failure>('POST', '/api/pools', { token: from.owner, body: {} });
    return response.body.code === 'REALM_SUSPENDED';
  }, 'the realm is suspended for its owner');
};

describe('every operation of a suspended realm', () => {
  let mine: Work;
  beforeAll(async () => {
    mine = await work(app);
    await suspend(mine);
  });

  it('returns 403 REALM_SUSPENDED for writes, except of the own profile, calendar, sessions and browser, of reports and of tokens to read rows of modules', async () => {
    const document = await readDocument(app);
    const wrong: string[] = [];
    const profile: string[] = [];
    for (const { path, method, operation } of operationsOf(document)) {
      const permission = operation['x-permission'] ?? '';
      if (/^(public|worker|publisher.*|admin:all)$/.test(permission) || path === '/api/stream') continue;
      const name = `${method.toUpperCase()} ${path.replace(/^\/api/, '')}`;
      const isRead = method === 'get';
      const isProfile =
        /^\/api\/(me|auth|view-as|calendar\/(feed|reminders)|modules\/(overrides|reports)|module-data\/\{module\}\/token)(\/|$)/.test(
          path,
        );
      if (isProfile && !isRead) {
        profile.push(name);
        continue;
      }
      const { status, body } = await app.http<Failure | null>(
        method.toUpperCase(),
        pathWith(path, 999_999_999),
        {
          token: mine.owner,
          ...(!isRead && method !== 'delete' && { body: {} }),
        },
      );
      const rejected = status === 403 && body?.code === 'REALM_SUSPENDED';
      if (isRead ? status === 403 : !rejected) wrong.push(`${name} answered ${status} ${body?.code}`);
    }
    expect(wrong).toEqual([]);
    expect(profile.length).toBeGreaterThan(5);
  });

  it('lets users sign in, change their profile and sign out', async () => {
    const person = await user(app, 'realm_owner', mine.realmId);
    const { token } = await signIn(app, person.email, PASSWORD);
    const me = await app.http('GET', '/api/me', { token });
    expect(me).toMatchObject({ status: 200, body: { realm_status: 'suspended' } });
    expect((await app.http('PATCH', '/api/me', { token, body: { name: 'Ada' } })).status).toBe(200);
    expect((await app.http('PUT', '/api/me/preferences', { token, body: { theme: 'dark' } })).status).toBe(
      200,
    );
    expect((await app.http('POST', '/api/auth/logout', { token })).status).toBe(204);
  });

  it('lets administrators activate it, but create nothing in it', async () => {
    const body = { realm_id: mine.realmId, name: 'Front row', login_ids: [] };
    const pool = { ...body, site_id: mine.siteId };
    const made = await app.http<Failure>('POST', '/api/pools', { token: adminToken, body: pool });
    expect([made.status, made.body.code]).toEqual([403, 'REALM_SUSPENDED']);
    const other = await work(app);
    await suspend(other);
    await setStatus(other, 'active');
    await until(
      async () =>
        (await app.http('POST', '/api/saved-views', { token: other.owner, body: {} })).status === 400,
      'its people write again',
    );
  });
});

describe('an administrator in a suspended realm', () => {
  let mine: Work;
  beforeEach(async () => {
    mine = await work(app, { logins: 2 });
  });

  const post = <T = Failure | null>(path: string, body: object = {}) =>
    app.http<T>('POST', `/api${path}`, { token: adminToken, body });
  const suspended = [403, 'REALM_SUSPENDED'];
  const codeOf = async (path: string, body: object = {}) => {
    const response = await post(path, body);
    return [response.status, response.body?.code ?? null];
  };
  const done = [200, null];

  it('can launch nothing, and the plan names the reason', async () => {
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { worker_count: 1 });
    await app.http('PUT', `/api/templates/${template_id}`, {
      token: mine.owner,
      body: { login_ids: mine.logins },
    });
    await suspend(mine);
    const { lines } = (await post<JobPlanDto>('/jobs/preview', { template_id })).body;
    expect(lines.map(({ verdict, reasons }) => [verdict, reasons[0]?.code])).toEqual([
      ['blocked', 'REALM_SUSPENDED'],
    ]);
    expect(await codeOf('/jobs', { template_id })).toEqual(suspended);
    expect(await codeOf('/jobs', { template_id, draft: true })).toEqual(suspended);
    await setStatus(mine, 'active');
    expect((await post('/jobs', { template_id })).status).toBe(201);
  });

  it('can pause and stop tasks, but not create, start or resume them', async () => {
    const [idle, queued] = [await newTask(mine, { start: false }), await newTask(mine)];
    await suspend(mine);
    const body = { login_id: mine.logins[0], event_id: mine.eventId };
    expect(await codeOf('/tasks', body)).toEqual(suspended);
    expect(await codeOf(`/tasks/${idle.id}/start`)).toEqual(suspended);
    expect(await codeOf(`/tasks/${queued.id}/pause`)).toEqual(done);
    expect(await codeOf(`/tasks/${queued.id}/resume`)).toEqual(suspended);
    expect(await codeOf(`/tasks/${queued.id}/stop`)).toEqual(done);
    expect(await codeOf(`/tasks/${queued.id}/start`)).toEqual(suspended);
  });

  it('can pause and stop jobs, but not start, resume or retry them', async () => {
    const template_id = await template(app, mine.realmId, mine.siteId, mine.eventId, { worker_count: 1 });
    await app.http('PUT', `/api/templates/${template_id}`, {
      token: mine.owner,
      body: { login_ids: mine.logins },
    });
    const { id } = (await post<{ id: number }>('/jobs', { template_id })).body;
    await suspend(mine);
    const control = (command: string) => codeOf(`/jobs/${id}/control`, { command });
    expect(await control('pause')).toEqual(done);
    expect(await control('resume')).toEqual(suspended);
    expect(await control('stop')).toEqual(done);
    expect(await control('start')).toEqual(suspended);
    expect(await control('retry_failed')).toEqual(suspended);
  });

  it('gets tasks that a bulk operation would start or create skipped, with the reason', async () => {
    const [idle, queued] = [await newTask(mine, { start: false }), await newTask(mine)];
    await suspend(mine);
    const bulk = async (command: string) => {
      const { body } = await post<BulkAnswer>('/tasks/bulk', { command, ids: [idle.id, queued.id] });
      return body.results.map(({ result }) => result);
    };
    expect(await bulk('start')).toEqual(['REALM_SUSPENDED', 'already']);
    expect(await bulk('duplicate')).toEqual(['REALM_SUSPENDED', 'REALM_SUSPENDED']);
    expect(await bulk('pause')).toEqual(['INVALID_STATE', 'done']);
    expect(await bulk('resume')).toEqual(['INVALID_STATE', 'REALM_SUSPENDED']);
    expect(await bulk('stop')).toEqual(['done', 'done']);
  });
});

describe('work of a suspended realm', () => {
  it('is neither leased nor queued when it is due, and continues once the realm is active', async () => {
    const mine = await work(app, { logins: 2 });
    const queued = await newTask(mine);
    const scheduled = await newTask(mine, { login_id: mine.logins[1], scheduled_at: inMinutes(1) });
    await suspend(mine);
    await app.db.query(`UPDATE tasks SET scheduled_at = now() - interval '1 second' WHERE id = $1`, [
      scheduled.id,
    ]);
    await skipBackoff(mine, scheduled.id);
    await sweep(app);
    expect(await lease(mine, 5)).toEqual([]);
    const statusOf = async (id: number) =>
      (await app.http<TaskDto>('GET', `/api/tasks/${id}`, { token: mine.owner })).body.status;
    expect([await statusOf(queued.id), await statusOf(scheduled.id)]).toEqual(['queued', 'scheduled']);
    await setStatus(mine, 'active');
    await sweep(app);
    const leased = await lease(mine, 5);
    expect(leased.map(({ task }) => task.id).sort()).toEqual([queued.id, scheduled.id].sort());
  });

  it('can still be read by users, whose live streams end with the suspension', async () => {
    const mine = await work(app);
    const stream = await openStream(app, mine.owner);
    await stream.next(({ event }) => event === 'ready');
    await setStatus(mine, 'suspended');
    await stream.ended;
    const again = await openStream(app, mine.owner);
    await again.next(({ event }) => event === 'ready');
    again.close();
  });

  it('is revoked from its worker', async () => {
    const mine = await work(app);
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    await suspend(mine);
    const beat = await under<{ commands: { command: string }[] }>(mine, lease_id, 'heartbeat');
    expect(beat.body.commands.map(({ command }) => command)).toEqual(['stop']);
  });

  it('includes running bulk operations, which are aborted', async () => {
    const mine = await work(app);
    const { rows } = await app.db.query<{ id: number }>(
      `INSERT INTO bulk_operations (realm_id, who, command, total) VALUES ($1, 'owner', 'start', 1) RETURNING id`,
      [mine.realmId],
    );
    await suspend(mine);
    const after = await app.http('GET', `/api/tasks/bulk/${rows[0]!.id}`, { token: adminToken });
    expect(after.body).toMatchObject({ state: 'aborted' });
  });
});
