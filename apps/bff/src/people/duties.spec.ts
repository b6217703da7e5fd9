import type { Duty } from '@tessera/domain';
import { startApp, type TestApp } from '../../test/app';
import * as make from '../../test/factories';
import { rehearse, rehearsing, SANDBOX, within } from '../../test/rehearsal';
import { openStream } from '../../test/stream';
import { holdSeats, leaseOne, newTask, until, type Work, work } from '../../test/work';
import type { NewInvitationDto } from './invitations/invitations.dto';
import type { UserDto } from './users/users.dto';

type Failure = { code: string; reason?: string; details?: { field: string; code: string }[] };

describe('duties', () => {
  let app: TestApp;
  let admin: string;
  let mine: Work;
  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    mine = await work(app);
  });

  const call = <T = Failure>(token: string, method: string, path: string, body?: object) =>
    app.http<T>(method, `/api${path}`, { token, body });
  const person = (...duties: Duty[]) => make.user(app, 'realm_user', mine.realmId, { duties });
  const give = <T = UserDto>(id: number, duties: Duty[], token = mine.owner) =>
    call<T>(token, 'PUT', `/users/${id}/duties`, { duties });
  const separate = async (body: { separate_approval?: boolean; separate_reversal?: boolean }) =>
    expect((await call(admin, 'PUT', `/realms/${mine.realmId}`, body)).status).toBe(200);
  const dutiesOf = async (token: string) => (await call<{ duties: Duty[] }>(token, 'GET', '/me')).body.duties;
  const carted = async (numbers: number[]) => {
    await newTask(mine);
    return holdSeats(mine, (await leaseOne(mine)).lease_id, numbers);
  };
  const confirm = async (token: string, ticket_ids: number[]) =>
    (
      await call<{ confirmed: { id: number }[] }>(token, 'POST', '/carted-tickets/confirm', { ticket_ids })
    ).body.confirmed.map(({ id }) => id);
  const reverse = (token: string, ticket_ids: number[]) =>
    call(token, 'POST', '/purchases/reverse', { ticket_ids, reason: 'It was not paid' });

  it('are given by an owner or an administrator, shown and audited with what was before', async () => {
    const ann = await person();
    expect((await give(ann.id, ['audit', 'pay'])).body.duties).toEqual(['pay', 'audit']);
    expect((await give(ann.id, ['finance'], admin)).body.duties).toEqual(['finance']);
    expect(await dutiesOf(ann.token)).toEqual(['finance']);
    expect(await dutiesOf(mine.owner)).toHaveLength(5);
    const { rows } = await app.db.query(
      `SELECT before, after FROM audit WHERE action = 'user.duties' AND entity_id = $1 ORDER BY id`,
      [String(ann.id)],
    );
    expect(rows).toEqual([
      { before: { duties: [] }, after: { duties: ['pay', 'audit'] } },
      { before: { duties: ['pay', 'audit'] }, after: { duties: ['finance'] } },
    ]);
  });

  it('are given by nobody else, to nobody of another realm, and to no other role', async () => {
    const [ann, bo] = [await person(), await person('pay', 'launch', 'approve', 'finance', 'audit')];
    expect((await give<Failure>(ann.id, ['pay'], bo.token)).status).toBe(403);
    expect((await give<Failure>(bo.id, ['pay'], bo.token)).status).toBe(403);
    const foreign = await make.user(app, 'realm_user', await make.realm(app));
    expect((await give<Failure>(foreign.id, ['pay'])).status).toBe(404);
    const owner = await make.user(app, 'realm_owner', mine.realmId);
    const refused = async (id: number) => (await give<Failure>(id, ['pay'], admin)).body.details?.[0]?.code;
    expect(await refused(owner.id)).toBe('DUTIES_OF_ROLE');
    expect(await refused((await make.user(app, 'realm_user', null)).id)).toBe('DUTIES_NEED_REALM');
    expect((await give<Failure>(ann.id, ['fly' as Duty])).body.details?.[0]?.code).toBe('NOT_ONE_OF');
  });

  it('come with an invitation, or with the account that an administrator creates', async () => {
    const { body } = await call<NewInvitationDto>(mine.owner, 'POST', '/invitations', { duties: ['pay'] });
    expect(body.duties).toEqual(['pay']);
    const guest = await app.http<{ user: { duties: Duty[] } }>('POST', '/api/auth/register', {
      body: {
        email: `guest-${body.id}@quayside.example`,
        password: 'three-lanterns-by-the-quay',
        invitation_token: body.token,
      },
    });
    expect(guest.body.user.duties).toEqual(['pay']);
    const input = { email: `new-${body.id}@quayside.example`, password: 'three-lanterns-by-the-quay' };
    const created = await call<UserDto>(admin, 'POST', '/users', {
      ...input,
      realm_id: mine.realmId,
      duties: ['launch'],
    });
    expect(created.body.duties).toEqual(['launch']);
  });

  it('end with the role and the realm in which they were given', async () => {
    const change = async (id: number, body: object) =>
      (await call<UserDto>(admin, 'PUT', `/users/${id}`, body)).body.duties;
    const [ann, bo] = [await person('pay'), await person('pay')];
    expect(await change(ann.id, { name: 'Ann' })).toEqual(['pay']);
    expect(await change(ann.id, { role: 'realm_owner' })).toHaveLength(5);
    expect(await change(ann.id, { role: 'realm_user' })).toEqual([]);
    const realm_id = await make.realm(app);
    expect(await change(bo.id, { realm_id })).toEqual([]);
    expect(await change(bo.id, { realm_id: mine.realmId, duties: ['audit'] })).toEqual(['audit']);
  });

  it('take effect in running sessions and end open streams, without ending the session', async () => {
    const ann = await person();
    const next = () => call(ann.token, 'POST', '/pay-queue/next', {});
    const stream = await openStream(app, ann.token);
    await stream.next(({ event }) => event === 'ready');
    expect((await next()).status).toBe(403);
    await give(ann.id, ['pay']);
    await stream.ended;
    await until(async () => (await next()).status === 200, 'the duty takes effect');
    await give(ann.id, []);
    await until(async () => (await next()).status === 403, 'the duty has ended');
    expect((await call(ann.token, 'GET', '/me')).status).toBe(200);
  });

  it('don’t write in a suspended realm', async () => {
    const ann = await person('pay', 'finance');
    await call(admin, 'PUT', `/realms/${mine.realmId}`, { status: 'suspended' });
    const next = () => call(ann.token, 'POST', '/pay-queue/next', {});
    await until(async () => (await next()).body.code === 'REALM_SUSPENDED', 'the realm is suspended');
    expect((await call(ann.token, 'GET', '/ledger')).status).toBe(200);
  });

  it('let who launches rehearse, and command within the rehearsal', async () => {
    await make.site(app, { name: 'Sandbox', url: SANDBOX });
    const from = await rehearsing(app);
    const ann = await make.user(app, 'realm_user', from.realmId, { duties: ['launch'] });
    const rehearsal = await rehearse({ ...from, owner: ann.token });
    const asked = { ...within(from, rehearsal), token: ann.token };
    const [task] = (await app.http<{ id: number }[]>('GET', '/api/tasks', asked)).body;
    const stop = await app.http('POST', `/api/tasks/${task!.id}/stop`, { ...asked, body: {} });
    expect(stop.status).toBe(200);
    expect((await app.http('POST', '/api/pay-queue/next', { ...asked, body: {} })).status).toBe(403);
  });

  it('let who launches run bulk commands, but record no purchases and replace no records', async () => {
    const ann = await person('launch');
    const { id } = await newTask(mine, { start: false });
    const bulk = async (token: string, body: object) =>
      (await call(token, 'POST', '/tasks/bulk', { ids: [id], ...body })).status;
    expect(await bulk(ann.token, { command: 'start' })).toBe(200);
    expect(await bulk(ann.token, { command: 'mark_bought' })).toBe(403);
    const both = await person('launch', 'pay');
    expect(await bulk(both.token, { command: 'mark_bought', preview: true })).toBe(200);
    expect(await bulk(both.token, { command: 'mark_bought', preview: true, replace: true })).toBe(403);
  });

  it.each<[string, Duty[], Duty[], string]>([
    ['stop', ['launch', 'pay'], ['launch'], 'queued'],
    ['mark_bought', ['launch', 'pay'], ['launch'], 'aborted'],
    ['stop', ['launch'], ['pay'], 'aborted'],
  ])('that are lost abort the bulk operation that needs them: %s', async (command, held, left, state) => {
    const ann = await person(...held);
    const id = await make.insert(app, 'bulk_operations', {
      realm_id: mine.realmId,
      user_id: ann.id,
      who: ann.email,
      command,
      total: 1,
    });
    await give(ann.id, left);
    const { rows } = await app.db.query('SELECT state FROM bulk_operations WHERE id = $1', [id]);
    expect(rows).toEqual([{ state }]);
  });

  it('let who pays reverse their own records alone', async () => {
    const [ann, bo] = [await person('pay'), await person('pay')];
    const [own, others] = [
      await confirm(ann.token, await carted([1])),
      await confirm(bo.token, await carted([2])),
    ];
    expect((await reverse(ann.token, others)).body.reason).toBe('RECORD_OF_OTHERS');
    expect((await reverse(ann.token, [...own, ...others])).status).toBe(403);
    expect((await reverse(ann.token, own)).status).toBe(200);
    expect((await reverse(mine.owner, others)).status).toBe(200);
  });

  it('separated: who recorded a payment doesn’t reverse it, whatever their role', async () => {
    const ann = await person('pay');
    const [hers, owners] = [
      await confirm(ann.token, await carted([1])),
      await confirm(mine.owner, await carted([2])),
    ];
    const stream = await openStream(app, ann.token);
    await stream.next(({ event }) => event === 'ready');
    await separate({ separate_reversal: true });
    await stream.ended;
    expect((await call(ann.token, 'GET', '/me')).body).toMatchObject({ separate_reversal: true });
    expect((await reverse(ann.token, hers)).body.reason).toBe('OWN_PAYMENT');
    expect((await reverse(mine.owner, owners)).body.reason).toBe('OWN_PAYMENT');
    expect((await reverse(mine.owner, hers)).status).toBe(200);
    expect((await reverse(admin, owners)).status).toBe(200);
  });

  it('separated: who launches doesn’t approve, and isn’t given both', async () => {
    const [ann, bo] = [await person('launch', 'approve'), await person()];
    expect(await dutiesOf(ann.token)).toEqual(['launch', 'approve']);
    await separate({ separate_approval: true });
    expect(await dutiesOf(ann.token)).toEqual(['launch']);
    expect(await dutiesOf(mine.owner)).not.toContain('approve');
    const refused = await give<Failure>(bo.id, ['launch', 'approve']);
    expect([refused.status, refused.body.details?.[0]?.code]).toEqual([400, 'SEPARATE_DUTIES']);
    const invited = await call(mine.owner, 'POST', '/invitations', { duties: ['launch', 'approve'] });
    expect(invited.body.details?.[0]?.code).toBe('SEPARATE_DUTIES');
    expect((await give(bo.id, ['approve'])).body.duties).toEqual(['approve']);
  });
});
