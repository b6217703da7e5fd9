import type { ReleaseEntity } from '@tessera/domain/module-release';
import { type Answer, startApp, type TestApp } from '../../../test/app';
import { concurrently } from '../../../test/concurrently';
import * as make from '../../../test/factories';
import { publishedModule } from '../../../test/published-module';
import {
  endRehearsals,
  rehearse,
  type Rehearsing,
  rehearsing,
  SANDBOX,
  within,
} from '../../../test/rehearsal';
import { newTask, type Work, work } from '../../../test/work';
import type { ModuleRowDto, RowsTokenDto } from './module-rows.dto';

type Refusal = {
  code: string;
  reason?: string;
  details?: { field: string; code: string }[];
  context?: {
    current?: ModuleRowDto | null;
    permission?: string;
    limit?: number;
    used?: number;
    asked?: number;
  };
};

const own = (action: 'read' | 'write') => ({ action, reach: 'own' as const });
const note: ReleaseEntity = {
  name: 'note',
  read: own('read'),
  write: own('write'),
  of: 'task',
  indexes: ['status', 'rank'],
};
const draft: ReleaseEntity = { ...note, name: 'draft', write: own('read'), of: null, indexes: [] };
const profile: ReleaseEntity = { ...draft, name: 'profile', of: 'login' };

describe('rows of modules', () => {
  let app: TestApp;
  let module: string;
  let mine: Work;
  /** The module's token of the realm's owner. */
  let key: string;

  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
    const manifest = { entities: [note, draft, profile], permissions: ['read:own', 'write:own'] as const };
    ({ name: module } = await publishedModule(app, {
      manifest: { ...manifest, permissions: [...manifest.permissions] },
    }));
    mine = await work(app);
    key = await tokenOf(mine.owner);
  });
  afterAll(() => app.close());

  const askToken = <T = RowsTokenDto>(token: string, name = module, body: object = {}, headers = {}) =>
    app.http<T>('POST', `/api/module-data/${name}/token`, { token, body, headers });
  const tokenOf = async (token: string, name = module, body: object = {}, headers = {}) =>
    (await askToken(token, name, body, headers)).body.token;
  const ask = <T = ModuleRowDto>(
    method: string,
    path: string,
    {
      as = mine.owner,
      with: sent = key,
      body,
      headers = {},
    }: { as?: string; with?: string; body?: unknown; headers?: Record<string, string> } = {},
  ) =>
    app.http<T>(method, `/api/module-data/${module}/${path}`, {
      token: as,
      body,
      headers: { 'X-Module-Token': sent, ...headers },
    });
  const put = <T = ModuleRowDto>(path: string, body: unknown, more: Parameters<typeof ask>[2] = {}) =>
    ask<T>('PUT', path, { body, ...more });
  const problem = ({ status, body: { code, reason, details } }: Answer<Refusal>) => [
    status,
    code,
    ...(reason ? [reason] : []),
    ...(details ?? []).map((each) => `${each.field} ${each.code}`),
  ];

  it('are created, replaced as a whole, and deleted, with the version as ETag', async () => {
    const { id: task_id } = await newTask(mine, { start: false });
    const made = await put('note/first', { data: { text: 'Aisle', status: 'open' }, task_id });
    expect(made.status).toBe(200);
    expect(made.headers.get('etag')).toBe('"v1"');
    expect(made.body).toMatchObject({
      id: 'first',
      data: { text: 'Aisle', status: 'open' },
      task_id,
      job_id: null,
      version: 1,
    });
    const again = await put('note/first', { data: { text: 'Window' } }, { headers: { 'If-Match': '"v1"' } });
    expect(again.body).toMatchObject({ data: { text: 'Window' }, task_id: null, version: 2 });
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { data: {} } : undefined;
      const late = await ask<Refusal>(method, 'note/first', { body, headers: { 'If-Match': '"v1"' } });
      expect([late.status, late.body.context?.current]).toEqual([412, again.body]);
    }
    expect((await ask('GET', 'note/first')).body).toEqual(again.body);
    expect((await ask('DELETE', 'note/first', { headers: { 'If-Match': '"v2"' } })).status).toBe(204);
    expect((await ask('GET', 'note/first')).status).toBe(404);
    expect((await ask('DELETE', 'note/first')).status).toBe(404);
    const gone = await put<Refusal>('note/first', { data: {} }, { headers: { 'If-Match': '"v2"' } });
    expect([gone.status, gone.body.context?.current]).toEqual([412, null]);
  });

  it('are created once where they must not be there yet, however many ask at the same time', async () => {
    const onlyNew = { headers: { 'If-None-Match': '*' } };
    const puts = await Promise.all(
      ['Aisle', 'Window', 'Balcony'].map((text) => put<Refusal>('draft/once', { data: { text } }, onlyNew)),
    );
    const [made, ...late] = puts.sort((one, other) => one.status - other.status);
    const kept = await ask('GET', 'draft/once');
    expect([made?.status, made?.body]).toEqual([200, kept.body]);
    expect(late.map(({ status, body }) => [status, body.context?.current])).toEqual([
      [412, kept.body],
      [412, kept.body],
    ]);
    const odd = await put<Refusal>('draft/odd', { data: {} }, { headers: { 'If-None-Match': '"v1"' } });
    expect(problem(odd)).toEqual([400, 'VALIDATION', 'If-None-Match INVALID']);
  });

  it('are refused with the field that is wrong', async () => {
    const { id: task_id } = await newTask(mine, { start: false });
    const fits = { text: 'ü'.repeat(8186) };
    expect((await put('draft/large', { data: fits })).status).toBe(200);
    const refused: [string, object, string][] = [
      ['draft/large', { data: { text: `${fits.text}ü` } }, 'data TOO_LONG'],
      ['draft/list', { data: [] }, 'data NOT_OBJECT'],
      ['draft/none', {}, 'data NOT_OBJECT'],
      ['note/long', { data: { status: 'x'.repeat(201) } }, 'data.status TOO_LONG'],
      ['note/where', { data: {}, job_id: 1 }, 'job_id INVALID'],
      ['note/where', { data: {}, task_id: 999_999_999 }, 'task_id NOT_FOUND'],
      ['draft/where', { data: {}, task_id }, 'task_id INVALID'],
      [`draft/${'x'.repeat(65)}`, { data: {} }, 'id INVALID'],
      ['draft/a%20b', { data: {} }, 'id INVALID'],
    ];
    for (const [path, body, field] of refused)
      expect([path, ...problem(await put<Refusal>(path, body))]).toEqual([path, 400, 'VALIDATION', field]);
  });

  it('of a deleted task are not there until it is restored, and go with it', async () => {
    const { id: task_id } = await newTask(mine, { start: false });
    await put('note/of-task', { data: {}, task_id });
    const listed = async () => (await ask<ModuleRowDto[]>('GET', `note?task_id=${task_id}`)).body.length;
    expect(await listed()).toBe(1);
    await app.http('POST', `/api/tasks/${task_id}/stop`, { token: mine.owner });
    const deleted = await app.http('DELETE', `/api/tasks/${task_id}`, { token: mine.owner });
    expect(deleted.status).toBe(204);
    expect((await ask('GET', 'note/of-task')).status).toBe(404);
    expect(await listed()).toBe(0);
    const late = await put<Refusal>('note/late', { data: {}, task_id });
    expect(problem(late)).toEqual([400, 'VALIDATION', 'task_id NOT_FOUND']);
    await app.http('POST', `/api/tasks/${task_id}/restore`, { token: mine.owner });
    expect((await ask('GET', 'note/of-task')).status).toBe(200);
    await app.db.query('DELETE FROM tasks WHERE id = $1', [task_id]);
    const { rows } = await app.db.query(`SELECT FROM module_rows WHERE id = 'of-task'`);
    expect(rows).toEqual([]);
  });

  it('of a deleted login go with it at once', async () => {
    const { body } = await app.http<{ id: number }>('POST', `/api/sites/${mine.siteId}/logins`, {
      token: mine.owner,
      body: { email: 'gone@quayside.example', password: 'kept sealed' },
    });
    expect((await put('profile/gone', { data: {}, login_id: body.id })).status).toBe(200);
    await app.http('DELETE', `/api/logins/${body.id}`, { token: mine.owner });
    const { rows } = await app.db.query(`SELECT FROM module_rows WHERE entity = 'profile'`);
    expect(rows).toEqual([]);
  });

  it('of another realm are neither seen nor changed', async () => {
    const theirs = await work(app);
    const asTheirs = { as: theirs.owner, with: await tokenOf(theirs.owner) };
    await put('note/mine', { data: { status: 'mine' } });
    expect((await ask<ModuleRowDto[]>('GET', 'note', asTheirs)).body).toEqual([]);
    expect((await ask('GET', 'note/mine', asTheirs)).status).toBe(404);
    expect((await ask('DELETE', 'note/mine', asTheirs)).status).toBe(404);
    expect((await put('note/mine', { data: { status: 'theirs' } }, asTheirs)).body.version).toBe(1);
    const { id: task_id } = await newTask(theirs, { start: false });
    expect((await put('note/mine', { data: {}, task_id })).status).toBe(400);
    expect((await ask('GET', 'note/mine')).body.data).toEqual({ status: 'mine' });
  });

  it('need a token of the module, the session and the realm', async () => {
    const { name: other } = await publishedModule(app, { manifest: { entities: [draft] } });
    const colleague = await make.user(app, 'realm_owner', mine.realmId);
    const wrong: [string, string][] = [
      ['none', ''],
      ['an access token', mine.owner],
      ['of another module', await tokenOf(mine.owner, other)],
      ['of another person', await tokenOf(colleague.token)],
      ['of another session', await tokenOf((await make.signIn(app, colleague.email)).token)],
      ['of another realm', await tokenOf((await work(app)).owner)],
      ['changed', `${key.slice(0, -2)}xx`],
    ];
    for (const [what, sent] of wrong) {
      const as = what === 'of another session' ? colleague.token : mine.owner;
      expect([what, ...problem(await ask<Refusal>('GET', 'note', { as, with: sent }))]).toEqual([
        what,
        403,
        'FORBIDDEN',
        'MODULE_TOKEN_NEEDED',
      ]);
    }
    const { body } = await askToken(mine.owner);
    expect(Date.parse(body.expires_at) - Date.now()).toBeLessThanOrEqual(15 * 60_000);
    expect((await app.http('GET', '/api/me', { token: key })).status).toBe(401);
  });

  it('are those that the release declares which this realm gets', async () => {
    expect((await ask('GET', 'other')).status).toBe(404);
    expect((await askToken(mine.owner, 'mf-nowhere')).status).toBe(404);
    const { id, name, releases } = await publishedModule(app, { manifest: { entities: [draft] } });
    const list = async (token: string) => {
      const headers = { 'X-Module-Token': await tokenOf(token, name) };
      return (await app.http('GET', `/api/module-data/${name}/draft`, { token, headers })).status;
    };
    // The stable release doesn't keep rows yet; the next one is this realm's canary.
    await app.db.query(
      "UPDATE module_releases SET manifest = (manifest::jsonb - 'entities')::text WHERE id = $1",
      [releases['1.0.0']],
    );
    expect(await list(mine.owner)).toBe(404);
    await make.insert(app, 'module_assignments', {
      module_id: id,
      release_id: releases['2.0.0'],
      channel: 'canary',
      realm_id: mine.realmId,
    });
    expect(await list(mine.owner)).toBe(200);
    expect(await list((await work(app)).owner)).toBe(404);
    await app.db.query('UPDATE modules SET enabled = false WHERE id = $1', [id]);
    expect((await askToken(mine.owner, name)).status).toBe(404);
  });

  it('are listed by index, and by cursor when there are more than a page', async () => {
    const many = await work(app);
    const caller = { as: many.owner, with: await tokenOf(many.owner) };
    await app.db.query(
      `INSERT INTO module_rows (realm_id, module, entity, id, data)
       SELECT $1, $2, 'note', 'row-' || lpad(n::text, 3, '0'), '{}' FROM generate_series(1, 250) n`,
      [many.realmId, module],
    );
    const seen: string[] = [];
    let query = 'note?fields=id';
    for (let page = 0; page < 5; page += 1) {
      const { body, headers } = await ask<ModuleRowDto[]>('GET', query, caller);
      expect([body.length <= 200, headers.get('x-total-count')]).toEqual([true, '250']);
      seen.push(...body.map(({ id }) => id));
      const next = /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];
      if (!next) break;
      query = `note?fields=id&cursor=${next}`;
    }
    expect(seen).toEqual(Array.from({ length: 250 }, (_, n) => `row-${String(n + 1).padStart(3, '0')}`));
    expect(problem(await ask<Refusal>('GET', 'note?cursor=nonsense', caller))).toEqual([
      400,
      'VALIDATION',
      'cursor INVALID',
    ]);
    await put('note/row-002', { data: { status: 'open', rank: 7 } }, caller);
    await put('note/row-003', { data: { status: 'open', rank: true } }, caller);
    await put('note/row-004', { data: { status: ['open'] } }, caller);
    const ids = async (filter: string) =>
      (await ask<ModuleRowDto[]>('GET', `note?${filter}`, caller)).body.map(({ id }) => id);
    expect(await ids('index1=open')).toEqual(['row-002', 'row-003']);
    expect(await ids('index1=open&sort=-id')).toEqual(['row-003', 'row-002']);
    expect(await ids('index1=open&index2=7')).toEqual(['row-002']);
    expect(await ids('index2=true')).toEqual(['row-003']);
    expect(await ids('index1=closed')).toEqual([]);
  });

  it('are at most 100,000 of a module and realm, also when written at once', async () => {
    const full = await work(app);
    const caller = { as: full.owner, with: await tokenOf(full.owner) };
    await put('draft/first', { data: {} }, caller);
    await app.db.query('UPDATE module_row_counts SET total = 99995 WHERE realm_id = $1', [full.realmId]);
    const answers = await concurrently(20, (n) => put<Refusal>(`draft/row-${n}`, { data: {} }, caller));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(problem)).toEqual(Array.from({ length: 15 }, () => [409, 'LIMIT_REACHED']));
    expect(refused[0]?.body.context).toEqual({
      limit: 100_000,
      used: 100_000,
      asked: 1,
      name: 'module_rows',
    });
    expect((await put('draft/first', { data: { replaced: true } }, caller)).status).toBe(200);
    expect((await ask('DELETE', 'draft/first', caller)).status).toBe(204);
    expect((await put('draft/another', { data: {} }, caller)).status).toBe(200);
  });

  it('need the permission of their entity, and a realm', async () => {
    const { token } = await make.user(app, 'realm_user', mine.realmId);
    const caller = { as: token, with: await tokenOf(token) };
    expect((await ask('GET', 'note', caller)).status).toBe(200);
    expect((await put('draft/of-user', { data: {} }, caller)).status).toBe(200);
    for (const method of ['PUT', 'DELETE']) {
      const body = method === 'PUT' ? { data: {} } : undefined;
      const { status, body: refusal } = await ask<Refusal>(method, 'note/of-user', { ...caller, body });
      expect([status, refusal.context?.permission]).toEqual([403, 'write:own']);
    }
    const waiting = await make.user(app, 'realm_user', null);
    expect(problem(await askToken<Refusal>(waiting.token))).toEqual([403, 'FORBIDDEN', 'NO_REALM']);
    expect((await ask('GET', 'note', { as: waiting.token })).status).toBe(403);
  });

  it('are reached by administrators in the realm that they name', async () => {
    const { token } = await make.admin(app);
    expect(problem(await askToken<Refusal>(token))).toEqual([400, 'VALIDATION', 'realm_id REQUIRED']);
    const unknown = await askToken<Refusal>(token, module, { realm_id: 999_999 });
    expect(problem(unknown)).toEqual([400, 'VALIDATION', 'realm_id NOT_FOUND']);
    const theirs = await work(app);
    const caller = { as: token, with: await tokenOf(token, module, { realm_id: theirs.realmId }) };
    expect((await put('note/by-admin', { data: {} }, caller)).status).toBe(200);
    const asTheirs = { as: theirs.owner, with: await tokenOf(theirs.owner) };
    expect((await ask('GET', 'note/by-admin', asTheirs)).status).toBe(200);
    expect((await ask('GET', 'note/by-admin')).status).toBe(404);
  });

  it('are read only while the realm is suspended', async () => {
    const closed = await work(app);
    const caller = { as: closed.owner, with: await tokenOf(closed.owner) };
    await put('note/kept', { data: {} }, caller);
    const { token } = await make.admin(app);
    await app.http('PUT', `/api/realms/${closed.realmId}`, { token, body: { status: 'suspended' } });
    const reading = { as: closed.owner, with: await tokenOf(closed.owner) };
    expect((await ask('GET', 'note/kept', reading)).status).toBe(200);
    expect(problem(await put<Refusal>('note/kept', { data: {} }, reading))).toEqual([403, 'REALM_SUSPENDED']);
    expect((await ask('DELETE', 'note/kept', reading)).status).toBe(403);
    const byAdmin = { as: token, with: await tokenOf(token, module, { realm_id: closed.realmId }) };
    expect(problem(await put<Refusal>('note/new', { data: {} }, byAdmin))).toEqual([403, 'REALM_SUSPENDED']);
  });

  it('of a rehearsal are its own, and gone with it', async () => {
    await make.site(app, { url: SANDBOX });
    const rehearser: Rehearsing = await rehearsing(app, 1);
    const real = { as: rehearser.owner, with: await tokenOf(rehearser.owner) };
    await put('draft/plan', { data: { real: true } }, real);
    const rehearsal = await rehearse(rehearser);
    const { headers } = within(rehearser, rehearsal);
    // A module names the realm of the task that it shows, as anywhere else.
    const tasks = await app.http<{ realm_id: number }[]>('GET', '/api/tasks', {
      token: rehearser.owner,
      headers,
    });
    const named = { realm_id: tasks.body[0]?.realm_id };
    expect(named).toEqual({ realm_id: expect.any(Number) as number });
    const inside = { ...real, with: await tokenOf(rehearser.owner, module, named, headers), headers };
    expect((await ask('GET', 'draft/plan', inside)).status).toBe(404);
    expect((await ask('GET', 'draft/plan', { ...inside, with: real.with })).status).toBe(403);
    expect((await ask('GET', 'draft/plan', { ...real, with: inside.with })).status).toBe(403);
    await put('draft/plan', { data: { real: false } }, inside);
    expect((await ask('GET', 'draft/plan', real)).body.data).toEqual({ real: true });
    await app.http('DELETE', `/api/rehearsals/${rehearsal.id}`, { token: rehearser.owner });
    await app.db.query(`UPDATE rehearsals SET finished_at = now() - interval '8 days' WHERE id = $1`, [
      rehearsal.id,
    ]);
    await endRehearsals(app);
    const { rows } = await app.db.query(`SELECT realm_id FROM module_rows WHERE id = 'plan'`);
    expect(rows).toEqual([{ realm_id: rehearser.realmId }]);
  });
});
