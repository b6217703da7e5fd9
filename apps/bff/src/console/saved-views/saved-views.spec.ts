import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { SavedViewDto } from './saved-views.dto';

type ApiError = { code: string; details?: { field: string }[] };

describe('/api/saved-views', () => {
  let app: TestApp;
  let owner: string;
  let mate: string;
  let stranger: string;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    const realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
    mate = (await make.user(app, 'realm_user', realm)).token;
    stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
  });

  const call = <T = SavedViewDto>(
    method: string,
    path: string,
    token: string,
    body?: unknown,
    etag?: string,
  ) =>
    app.http<T>(method, `/api/saved-views${path}`, {
      token,
      body,
      headers: etag ? { 'If-Match': etag } : undefined,
    });
  const view = { page: 'tasks', name: 'Failed', query: { status: 'failed', sort: '-created_at' } };
  const names = async (token: string, query = '') =>
    (await call<SavedViewDto[]>('GET', query, token)).body.map(({ name }) => name);

  it('is its maker’s alone until they share it with the realm', async () => {
    const { status, body, headers } = await call('POST', '', owner, view);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...view, shared: false, own: true });
    expect(await names(mate)).toEqual([]);
    expect((await call('GET', `/${body.id}`, mate)).status).toBe(404);
    const shared = await call('PUT', `/${body.id}`, owner, { shared: true }, headers.get('etag')!);
    expect(shared.body).toMatchObject({ ...view, shared: true });
    expect((await call('GET', `/${body.id}`, mate)).body).toMatchObject({ ...view, own: false });
    expect(await names(stranger)).toEqual([]);
    expect((await call('GET', `/${body.id}`, stranger)).status).toBe(404);
    const admin = (await make.admin(app)).token;
    expect(await names(admin)).toEqual([]);
    expect((await call<ApiError>('PUT', `/${body.id}`, owner, {}, headers.get('etag')!)).body.code).toBe(
      'STALE',
    );
  });

  it('is changed and deleted by its maker alone', async () => {
    const { body } = await call('POST', '', owner, { ...view, shared: true });
    for (const token of [mate, stranger]) {
      expect((await call('PUT', `/${body.id}`, token, { name: 'x' })).status).toBe(404);
      expect((await call('DELETE', `/${body.id}`, token)).status).toBe(404);
    }
    expect((await call('PUT', `/${body.id}`, owner, { name: 'Late', query: {} })).body).toMatchObject({
      name: 'Late',
      query: {},
      shared: true,
    });
    expect((await call('DELETE', `/${body.id}`, owner)).status).toBe(204);
    expect(await names(owner)).toEqual([]);
  });

  it('is found by its page', async () => {
    await call('POST', '', owner, view);
    await call('POST', '', owner, { ...view, page: 'jobs', name: 'Running' });
    expect(await names(owner)).toEqual(['Failed', 'Running']);
    expect(await names(owner, '?view_page=jobs')).toEqual(['Running']);
  });

  it('has one name per page, a query that is an object and not too large, and a realm to be shared with', async () => {
    await call('POST', '', owner, view);
    expect((await call<ApiError>('POST', '', owner, view)).body.code).toBe('CONFLICT');
    const waiting = (await make.user(app, 'realm_user', null)).token;
    expect((await call('POST', '', waiting, view)).status).toBe(201);
    const field = async (body: object, token = owner) =>
      (await call<ApiError>('POST', '', token, { ...view, name: 'Other', ...body })).body.details?.[0]?.field;
    expect(await field({ query: 'status' })).toBe('query');
    expect(await field({ query: { q: 'x'.repeat(9000) } })).toBe('query');
    expect(await field({ name: '' })).toBe('name');
    expect(await field({ user_id: 1 })).toBe('user_id');
    expect(await field({ shared: true }, waiting)).toBe('shared');
  });
});
