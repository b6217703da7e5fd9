import { startApp, type TestApp } from '../../../test/app';
import { admin, realm, user } from '../../../test/factories';
import { until } from '../../../test/work';
import type { AuditDto } from './audit.dto';

describe('the audit of access', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await startApp();
    token = (await admin(app)).token;
  });
  afterAll(() => app.close());

  const entries = async (query: string) =>
    (await app.http<AuditDto[]>('GET', `/api/audit?${query}`, { token })).body;

  it('has sign-ins and sign-outs of accounts', async () => {
    const person = await user(app, 'realm_owner', await realm(app));
    await app.http('POST', '/api/auth/logout', { token: person.token });
    const found = await entries(`entity=user&entity_id=${person.id}`);
    expect(found.map(({ action }) => action)).toEqual(['session.sign_out', 'session.sign_in']);
    expect(found[0]).toMatchObject({ address: '127.0.0.1', after: { email: person.email } });
  });

  it('has each export, with its filters and who made it', async () => {
    const person = await user(app, 'realm_owner', await realm(app));
    const csv = await app.http('GET', '/api/tasks?status=bought', {
      token: person.token,
      headers: { Accept: 'text/csv' },
    });
    expect(csv.status).toBe(200);
    expect(await entries(`action=list.export&who=${person.email}`)).toEqual([
      expect.objectContaining({
        actor_id: person.id,
        after: { method: 'GET', path: '/api/tasks?status=bought' },
      }),
    ]);
  });

  it('has a refusal once, however often it is repeated, and nothing of anonymous requests', async () => {
    const person = await user(app, 'realm_user', await realm(app));
    for (let time = 0; time < 3; time += 1)
      expect((await app.http('GET', '/api/audit', { token: person.token })).status).toBe(403);
    expect((await app.http('GET', '/api/audit')).status).toBe(401);
    const refusals = () => entries('action=request.refused');
    await until(async () => (await refusals()).length > 0, 'the refusal is on record');
    expect(await refusals()).toEqual([
      expect.objectContaining({ actor_id: person.id, after: { method: 'GET', path: '/api/audit' } }),
    ]);
  });
});
