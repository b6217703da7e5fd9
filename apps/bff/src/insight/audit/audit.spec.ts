import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { AuditDto } from './audit.dto';

describe('/api/audit', () => {
  let app: TestApp;
  let admin: make.Signed;

  beforeAll(async () => {
    app = await startApp();
    admin = await make.admin(app);
  });
  afterAll(() => app.close());

  const list = (query: string, token = admin.token) =>
    app.http<AuditDto[]>('GET', `/api/audit${query}`, { token });
  const entries = async (entity: string, count: number, at = new Date()) => {
    for (let index = 0; index < count; index += 1)
      await make.insert(app, 'audit', {
        actor_kind: 'system',
        who: 'clock',
        action: 'job.update',
        entity,
        entity_id: String(index),
        at,
      });
  };

  it('shows who did what, when, from where and by which request', async () => {
    const created = await app.http<{ id: number }>('POST', '/api/realms', {
      token: admin.token,
      body: { name: 'Quayside Desk', max_tasks: 1 },
      headers: { 'X-Request-Id': 'request-of-the-test' },
    });
    await app.http('PUT', `/api/realms/${created.body.id}`, { token: admin.token, body: { max_tasks: 5 } });
    const { body } = await list(`?realm_id=${created.body.id}`);
    expect(body.map(({ action }) => action)).toEqual(['realm.update', 'realm.create']);
    expect(body[0]).toMatchObject({ before: { max_tasks: 1 }, after: { max_tasks: 5 } });
    expect(body[1]).toMatchObject({
      actor_kind: 'user',
      actor_id: admin.id,
      who: admin.email,
      role: 'admin',
      request_id: 'request-of-the-test',
      address: '127.0.0.1',
      entity: 'realm',
      entity_id: String(created.body.id),
      before: null,
    });
    expect((await app.http('GET', `/api/audit/${body[0]!.id}`, { token: admin.token })).body).toEqual(
      body[0],
    );
  });

  it('returns each entry once by cursor, newest first, and counts all of them', async () => {
    await entries('lantern', 5);
    const seen: string[] = [];
    let next: string | undefined = '/api/audit?entity=lantern&page_size=2';
    while (next) {
      const { body, headers }: { body: AuditDto[]; headers: Headers } = await app.http('GET', next, {
        token: admin.token,
      });
      seen.push(...body.map(({ entity_id }) => entity_id!));
      expect(headers.get('x-total-count')).toBe('5');
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1];
    }
    expect(seen).toEqual(['4', '3', '2', '1', '0']);
    expect((await list('?entity=lantern&page=2&page_size=2')).body).toHaveLength(2);
    expect((await list('?cursor=nonsense')).status).toBe(400);
  });

  it('filters by actor, action, entity and time', async () => {
    await entries('quay', 2, new Date('2026-01-01T10:00:00Z'));
    await entries('quay', 1, new Date('2026-02-01T10:00:00Z'));
    const count = async (query: string) => (await list(`?entity=quay&${query}`)).body.length;
    expect(await count('who=CLO')).toBe(3);
    expect(await count('who=tessera')).toBe(3);
    expect(await count('who=nobody')).toBe(0);
    expect(await count('action=job.update,login.open')).toBe(3);
    expect(await count('action=!job.update')).toBe(0);
    expect(await count('entity_id=1')).toBe(1);
    expect(await count('actor_kind=user')).toBe(0);
    expect(await count('from=2026-01-15T00:00:00Z')).toBe(1);
    expect(await count('to=2026-02-01T10:00:00Z')).toBe(2);
    expect((await list('?from=yesterday')).status).toBe(400);
    expect((await list('?from=2026-W01-1')).status).toBe(400);
  });

  it('names actors and entities, finds entries by actor, and keeps the names of deleted entities', async () => {
    const other = await make.user(app, 'admin', null);
    await app.db.query(`UPDATE users SET name = 'Ada Admin' WHERE id = $1`, [other.id]);
    const person = await make.user(app, 'realm_user', await make.realm(app));
    const path = `/api/users/${person.id}`;
    await app.http('PUT', path, { token: other.token, body: { status: 'disabled' } });
    const by = `?actor_id=${other.id}&entity=user&entity_id=${person.id}`;
    const named = { actor_name: 'Ada Admin', who: other.email, entity_name: person.email };
    expect((await list(by)).body).toMatchObject([{ ...named, action: 'user.update' }]);
    await app.http('DELETE', path, { token: other.token });
    expect((await list(`${by}&action=user.delete&who=ada`)).body).toMatchObject([named]);
    expect((await list(`?actor_id=${admin.id}&entity_id=${person.id}&entity=user`)).body).toEqual([]);
  });

  it('shows a realm its own entries alone, without where people outside it were', async () => {
    const [mine, theirs] = [await make.realm(app), await make.realm(app)];
    const owner = await make.user(app, 'realm_owner', mine);
    for (const realm of [mine, theirs])
      await app.http('PUT', `/api/realms/${realm}`, { token: admin.token, body: { max_tasks: 5 } });
    const { body } = await list('?action=realm.update', owner.token);
    expect(body).toMatchObject([
      { entity_id: String(mine), who: admin.email, after: { max_tasks: 5 }, address: null, session_id: null },
    ]);
    expect((await list('?action=session.sign_in', owner.token)).body).toMatchObject([
      { entity_id: String(owner.id), entity_name: owner.email, address: '127.0.0.1' },
    ]);
    expect((await list(`?who=${owner.email}`, owner.token)).body).toHaveLength(1);
    const [foreign] = (await list(`?realm_id=${theirs}`)).body;
    expect((await list(`?realm_id=${theirs}`, owner.token)).body).toEqual([]);
    const one = (id: number) => app.http('GET', `/api/audit/${id}`, { token: owner.token });
    expect([(await one(body[0]!.id)).status, (await one(foreign!.id)).status]).toEqual([200, 404]);
    const waiting = await make.user(app, 'realm_owner', null);
    expect((await list('', waiting.token)).body).toEqual([]);
  });

  it('names no other realm to a realm: whence somebody came, who else is paused, what others ask for', async () => {
    const rival = await make.realm(app, { name: `Rival ${crypto.randomUUID()}` });
    const mine = await make.realm(app, { max_tasks: 5 });
    const owner = await make.user(app, 'realm_owner', mine);
    const auditor = await make.user(app, 'realm_user', mine);
    const moved = await make.user(app, 'realm_user', rival);
    const change = (path: string, body: object, method = 'PUT') =>
      app.http<{ id: number }>(method, `/api/${path}`, { token: admin.token, body });
    await change(`users/${moved.id}`, { realm_id: mine });
    await change(`users/${auditor.id}/duties`, { duties: ['audit'] });
    await change('pauses', { realm_id: rival, reason: 'Rival reason' }, 'POST');
    const { body: everything } = await change('pauses', { everything: true, reason: 'Rival too' }, 'POST');
    await change(`pauses/${everything.id}/resume`, {}, 'POST');
    const more = { kind: 'max_tasks', asked: 9, reason: 'More' };
    await change('change-requests', { ...more, realm_id: rival }, 'POST');
    await app.http('POST', '/api/change-requests', { token: owner.token, body: more });
    for (const { token } of [owner, auditor]) {
      const { body } = await list('', token);
      expect(JSON.stringify(body)).not.toMatch(/Rival/);
      const found = body.map(({ action }) => action);
      expect(found).toEqual(expect.arrayContaining(['change_request.create', 'user.update', 'user.duties']));
      expect(found).not.toContain('installation.pause');
      const csv = await app.http<string>('GET', '/api/audit', { token, headers: { Accept: 'text/csv' } });
      expect(csv.status).toBe(200);
      expect(csv.body).not.toMatch(/Rival/);
    }
  });
});
