import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import type { DashboardDto } from '../../insight';
import type { IdentityMatchDto } from './identities.dto';

type ApiError = { code: string; reason?: string; details?: { field: string; code: string }[] };

describe('/api/identity-matches', () => {
  let app: TestApp;
  let admin: make.Signed;
  beforeAll(async () => {
    app = await startApp();
    admin = await make.admin(app);
  });
  afterAll(() => app.close());

  const get = async (id: number) =>
    app.http<IdentityMatchDto>('GET', `/api/identity-matches/${id}`, { token: admin.token });
  const read = async (id: number) => (await get(id)).body;
  const list = async (query: string) =>
    (await app.http<IdentityMatchDto[]>('GET', `/api/identity-matches?${query}`, { token: admin.token }))
      .body;
  const decide = (id: number, body: object, ifMatch?: string, token = admin.token) =>
    app.http<IdentityMatchDto & ApiError>('PUT', `/api/identity-matches/${id}/decision`, {
      token,
      body,
      headers: ifMatch === undefined ? {} : { 'If-Match': ifMatch },
    });
  const query = async <T>(sql: string, ...params: unknown[]): Promise<T[]> =>
    (await app.db.query<T & object>(sql, params)).rows;
  const statusOf = async (eventId: number) =>
    defined((await query<{ status: string }>('SELECT status FROM events WHERE id = $1', eventId))[0]).status;

  /** Gives events the keys that they had if they had been made before each address was allowed once. */
  const share = async (siteId: number, ids: number[], key = `url:t.example/${ids.join('-')}`) => {
    await query(
      'UPDATE event_identities SET keys = array_append(keys, $2) WHERE event_id = ANY ($1)',
      ids,
      key,
    );
    return make.insert(app, 'identity_matches', {
      kind: 'event',
      site_id: siteId,
      identity: key,
      row_ids: ids,
    });
  };
  const twins = async (fields: Record<string, unknown>[] = [{}, {}]) => {
    const siteId = await make.site(app);
    const ids: number[] = [];
    for (const each of fields) ids.push(await make.event(app, siteId, each));
    return { siteId, ids, matchId: await share(siteId, ids) };
  };
  const buy = async (siteId: number, eventId: number, customer: string, seats = 1) => {
    const realm_id = await make.realm(app);
    const login_id = await make.login(app, realm_id, siteId, { supporter_id: customer });
    for (let seat = 0; seat < seats; seat += 1) {
      const row = {
        realm_id, login_id, site_id: siteId, event_id: eventId, event_guid: 'g', event_name: 'Derby',
        customer_identity: customer,
      }; // prettier-ignore
      const hold_id = await make.insert(app, 'holds', {
        ...row,
        status: 'confirmed',
        expires_at: new Date(),
      });
      await make.insert(app, 'tickets', { ...row, hold_id, login_email: 'a@b.example' });
    }
    return login_id;
  };
  const counted = async (eventId: number, customer: string) => {
    const [row] = await query<{ bought: number; most: number | null }>(
      'SELECT bought, customer_limit($1) AS most FROM customer_seats($1, ARRAY[$2])',
      eventId,
      customer,
    );
    return defined(row);
  };

  it('lists what meets with what each row counts, by kind, state, site and text', async () => {
    const { siteId, ids, matchId } = await twins([{ max_per_customer: 2 }, { max_per_customer: 4 }]);
    await buy(siteId, ids[1]!, 'reader', 2);
    const found = await list(`site_id=${siteId}`);
    expect(found).toMatchObject([
      {
        id: matchId,
        kind: 'event',
        state: 'undecided',
        shared: 'address',
        identity: `t.example/${ids.join('-')}`,
        decision: null,
        decisions: ['merged', 'apart'],
        row_count: 2,
        rows: [
          { id: ids[0], bought: 0, held: 0, max_per_customer: 2, deleted: false, meets: true },
          { id: ids[1], bought: 2, held: 0, max_per_customer: 4, deleted: false, meets: true },
        ],
      },
    ]);
    const counts = async (filter: string) => (await list(`site_id=${siteId}&${filter}`)).length;
    expect(await counts('kind=login')).toBe(0);
    expect(await counts('state=undecided')).toBe(1);
    expect(await counts('state=!undecided')).toBe(0);
    expect(await counts(`q=t.example/${ids[0]}`)).toBe(1);
    expect(await counts('page_size=1&page=2')).toBe(0);
    await query('UPDATE events SET deleted_at = now() WHERE id = $1', ids[0]);
    expect(await read(matchId)).toMatchObject({
      state: 'settled',
      rows: [{ deleted: true }, { meets: false }],
    });
  });

  it('is for administrators only', async () => {
    const { matchId } = await twins();
    const owner = await make.user(app, 'realm_owner', await make.realm(app));
    expect((await decide(matchId, { decision: 'apart' }, undefined, owner.token)).status).toBe(403);
    expect((await app.http('GET', '/api/identity-matches', { token: owner.token })).status).toBe(403);
    const dashboard = await app.http<DashboardDto>('GET', '/api/dashboard', { token: owner.token });
    expect(dashboard.status).toBe(200);
  });

  it('merges events: one stays, the others are closed, and the least limit counts for all', async () => {
    const { siteId, ids, matchId } = await twins([{ max_per_customer: 2 }, { max_per_customer: 4 }]);
    await buy(siteId, ids[0]!, 'merged');
    const { status, body } = await decide(matchId, { decision: 'merged', keep_id: ids[1] });
    expect([status, body]).toMatchObject([
      200,
      { state: 'merged', decision: 'merged', kept_id: ids[1], decided_by_name: expect.any(String) as string },
    ]);
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toEqual(['closed', 'on_sale']);
    expect(await counted(ids[1]!, 'merged')).toEqual({ bought: 1, most: 2 });
    const audited = await app.http<unknown[]>(
      'GET',
      `/api/audit?entity=identity_match&entity_id=${matchId}`,
      { token: admin.token },
    );
    expect(audited.body).toMatchObject([
      {
        action: 'identity.decide',
        before: { decision: null, kept_id: null },
        after: { decision: 'merged', kept_id: ids[1] },
      },
    ]);
  });

  it('takes a merge back, and changes which event stays', async () => {
    const { ids, matchId } = await twins([{}, { status: 'announced' }]);
    await decide(matchId, { decision: 'merged', keep_id: ids[0] });
    await decide(matchId, { decision: 'merged', keep_id: ids[1] });
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toEqual(['closed', 'announced']);
    const { body } = await decide(matchId, { decision: null });
    expect(body).toMatchObject({
      state: 'undecided',
      kept_id: null,
      decided_by_name: null,
      decided_at: null,
    });
    expect([await statusOf(ids[0]!), await statusOf(ids[1]!)]).toEqual(['on_sale', 'announced']);
  });

  it('leaves an event closed that another merge keeps closed, and opens it with the last', async () => {
    const { siteId, ids, matchId } = await twins();
    const third = await make.event(app, siteId);
    const other = await share(siteId, [ids[0]!, third]);
    await decide(matchId, { decision: 'merged', keep_id: ids[1] });
    await decide(other, { decision: 'merged', keep_id: third });
    await decide(matchId, { decision: null });
    expect(await statusOf(ids[0]!)).toBe('closed');
    await decide(other, { decision: 'apart' });
    expect(await statusOf(ids[0]!)).toBe('on_sale');
  });

  it('keeps events apart, but counts one that replaces a deleted event with both', async () => {
    const { siteId, ids, matchId } = await twins([{ max_per_customer: 2 }, { max_per_customer: 4 }]);
    await buy(siteId, ids[0]!, 'apart');
    expect((await decide(matchId, { decision: 'apart' })).status).toBe(200);
    expect(await counted(ids[0]!, 'apart')).toEqual({ bought: 1, most: 2 });
    expect(await counted(ids[1]!, 'apart')).toEqual({ bought: 0, most: 4 });
    await query('UPDATE events SET deleted_at = now() WHERE id = $1', ids[0]);
    const replacement = await make.event(app, siteId);
    await query(
      'UPDATE event_identities SET keys = (SELECT keys FROM event_identities WHERE event_id = $1) WHERE event_id = $2',
      ids[0],
      replacement,
    );
    expect(await counted(replacement, 'apart')).toEqual({ bought: 1, most: 4 });
    await decide(matchId, { decision: null });
    expect(await counted(ids[1]!, 'apart')).toMatchObject({ bought: 1 });
  });

  it('counts events together while another match of the same two is undecided', async () => {
    const { siteId, ids, matchId } = await twins();
    const other = await share(siteId, ids, `guid:${ids.join('-')}`);
    await buy(siteId, ids[0]!, 'both');
    await decide(matchId, { decision: 'apart' });
    expect(await counted(ids[1]!, 'both')).toMatchObject({ bought: 1 });
    await decide(other, { decision: 'apart' });
    expect(await counted(ids[1]!, 'both')).toMatchObject({ bought: 0 });
  });

  it('confirms logins as one customer, and does not keep them apart then', async () => {
    const siteId = await make.site(app);
    const event = await make.event(app, siteId);
    const first = await buy(siteId, event, 'qd-7');
    const second = await buy(siteId, event, 'qd-7', 2);
    const matchId = await make.insert(app, 'identity_matches', {
      kind: 'login',
      site_id: siteId,
      identity: 'qd-7',
      row_ids: [first, second],
    });
    expect(await read(matchId)).toMatchObject({
      shared: 'customer',
      decisions: ['merged'],
      rows: [{ bought: 1 }, { bought: 2 }],
    });
    const rejected = await decide(matchId, { decision: 'apart' });
    expect([rejected.status, rejected.body]).toMatchObject([
      409,
      { code: 'CONFLICT', reason: 'ONE_IDENTITY' },
    ]);
    expect((await decide(matchId, { decision: 'merged' })).body).toMatchObject({
      state: 'merged',
      kept_id: null,
    });
    expect(await counted(event, 'qd-7')).toMatchObject({ bought: 3 });
    await decide(matchId, { decision: null });
    await query("UPDATE logins SET supporter_id = 'qd-8' WHERE id = $1", second);
    expect(await read(matchId)).toMatchObject({ state: 'settled' });
  });

  describe('of accounts', () => {
    /** Two accounts whose e-mails are one, as they were stored before there was a canonical form. */
    const accounts = async () => {
      const users = [
        await make.user(app, 'realm_user', await make.realm(app)),
        await make.user(app, 'realm_user', await make.realm(app)),
      ];
      const domain = `b\u00FCcher-${users[0]!.id}.example`;
      const [ascii] = await query<{ email: string }>('SELECT canonical_email($1) AS email', `u@${domain}`);
      await query('UPDATE users SET email = $2 WHERE id = $1', users[1]!.id, `u@${domain}`);
      await query('ALTER TABLE users DISABLE TRIGGER canonical_email');
      await query('UPDATE users SET email = $2 WHERE id = $1', users[0]!.id, `u@${domain}`);
      await query('ALTER TABLE users ENABLE TRIGGER canonical_email');
      const ids = users.map(({ id }) => id);
      const identity = defined(ascii).email;
      return {
        users,
        ids,
        matchId: await make.insert(app, 'identity_matches', { kind: 'account', identity, row_ids: ids }),
      };
    };
    const status = async (id: number) =>
      defined((await query<{ status: string }>('SELECT status FROM users WHERE id = $1', id))[0]).status;

    it('disables the others at once, and enables them again', async () => {
      const { users, ids, matchId } = await accounts();
      const rejected = await decide(matchId, { decision: 'merged', keep_id: ids[0] });
      expect([rejected.status, rejected.body.reason]).toEqual([409, 'EMAIL_TAKEN']);
      expect((await read(matchId)).state).toBe('undecided');
      expect((await decide(matchId, { decision: 'merged', keep_id: ids[1] })).status).toBe(200);
      expect([await status(ids[0]!), await status(ids[1]!)]).toEqual(['disabled', 'active']);
      expect((await app.http('GET', '/api/me', { token: users[0]!.token })).status).toBe(401);
      expect((await app.http('GET', '/api/me', { token: users[1]!.token })).status).toBe(200);
      await decide(matchId, { decision: null });
      expect(await status(ids[0]!)).toBe('active');
    });

    it('gives the account that stays the e-mail that both meant', async () => {
      const { ids, matchId } = await accounts();
      await query("UPDATE users SET email = 'elsewhere-' || id || '@x.example' WHERE id = $1", ids[1]);
      const match = await read(matchId);
      expect(match.state).toBe('settled');
      await decide(matchId, { decision: 'merged', keep_id: ids[0] });
      const [kept] = await query<{ email: string }>('SELECT email FROM users WHERE id = $1', ids[0]);
      expect(kept?.email).toBe(match.identity);
    });
  });

  it.each([
    ['nothing', { decision: 'merged' }, 'REQUIRED'],
    ['a row of another match', { decision: 'merged', keep_id: 2_000_000_000 }, 'NOT_FOUND'],
  ])('names the field when %s is to stay', async (_, body, code) => {
    const { matchId } = await twins();
    const { status, body: rejection } = await decide(matchId, body);
    expect([status, rejection.details]).toMatchObject([400, [{ field: 'keep_id', code }]]);
  });

  it('lets one of two administrators decide, and shows the other what was decided', async () => {
    const { ids, matchId } = await twins();
    const etag = defined((await get(matchId)).headers.get('etag'));
    const responses = await Promise.all([
      decide(matchId, { decision: 'apart' }, etag),
      decide(matchId, { decision: 'merged', keep_id: ids[0] }, etag),
    ]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = defined(responses.find(({ status }) => status === 200)).body;
    expect(await read(matchId)).toEqual(winner);
    expect(await statusOf(ids[1]!)).toBe(winner.decision === 'merged' ? 'closed' : 'on_sale');
  });

  it('shows administrators on their dashboard how many are undecided', async () => {
    const entry = async () => {
      const { body } = await app.http<DashboardDto>('GET', '/api/dashboard', { token: admin.token });
      return body.attention.find(({ kind }) => kind === 'identity_undecided')?.count ?? 0;
    };
    const before = await entry();
    const { matchId } = await twins();
    expect(await entry()).toBe(before + 1);
    await decide(matchId, { decision: 'apart' });
    expect(await entry()).toBe(before);
  });
});
