import { randomUUID } from 'node:crypto';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import { admin, event, realm, site, user } from '../../../test/factories';
import type { ChangeRequestDto } from './change-requests.dto';

describe('requests to administrators', () => {
  let app: TestApp;
  let administrator: string;
  beforeAll(async () => {
    app = await startApp();
    administrator = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const post = (token: string, path: string, body: object = {}, on = app) =>
    on.http<ChangeRequestDto>('POST', `/api/change-requests${path}`, { token, body });
  const setUp = async () => {
    const realmId = await realm(app, { max_tasks: 50, max_logins: 20 });
    const owner = await user(app, 'realm_owner', realmId);
    return { realmId, owner, token: owner.token };
  };
  const more = { kind: 'max_tasks', asked: 100, reason: 'Two more on-sales' };
  const realmOf = async (id: number) =>
    (await app.http<{ max_tasks: number }>('GET', `/api/realms/${id}`, { token: administrator })).body;
  const actionsOf = async (realmId: number) =>
    (
      await app.db.query<{ action: string; who: string }>(
        'SELECT action, who FROM audit WHERE realm_id = $1 ORDER BY id',
        [realmId],
      )
    ).rows.map(({ action }) => action);
  const kindsFor = async (condition: string, params: unknown[]) =>
    (
      await app.db.query<{ kind: string }>(
        `SELECT n.kind FROM notifications n JOIN users u ON u.id = n.user_id WHERE topic = 'request' AND ${condition}`,
        params,
      )
    ).rows.map(({ kind }) => kind);

  it('raises a limit with the approval, audits both acts and notifies both sides', async () => {
    const { realmId, token } = await setUp();
    const asked = await post(token, '', more);
    expect([asked.status, asked.body.present, asked.body.status]).toEqual([201, 50, 'open']);
    expect(await kindsFor("u.role = 'admin'", [])).toContain('limit_asked');
    const approved = await post(administrator, `/${asked.body.id}/approve`, { answer: 'Good luck' });
    expect(approved.body).toMatchObject({ status: 'approved', granted: 100, present: 100 });
    expect((await realmOf(realmId)).max_tasks).toBe(100);
    expect(await actionsOf(realmId)).toEqual(
      expect.arrayContaining(['change_request.create', 'realm.update', 'change_request.approve']),
    );
    expect(await kindsFor('u.realm_id = $1', [realmId])).toEqual(['request_approved']);
  });

  it('grants another value than what was asked for, and declines with an answer', async () => {
    const { realmId, token } = await setUp();
    const first = (await post(token, '', { ...more, kind: 'max_logins', asked: 500 })).body;
    expect((await post(administrator, `/${first.id}/approve`, { granted: 40 })).body.granted).toBe(40);
    const second = (await post(token, '', more)).body;
    expect((await post(administrator, `/${second.id}/decline`)).status).toBe(400);
    const declined = await post(administrator, `/${second.id}/decline`, { answer: 'Not this month' });
    expect(declined.body).toMatchObject({ status: 'declined', answer: 'Not this month', granted: null });
    expect(await realmOf(realmId)).toMatchObject({ max_tasks: 50, max_logins: 40 });
    expect(await kindsFor('u.realm_id = $1', [realmId])).toEqual(['request_approved', 'request_declined']);
  });

  it('creates a site that is disabled, and corrects the purchase limit of an event', async () => {
    const { token } = await setUp();
    const url = `https://${randomUUID()}.example`;
    const asked = { kind: 'site', site_name: 'Harbour Tickets', site_url: url, reason: 'A new venue' };
    const { body } = await post(token, '', asked);
    expect((await post(administrator, `/${body.id}/approve`)).status).toBe(200);
    const { rows } = await app.db.query('SELECT name, enabled FROM sites WHERE url = $1', [url]);
    expect(rows).toEqual([{ name: 'Harbour Tickets', enabled: 0 }]);
    expect((await post(token, '', { ...asked, site_url: `${url.toUpperCase()}/` })).status).toBe(400);
    const event_id = await event(app, await site(app), { max_per_customer: 4 });
    const limit = await post(token, '', {
      kind: 'max_per_customer',
      event_id,
      asked: 2,
      reason: 'The site posts 2',
    });
    expect(limit.body.present).toBe(4);
    await post(administrator, `/${limit.body.id}/approve`);
    const found = await app.http('GET', `/api/events/${event_id}`, { token });
    expect(found.body).toMatchObject({ max_per_customer: 2 });
  });

  it('has one open request for the same, which can be withdrawn', async () => {
    const { realmId, owner, token } = await setUp();
    const beside = await startBeside(app);
    const colleague = await user(app, 'realm_owner', realmId);
    const both = await Promise.all([post(token, '', more), post(colleague.token, '', more, beside)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    await beside.close();
    expect((await post(token, '', { ...more, kind: 'max_logins' })).status).toBe(201);
    const { id } = both.find(({ status }) => status === 201)!.body;
    expect((await post(owner.token, `/${id}/withdraw`)).body.status).toBe('withdrawn');
    expect((await post(administrator, `/${id}/approve`)).status).toBe(409);
    expect((await post(token, '', more)).status).toBe(201);
  });

  it('returns 409 when the world has moved: answered meanwhile, the limit raised, the realm or the event gone', async () => {
    const { realmId, token } = await setUp();
    const { body: first } = await post(token, '', more);
    const both = await Promise.all([
      post(administrator, `/${first.id}/approve`),
      post(administrator, `/${first.id}/decline`, { answer: 'No' }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    await app.db.query('UPDATE realms SET max_logins = 300 WHERE id = $1', [realmId]);
    const { body: second } = await post(token, '', { ...more, kind: 'max_logins', asked: 400 });
    await app.db.query('UPDATE realms SET max_logins = 400 WHERE id = $1', [realmId]);
    expect(await post(administrator, `/${second.id}/approve`)).toMatchObject({
      status: 409,
      body: { reason: 'CHANGED_MEANWHILE', context: { present: 400 } },
    });
    expect((await post(administrator, `/${second.id}/approve`, { granted: 500 })).status).toBe(200);
    const event_id = await event(app, await site(app));
    const { body: third } = await post(token, '', {
      kind: 'max_per_customer',
      event_id,
      asked: 2,
      reason: 'As posted',
    });
    await app.http('DELETE', `/api/events/${event_id}`, { token: administrator });
    expect((await post(administrator, `/${third.id}/approve`)).status).toBe(404);
    await app.db.query('UPDATE realms SET deleted_at = now() WHERE id = $1', [realmId]);
    expect((await post(administrator, `/${third.id}/decline`, { answer: 'Gone' })).status).toBe(404);
  });

  it('stays when its asker is erased or its realm suspended, whose owners ask for nothing then', async () => {
    const { realmId, owner, token } = await setUp();
    const { body } = await post(token, '', more);
    const colleague = await user(app, 'realm_owner', realmId);
    await app.http('DELETE', `/api/users/${owner.id}`, { token: administrator });
    await app.http('PUT', `/api/realms/${realmId}`, { token: administrator, body: { status: 'suspended' } });
    expect((await post(colleague.token, '', { ...more, kind: 'max_logins' })).status).toBe(403);
    const approved = await post(administrator, `/${body.id}/approve`);
    expect(approved.body).toMatchObject({ status: 'approved', asked_who: owner.email });
    expect(await kindsFor('u.id = $1', [colleague.id])).toEqual(['request_approved']);
  });

  it('names what is missing or has no meaning, and a limit that is no more than the present one', async () => {
    const { token } = await setUp();
    const refused = async (body: object) => {
      const response = await app.http<{ details: { field: string }[] }>('POST', '/api/change-requests', {
        token,
        body: { reason: 'Why', ...body },
      });
      return [response.status, ...response.body.details.map(({ field }) => field)];
    };
    expect(await refused({ kind: 'max_tasks' })).toEqual([400, 'asked']);
    expect(await refused({ kind: 'max_tasks', asked: 50 })).toEqual([400, 'asked']);
    expect(await refused({ kind: 'max_tasks', asked: 60, event_id: 1 })).toEqual([400, 'event_id']);
    expect(await refused({ kind: 'site', site_name: 'Name' })).toEqual([400, 'site_url']);
    expect(await refused({ kind: 'max_per_customer', asked: 2 })).toEqual([400, 'event_id']);
    expect(await refused({ kind: 'max_per_customer', asked: 2, event_id: 999_999 })).toEqual([
      400,
      'event_id',
    ]);
  });

  it('are seen by the realm’s owners and administrators, and answered by administrators', async () => {
    const { realmId, token } = await setUp();
    const stranger = (await setUp()).token;
    const reader = await user(app, 'realm_user', realmId);
    const { body } = await post(token, '', more);
    const idsOf = async (by: string) => {
      const path = '/api/change-requests?status=open&page=1&page_size=200';
      return (await app.http<ChangeRequestDto[]>('GET', path, { token: by })).body.map(({ id }) => id);
    };
    expect(await idsOf(token)).toEqual([body.id]);
    expect(await idsOf(administrator)).toContain(body.id);
    expect(await idsOf(stranger)).toEqual([]);
    expect((await post(stranger, `/${body.id}/withdraw`)).status).toBe(404);
    expect((await post(token, `/${body.id}/approve`)).status).toBe(403);
    expect((await post(reader.token, '', more)).status).toBe(403);
  });
});
