import { startApp, type TestApp } from '../../../test/app';
import { admin, insert, type Signed, user } from '../../../test/factories';
import { makeReleaseKey } from '../../../test/module-release';
import { makePublisher } from '../../../test/publishers';
import { tokenHash } from '../../platform/auth/tokens';
import type { ModuleKeyDto, ModulePublisherDto, NewModuleTokenDto } from './publishers.dto';

type Refusal = { code: string; message: string; details?: { field: string; code: string }[] };

describe('publishers of modules', () => {
  let app: TestApp;
  let root: Signed;
  beforeAll(async () => {
    app = await startApp();
    root = await admin(app);
  });
  afterAll(() => app.close());

  const call = <T>(method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    app.http<T>(method, `/api/modules/publishers${path}`, {
      token: root.token,
      body,
      ...(headers && { headers }),
    });
  const get = async (id: number) => (await call<ModulePublisherDto>('GET', `/${id}`)).body;
  const actions = async (id: number) => {
    const { rows } = await app.db.query<{ action: string }>(
      `SELECT action FROM audit WHERE entity = 'module_publisher' AND entity_id = $1 ORDER BY id`,
      [String(id)],
    );
    return rows.map(({ action }) => action);
  };

  it('are created, changed and deleted with an ETag, and audited', async () => {
    const developer = await user(app, 'realm_user', null);
    const created = await call<ModulePublisherDto>('POST', '', {
      name: 'Team Seats',
      modules: ['mf-seats'],
      owner_id: root.id,
      developers: [developer.id],
    });
    const { id } = created.body;
    expect(created).toMatchObject({
      status: 201,
      body: { modules: ['mf-seats'], owner_id: root.id, developers: [developer.id], keys: [], tokens: [] },
    });
    const match = { 'If-Match': created.headers.get('etag')! };
    const change = { modules: ['mf-seats', 'mf-maps'], owner_id: null };
    expect(await call('PATCH', `/${id}`, change, match)).toMatchObject({ status: 200, body: change });
    expect(await call('PATCH', `/${id}`, change, match)).toMatchObject({ status: 412 });
    expect((await call('DELETE', `/${id}`)).status).toBe(204);
    expect((await call('GET', `/${id}`)).status).toBe(404);
    expect(await actions(id)).toEqual([
      'module_publisher.create',
      'module_publisher.update',
      'module_publisher.delete',
    ]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: 'x', modules: ['Seats'] }, 'modules'],
    [{ name: 'x', modules: ['mf-a', 'mf-a'] }, 'modules'],
    [{ name: 'x', owner_id: 999_999 }, 'owner_id'],
    [{ name: 'x', developers: [999_999] }, 'developers'],
  ])('refuse %j and name the field', async (body, field) => {
    const response = await call<Refusal>('POST', '', body);
    expect([response.status, response.body.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
  });

  it('have names of their own', async () => {
    await call('POST', '', { name: 'Team Twice' });
    expect(await call('POST', '', { name: 'Team Twice' })).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT' },
    });
  });

  it('stay while a release of theirs exists', async () => {
    const { id } = await makePublisher(app, []);
    const module_id = await insert(app, 'modules', { name: 'mf-kept', title: 'Kept' });
    await insert(app, 'module_releases', { module_id, version: '1.0.0', publisher_id: id });
    expect(await call('DELETE', `/${id}`)).toMatchObject({
      status: 409,
      body: { code: 'IN_USE', message: 'Still in use by 1 releases' },
    });
  });

  it('get keys, which are revoked for good', async () => {
    const { id } = await makePublisher(app, []);
    const { id: key_id, publicKey: public_key } = makeReleaseKey();
    const added = await call<ModuleKeyDto>('POST', `/${id}/keys`, { public_key });
    expect(added).toMatchObject({ status: 201, body: { key_id, public_key, revoked_at: null } });
    const path = `/${id}/keys/${added.body.id}`;
    expect([(await call('DELETE', path)).status, (await call('DELETE', path)).status]).toEqual([204, 204]);
    expect((await get(id)).keys.at(-1)).toMatchObject({ key_id, revoked_at: expect.any(String) as string });
    expect(await call('POST', `/${id}/keys`, { public_key })).toMatchObject({
      status: 400,
      body: { message: `The key ${key_id} was revoked: use another one` },
    });
    expect(await actions(id)).toEqual(['module_key.create', 'module_key.revoke']);
  });

  it.each(['', 'AAAA', 'x'.repeat(44), Buffer.alloc(33).toString('base64')])(
    'refuse %j as a key',
    async (public_key) => {
      const { id } = await makePublisher(app, []);
      const response = await call<Refusal>('POST', `/${id}/keys`, { public_key });
      expect([response.status, response.body.details?.[0]?.field]).toEqual([400, 'public_key']);
    },
  );

  it('share no key and no row of another publisher', async () => {
    const [mine, theirs] = [await makePublisher(app, []), await makePublisher(app, [])];
    expect(await call('POST', `/${mine.id}/keys`, { public_key: theirs.key.publicKey })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'public_key', code: 'KEY_TAKEN' }] },
    });
    const { keys, tokens } = await get(theirs.id);
    expect((await call('DELETE', `/${mine.id}/keys/${keys[0]!.id}`)).status).toBe(404);
    expect((await call('DELETE', `/${mine.id}/tokens/${tokens[0]!.id}`)).status).toBe(404);
  });

  it('get tokens, which are shown once and stored as a hash', async () => {
    const { id } = await makePublisher(app, []);
    const expires_at = '2099-01-01T00:00:00.000Z';
    const created = await call<NewModuleTokenDto>('POST', `/${id}/tokens`, {
      name: 'Pipeline',
      scopes: ['publish', 'publish'],
      expires_at,
    });
    const { token, ...shown } = created.body;
    expect(created.status).toBe(201);
    expect(token).toMatch(/^tp_[\w-]{43}$/);
    expect(shown).toMatchObject({ name: 'Pipeline', scopes: ['publish'], expires_at, revoked_at: null });
    expect((await get(id)).tokens.at(-1)).toEqual(shown);
    const { rows } = await app.db.query('SELECT token_hash FROM module_tokens WHERE id = $1', [shown.id]);
    expect(rows).toEqual([{ token_hash: tokenHash(token) }]);
    expect((await call('DELETE', `/${id}/tokens/${shown.id}`)).status).toBe(204);
    expect((await get(id)).tokens.at(-1)).toMatchObject({ revoked_at: expect.any(String) as string });
    expect(await actions(id)).toEqual(['module_token.create', 'module_token.revoke']);
  });

  it.each([
    [{ name: 'x', scopes: [] }, 'scopes'],
    [{ name: 'x', scopes: ['admin'] }, 'scopes'],
    [{ name: 'x', scopes: ['publish'], expires_at: 'tomorrow' }, 'expires_at'],
  ])('refuse a token with %j', async (body, field) => {
    const { id } = await makePublisher(app, []);
    const response = await call<Refusal>('POST', `/${id}/tokens`, body);
    expect([response.status, response.body.details?.[0]?.field]).toEqual([400, field]);
  });

  it('change their ETag with each key and token', async () => {
    const { id } = await makePublisher(app, []);
    const etag = async () => (await call('GET', `/${id}`)).headers.get('etag');
    const before = await etag();
    await call('POST', `/${id}/keys`, { public_key: makeReleaseKey().publicKey });
    const between = await etag();
    await call('POST', `/${id}/tokens`, { name: 'Pipeline', scopes: ['release'] });
    expect(new Set([before, between, await etag()]).size).toBe(3);
  });
});
