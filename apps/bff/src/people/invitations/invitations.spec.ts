import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import type { InvitationDto, NewInvitationDto } from './invitations.dto';

type ApiError = { code: string; details?: { field: string }[] };
const password = 'three-lanterns-by-the-quay';

describe('/api/invitations', () => {
  let app: TestApp;
  let admin: string;
  let realm: number;
  let owner: string;

  beforeAll(async () => {
    app = await startApp({ REGISTRATION: 'invite' });
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app);
    owner = (await make.user(app, 'realm_owner', realm)).token;
  });

  const call = <T>(method: string, path: string, body?: unknown, token = owner) =>
    app.http<T>(method, `/api/invitations${path}`, { token, body });
  const invite = (body: object = {}, token = owner) => call<NewInvitationDto>('POST', '', body, token);
  const register = (email: string, invitation_token: string) =>
    app.http<{ user: { realm_id: number; role: string } } & ApiError>('POST', '/api/auth/register', {
      body: { email, password, invitation_token },
    });

  it('shows its token once, and registers one user with its realm and role', async () => {
    const { status, body, headers } = await invite({ role: 'realm_owner' });
    expect([status, body.status, body.realm_id]).toEqual([201, 'pending', realm]);
    expect(headers.get('etag')).toBe('"v1"');
    const hours = (new Date(body.expires_at).getTime() - new Date(body.created_at).getTime()) / 3_600_000;
    expect(hours).toBe(72);
    const { token, mailed, ...shown } = body;
    expect(mailed).toBe(false);
    expect((await call('GET', `/${body.id}`)).body).toEqual(shown);
    expect(JSON.stringify((await call('GET', '')).body)).not.toContain(token);
    const guest = await register(`guest-${body.id}@quayside.example`, token);
    expect(guest.body.user).toMatchObject({ realm_id: realm, role: 'realm_owner' });
    expect((await call<InvitationDto>('GET', `/${body.id}`)).body.status).toBe('used');
    expect((await register(`other-${body.id}@quayside.example`, token)).status).toBe(400);
    expect((await call<ApiError>('DELETE', `/${body.id}`)).body.code).toBe('CONFLICT');
  });

  it('shows its offer to holders of the token while it is valid', async () => {
    const getOffer = (invitation_token: string) =>
      app.http<object>('POST', '/api/auth/invitation', { body: { invitation_token } });
    await app.db.query(`UPDATE users SET name = 'Ida Quill' WHERE realm_id = $1`, [realm]);
    await app.db.query(`UPDATE realms SET name = 'Harbour Desk' WHERE id = $1`, [realm]);
    const { body } = await invite({ role: 'realm_owner', email: 'ann@harbour.example' });
    expect((await getOffer(body.token)).body).toEqual({
      realm_name: 'Harbour Desk',
      role: 'realm_owner',
      invited_by: 'Ida Quill',
      email: 'ann@harbour.example',
      expires_at: body.expires_at,
    });
    expect((await getOffer(`${body.token}x`)).status).toBe(404);
    expect((await call('DELETE', `/${body.id}`)).status).toBe(204);
    expect((await getOffer(body.token)).status).toBe(404);
  });

  it('is valid only for the e-mail that it names', async () => {
    const { body } = await invite({ email: 'Ann@Harbour.example' });
    expect((await register('bo@harbour.example', body.token)).body.details?.[0]?.field).toBe(
      'invitation_token',
    );
    expect((await register('ann@harbour.example', body.token)).status).toBe(201);
  });

  it('is invalid once it is revoked, has expired or its realm is deleted', async () => {
    const [revoked, expired, orphan] = [await invite(), await invite(), await invite()];
    expect((await call('DELETE', `/${revoked.body.id}`)).status).toBe(204);
    expect((await call('DELETE', `/${revoked.body.id}`)).status).toBe(204);
    await app.db.query('UPDATE invitations SET expires_at = now() WHERE id = $1', [expired.body.id]);
    expect((await call<InvitationDto>('GET', `/${expired.body.id}`)).body.status).toBe('expired');
    for (const { body } of [revoked, expired])
      expect((await register(`late-${body.id}@quayside.example`, body.token)).status).toBe(400);
    await app.db.query('UPDATE realms SET deleted_at = now() WHERE id = $1', [realm]);
    expect((await register('orphan@quayside.example', orphan.body.token)).status).toBe(400);
  });

  it('never gives a role above that of its creator', async () => {
    expect((await invite({ role: 'admin' })).status).toBe(403);
    const user = (await make.user(app, 'realm_user', realm)).token;
    expect((await invite({}, user)).status).toBe(403);
    expect((await call('GET', '', undefined, user)).status).toBe(403);
    const { body } = await invite({ role: 'admin' }, admin);
    expect([body.role, body.realm_id]).toEqual(['admin', null]);
  });

  it('is for the realm that an administrator names, and for the own realm of an owner', async () => {
    const other = await make.realm(app);
    const rejected = async (body: object, token: string) =>
      (await call<ApiError>('POST', '', body, token)).body.details?.[0]?.field;
    expect(await rejected({ realm_id: other }, owner)).toBe('realm_id');
    expect(await rejected({}, admin)).toBe('realm_id');
    const { body } = await invite({ realm_id: other }, admin);
    expect(body.realm_id).toBe(other);
    expect((await call('GET', `/${body.id}`)).status).toBe(404);
    expect((await call('DELETE', `/${body.id}`)).status).toBe(404);
    const waiting = (await make.user(app, 'realm_owner', null)).token;
    expect((await invite({}, waiting)).status).toBe(403);
    expect((await call('GET', '', undefined, waiting)).body).toEqual([]);
  });

  it('is listed by status, and audited without its token', async () => {
    const [pending, revoked] = [await invite({ email: 'pending@quayside.example' }), await invite()];
    await call('DELETE', `/${revoked.body.id}`);
    const ids = async (query: string) => (await call<InvitationDto[]>('GET', query)).body.map(({ id }) => id);
    expect(await ids('?status=pending')).toEqual([pending.body.id]);
    expect(await ids('?status=!pending')).toEqual([revoked.body.id]);
    expect(await ids('?q=PENDING')).toEqual([pending.body.id]);
    const { rows } = await app.db.query<{ text: string }>(
      `SELECT to_jsonb(audit)::text AS text FROM audit WHERE entity = 'invitation' AND realm_id = $1`,
      [realm],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain(pending.body.token);
  });
});
