import { randomBytes } from 'node:crypto';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { openStream } from '../../../test/stream';
import { holdSeats, leaseOne, newTask, work } from '../../../test/work';
import type { MeDto, SessionDto } from '../auth/auth.dto';

type Notice = { kind: string; title: string; body: string; params: object };
type ApiError = { code: string; reason?: string };
type AuditRow = {
  who: string;
  actor_name: string;
  actor_id: number;
  role: string;
  action: string;
  after: object | null;
};

const REASON = 'Ticket 4711: the pay queue looks empty';

let app: TestApp;
const log: string[] = [];
beforeAll(async () => {
  app = await startApp({ LOG_LEVEL: 'info' }, undefined, { write: (line) => void log.push(line) });
});
afterAll(() => app.close());

const administrator = () => make.user(app, 'admin', null);
const view = (token: string, user_id: number, reason = REASON) =>
  app.http<MeDto & ApiError>('POST', '/api/view-as', { token, body: { user_id, reason } });
const endView = (token: string) => app.http<MeDto>('DELETE', '/api/view-as', { token });
const read = <T = ApiError>(token: string, path: string) => app.http<T>('GET', `/api${path}`, { token });
const reasonOf = async (token: string, path = '/me') => (await read(token, path)).body.reason;
/** Moves the views of a user's sessions into the past, by the database's clock. */
const age = (userId: number) =>
  app.db.query(
    `UPDATE session_views SET started_at = started_at - interval '31 minutes', ends_at = ends_at - interval '31 minutes'
     WHERE session_id IN (SELECT id FROM sessions WHERE user_id = $1)`,
    [userId],
  );
/** Repeats a request while the servers may still have the account of up to a second ago. */
async function eventually<T>(ask: () => Promise<T>, isRight: (found: T) => boolean): Promise<T> {
  for (let left = 30; ; left -= 1) {
    const found = await ask();
    if (isRight(found) || left === 0) return found;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function person() {
  const realmId = await make.realm(app);
  return { realmId, ...(await make.user(app, 'realm_owner', realmId)) };
}

describe('viewing the console as somebody', () => {
  it('reads what they would, in the same session, until it is ended', async () => {
    const [boss, them] = [await administrator(), await person()];
    const begun = await view(boss.token, them.id);
    expect(begun).toMatchObject({
      status: 200,
      body: {
        id: them.id,
        role: 'realm_owner',
        viewing: { administrator: boss.email, reason: REASON, has_ended: false },
      },
    });
    expect((await read<MeDto>(boss.token, '/me')).body).toMatchObject({
      id: them.id,
      realm_id: them.realmId,
      viewing: { administrator: boss.email },
    });
    expect((await read<MeDto>(them.token, '/me')).body.viewing).toBeNull();
    expect((await read(boss.token, '/realms')).status).toBe(403);
    expect((await endView(boss.token)).body).toMatchObject({ id: boss.id, role: 'admin', viewing: null });
    expect((await read(boss.token, '/realms')).status).toBe(200);
    expect((await endView(boss.token)).body).toMatchObject({ id: boss.id });
  });

  it('lasts 30 minutes by the clock of the database', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    const { rows } = await app.db.query<{ minutes: number }>(
      `SELECT extract(epoch FROM ends_at - started_at)::int / 60 AS minutes FROM session_views WHERE user_id = $1`,
      [them.id],
    );
    expect(rows).toEqual([{ minutes: 30 }]);
  });

  it('works for a person who waits for a realm', async () => {
    const [boss, them] = [await administrator(), await make.user(app, 'realm_user', null)];
    expect((await view(boss.token, them.id)).status).toBe(200);
    expect((await read(boss.token, '/tasks')).body).toEqual([]);
  });

  it('needs a reason, and a person who can be viewed', async () => {
    const [boss, other, them] = [await administrator(), await administrator(), await person()];
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect((await view(boss.token, them.id, reason)).body.code).toBe('VALIDATION');
    expect((await view(boss.token, 999_999_999)).body.code).toBe('VALIDATION');
    for (const id of [boss.id, other.id]) expect((await view(boss.token, id)).body.code).toBe('VALIDATION');
    await app.db.query(`UPDATE users SET status = 'disabled' WHERE id = $1`, [them.id]);
    expect((await view(boss.token, them.id)).body.code).toBe('VALIDATION');
    expect((await read<MeDto>(boss.token, '/me')).body.viewing).toBeNull();
  });

  it('is for administrators alone: neither owners nor service tokens', async () => {
    const [them, colleague] = [await person(), await person()];
    expect((await view(them.token, colleague.id)).status).toBe(403);
    const { token } = await make.serviceToken(app, them);
    expect((await view(token, colleague.id)).status).toBe(403);
    expect((await app.http('DELETE', '/api/view-as', { token })).status).toBe(403);
    // A service token's own account is no person.
    const { rows } = await app.db.query<{ id: number }>(
      'SELECT id FROM users WHERE realm_id = $1 AND service_token_id IS NOT NULL',
      [them.realmId],
    );
    expect((await view((await administrator()).token, defined(rows[0]).id)).status).toBe(400);
  });

  it('can’t begin from a view, and of two at once one begins', async () => {
    const [boss, one, two] = [await administrator(), await person(), await person()];
    const both = await Promise.all([view(boss.token, one.id), view(boss.token, two.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 403]);
    expect((await view(boss.token, two.id)).body.reason).toBe('VIEW_ONLY');
  });

  it('is of one session: others of the administrator go on as they are', async () => {
    const [boss, them] = [await administrator(), await person()];
    const other = await make.signIn(app, boss.email);
    await view(boss.token, them.id);
    expect((await read<MeDto>(other.token, '/me')).body).toMatchObject({ id: boss.id, viewing: null });
  });

  it('is refreshed with the administrator’s own tokens, which answer the viewed person', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    const refreshed = await app.http<SessionDto>('POST', '/api/auth/refresh', { token: boss.refreshToken });
    expect(refreshed.body.user).toMatchObject({ id: them.id, viewing: { administrator: boss.email } });
    expect((await read<MeDto>(refreshed.body.token, '/me')).body.id).toBe(them.id);
    const claims = JSON.parse(
      Buffer.from(defined(refreshed.body.token.split('.')[1]), 'base64url').toString(),
    ) as { sub: string };
    expect(claims.sub).toBe(String(boss.id));
  });
});

describe('the end of a view', () => {
  it('by its time refuses everything until the view is ended', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    await age(boss.id);
    expect(
      await eventually(
        () => reasonOf(boss.token),
        (reason) => reason === 'VIEW_ENDED',
      ),
    ).toBe('VIEW_ENDED');
    for (const path of ['/tasks', '/realms', '/modules', '/stream'])
      expect(await reasonOf(boss.token, path)).toBe('VIEW_ENDED');
    expect((await view(boss.token, them.id)).body.reason).toBe('VIEW_ENDED');
    const refreshed = await app.http<SessionDto>('POST', '/api/auth/refresh', { token: boss.refreshToken });
    expect(refreshed.body.user).toMatchObject({ id: them.id, viewing: { has_ended: true } });
    expect((await endView(boss.token)).body).toMatchObject({ id: boss.id, viewing: null });
    expect((await read(boss.token, '/realms')).status).toBe(200);
  });

  it.each([
    ['disabled', `UPDATE users SET status = 'disabled' WHERE id = $1`],
    ['made an administrator', `UPDATE users SET role = 'admin' WHERE id = $1`],
    ['deleted', 'DELETE FROM users WHERE id = $1'],
  ])('is the same once the person is %s', async (_, sql) => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    await app.db.query(sql, [them.id]);
    expect(
      await eventually(
        () => reasonOf(boss.token),
        (reason) => reason === 'VIEW_ENDED',
      ),
    ).toBe('VIEW_ENDED');
    expect(
      (await app.http<SessionDto>('POST', '/api/auth/refresh', { token: boss.refreshToken })).body.user
        .viewing,
    ).toMatchObject({ has_ended: true });
    expect((await endView(boss.token)).body).toMatchObject({ id: boss.id, viewing: null });
  });

  it('ends with the session: by signing out, and when the administrator is demoted', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    expect((await app.http('POST', '/api/auth/logout', { token: boss.token })).status).toBe(204);
    expect(
      (
        await eventually(
          () => read(boss.token, '/me'),
          ({ status }) => status === 401,
        )
      ).status,
    ).toBe(401);
    expect((await read(them.token, '/me')).status).toBe(200);
    const again = await make.signIn(app, boss.email);
    expect((await read<MeDto>(again.token, '/me')).body).toMatchObject({ id: boss.id, viewing: null });
    await view(again.token, them.id);
    const chief = await make.admin(app);
    await app.http('PUT', `/api/users/${boss.id}`, { token: chief.token, body: { role: 'realm_user' } });
    expect(
      (
        await eventually(
          () => read(again.token, '/me'),
          ({ status }) => status === 401,
        )
      ).status,
    ).toBe(401);
  });

  it('takes effect on another server within a second', async () => {
    const second = await startBeside(app);
    const [boss, them] = [await administrator(), await person()];
    const there = () => second.http<MeDto>('GET', '/api/me', { token: boss.token });
    expect((await there()).body.id).toBe(boss.id);
    await view(boss.token, them.id);
    expect((await eventually(there, ({ body }) => body.id === them.id)).body.id).toBe(them.id);
    await endView(boss.token);
    expect((await eventually(there, ({ body }) => body.id === boss.id)).body.id).toBe(boss.id);
    await second.close();
  });
});

describe('a view is in the open', () => {
  it('is in the audit log of the realm and in the person’s notifications, with the reason', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    await endView(boss.token);
    const entries = (await read<AuditRow[]>(them.token, '/audit?action=user.view_as,user.view_as_ended'))
      .body;
    expect(entries).toEqual([
      expect.objectContaining({
        action: 'user.view_as_ended',
        who: `${boss.email} as ${them.email}`,
        actor_id: boss.id,
      }),
      expect.objectContaining({ action: 'user.view_as', who: boss.email, role: 'admin' }),
    ]);
    expect(entries[1]?.after).toMatchObject({ reason: REASON });
    expect(entries[0]?.after).toEqual({ seconds: expect.any(Number) as number });
    const [notice] = (await read<Notice[]>(them.token, '/notifications?topic=security')).body;
    expect(notice).toMatchObject({
      kind: 'viewed_as',
      title: 'An administrator viewed the console as you',
      params: { why: REASON },
    });
    expect(notice?.body).toContain(REASON);
    expect(notice?.body).toContain(boss.email);
  });

  it('names the administrator and the person in what is audited and logged meanwhile', async () => {
    const [boss, them] = [await administrator(), await person()];
    await view(boss.token, them.id);
    log.length = 0;
    await app.http('GET', '/api/tasks', { token: boss.token, headers: { Accept: 'text/csv' } });
    await app.http('POST', '/api/saved-views', { token: boss.token, body: {} });
    const wanted = (entries: AuditRow[]) => entries.length === 2;
    const entries = await eventually(
      async () => (await read<AuditRow[]>(them.token, '/audit?action=list.export,request.refused')).body,
      wanted,
    );
    expect(entries.map(({ action }) => action).sort()).toEqual(['list.export', 'request.refused']);
    for (const entry of entries)
      expect(entry).toMatchObject({
        who: `${boss.email} as ${them.email}`,
        actor_name: `${boss.email} as ${them.email}`,
        actor_id: boss.id,
        role: 'admin',
      });
    const lines = log.filter((line) => line.includes('/api/tasks')).map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([expect.objectContaining({ user_id: boss.id, as_user_id: them.id })]);
  });

  it('streams the person’s realm, and the stream ends with the view', async () => {
    const boss = await administrator();
    const mine = await work(app);
    const { rows } = await app.db.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND role = 'realm_owner'`,
      [mine.realmId],
    );
    const before = await openStream(app, boss.token);
    await before.next(({ event }) => event === 'ready');
    await view(boss.token, defined(rows[0]).id);
    await before.ended;
    const stream = await openStream(app, boss.token);
    await stream.next(({ event }) => event === 'ready');
    const other = await work(app);
    await newTask(other);
    const { id } = await newTask(mine);
    const seen = await stream.next(({ data }) => JSON.stringify(data).includes('"topic":"tasks"'));
    expect(seen.data).toMatchObject({ topic: 'tasks', id });
    await endView(boss.token);
    await stream.ended;
  });

  it('shows no link that admits its holder, in lists, rows, exports and the stream', async () => {
    const boss = await administrator();
    const mine = await work(app);
    const canary = `https://tickets.example/basket/canary-${randomBytes(6).toString('hex')}`;
    await newTask(mine);
    const { lease_id } = await leaseOne(mine);
    const [hold] = await holdSeats(mine, lease_id, [1]);
    for (const table of ['holds', 'logins'])
      await app.db.query(`UPDATE ${table} SET basket = $2 WHERE realm_id = $1`, [mine.realmId, canary]);
    const paths = [
      '/carted-tickets',
      `/carted-tickets/${hold}`,
      '/pay-queue',
      '/tasks?detailed=true',
      '/logins',
    ];
    const all = async (token: string) => {
      const texts: string[] = [];
      for (const path of paths)
        for (const Accept of ['application/json', 'text/csv']) {
          const { body } = await app.http<unknown>('GET', `/api${path}`, { token, headers: { Accept } });
          texts.push(typeof body === 'string' ? body : JSON.stringify(body));
        }
      return texts.join('\n');
    };
    expect((await all(mine.owner)).split(canary).length).toBeGreaterThan(6);
    const { rows } = await app.db.query<{ id: number }>(
      `SELECT id FROM users WHERE realm_id = $1 AND role = 'realm_owner'`,
      [mine.realmId],
    );
    await view(boss.token, defined(rows[0]).id);
    const stream = await openStream(app, boss.token);
    await stream.next(({ event }) => event === 'ready');
    expect(await all(boss.token)).not.toContain('canary');
    await app.db.query(`UPDATE holds SET area = 'North' WHERE realm_id = $1`, [mine.realmId]);
    const { data } = await stream.next((event) => JSON.stringify(event.data).includes('"North"'));
    expect(JSON.stringify(data)).not.toContain('canary');
    stream.close();
  });
});
