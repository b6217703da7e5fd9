import { Client } from 'pg';
import { startApp, type TestApp } from './app';
import * as make from './factories';

/** Names whose order by bytes, or by lower case, isn't the one that people expect. */
const NAMES = ['Zebra', 'Äpfel', 'Apfel', 'apfel 10', 'apfel 9'];
const MARK = 'orchard';
const inOrder = (texts: string[]) => texts.toSorted(new Intl.Collator('en').compare);

/** A call of the driver: with a text and its values, or with an object of both. */
const statementOf = ([first, second]: readonly unknown[]): { text: string; values: unknown[] } => {
  const { text = first, values = second } = Object(first) as { text?: unknown; values?: unknown };
  return { text: String(text), values: Array.isArray(values) ? values : [] };
};

describe('a list sorted by a text', () => {
  let app: TestApp;
  let owner: string;
  let admin: string;
  let siteId: number;
  let realmId: number;
  let tokenId: number;

  beforeAll(async () => {
    app = await startApp();
    const first = await make.admin(app);
    admin = first.token;
    realmId = await make.realm(app);
    const person = await make.user(app, 'realm_owner', realmId);
    owner = person.token;
    siteId = await make.site(app);
    const otherEvent = await make.event(app, siteId);
    await make.workerToken(app);
    const { rows } = await app.db.query<{ id: number }>('SELECT max(id)::int AS id FROM worker_tokens');
    tokenId = rows[0]!.id;
    for (const [index, name] of NAMES.entries()) await addAll(name, index, person.id, otherEvent);
  });
  afterAll(() => app.close());

  /** A row with this name in every table that a list can be sorted by. */
  async function addAll(name: string, index: number, userId: number, otherEvent: number): Promise<void> {
    const named = `${name} ${MARK}`;
    await make.site(app, { name: named, display_name: named, url: `https://${MARK}.example/${name}` });
    await make.insert(app, 'realms', { name: named });
    await make.insert(app, 'users', {
      name,
      email: `${MARK}${name.replace(' ', '')}@x.example`,
      realm_id: realmId,
      password_hash: '',
    });
    await make.insert(app, 'invitations', {
      realm_id: realmId,
      email: `${name.replace(' ', '')}@x.example`,
      role: 'realm_user',
      token_hash: `t${index}`,
      expires_at: new Date(Date.now() + 3_600_000),
    });
    await make.insert(app, 'workers', { token_id: tokenId, name });
    await make.insert(app, 'worker_tokens', { name: named, token_hash: `t${index}` });
    await make.insert(app, 'service_tokens', {
      realm_id: realmId,
      name,
      token_hash: `t${index}`,
      expires_at: new Date(Date.now() + 3_600_000),
    });
    await make.insert(app, 'module_publishers', { name });
    await make.insert(app, 'saved_views', { user_id: userId, page: 'tasks', name });
    const event = await make.event(app, siteId, { name, category: name, ko: 4_000_000_000 });
    const login = await make.login(app, realmId, siteId, {
      name,
      email: `${name.replace(' ', '')}@x.example`,
      supporter_id: name,
    });
    await make.pool(app, realmId, siteId, { name });
    await make.template(app, realmId, siteId, event, { name });
    const job = await make.job(app, realmId, siteId, event, { name });
    const task = await make.task(app, realmId, siteId, event, login, { name, job_id: job });
    const place = { realm_id: realmId, site_id: siteId, event_id: event, login_id: login };
    await make.insert(app, 'queue_links', { realm_id: realmId, event_id: event, login_id: login });
    const seat = {
      ...place,
      task_id: task,
      event_guid: 'g',
      event_name: name,
      area: name,
      customer_identity: name,
    };
    const later = new Date(Date.now() + 3_600_000);
    await make.insert(app, 'holds', { ...seat, expires_at: later, basket: 'https://tickets.example/b' });
    const paid = await make.insert(app, 'holds', {
      ...seat,
      seat: '2',
      status: 'confirmed',
      expires_at: later,
    });
    await make.insert(app, 'tickets', {
      ...seat,
      seat: '2',
      hold_id: paid,
      login_email: `${name}@x.example`,
    });
    await make.insert(app, 'rehearsals', {
      realm_id: realmId,
      rehearsal_realm_id: await make.realm(app),
      source: 'event',
      event_id: otherEvent,
      rehearsal_event_id: otherEvent,
      rehearsal_job_id: job,
      name,
      event_name: name,
      scenario: 'calm',
      seed: 1,
      settings: { type: 'hold', tasks: 1, seats_per_worker: 1, launch_delay: 0, seats_target: null },
      status: 'finished',
      starts_at: later,
    });
  }

  it.each([
    ['sites', `q=${MARK}`, 'name'],
    ['sites', `q=${MARK}`, 'display_name'],
    ['sites', `q=${MARK}`, 'url'],
    ['realms', `q=${MARK}`, 'name'],
    ['users', `q=${MARK}`, 'name'],
    ['users', `q=${MARK}`, 'email'],
    ['workers', '', 'name'],
    ['worker-tokens', `q=${MARK}`, 'name'],
    ['modules/publishers', '', 'name'],
  ])('of administrators, %s?%s by %s, is in the order of people', async (list, filter, sort) => {
    await expectOrder(`/api/${list}?${filter}`, sort, admin);
  });

  it.each([
    ['invitations', 'email'],
    ['service-tokens', 'name'],
    ['saved-views', 'name'],
    ['sites/{site}/events', 'name'],
    ['sites/{site}/events', 'category'],
    ['sites/{site}/events', 'ko'],
    ['logins', 'name'],
    ['logins', 'email'],
    ['logins', 'supporter_id'],
    ['pools', 'name'],
    ['templates', 'name'],
    ['jobs', 'name'],
    ['jobs', 'event_name'],
    ['tasks', 'name'],
    ['tasks', 'event_name'],
    ['tasks', 'login_email'],
    ['tasks', 'login_name'],
    ['queueitlinks', 'event_name'],
    ['carted-tickets', 'event_name'],
    ['carted-tickets', 'area'],
    ['carted-tickets', 'login_email'],
    ['carted-tickets', 'login_name'],
    ['pay-queue', 'event_name'],
    ['pay-queue', 'login_name'],
    ['tickets', 'event_name'],
    ['tickets', 'area'],
    ['tickets', 'login_email'],
    ['tickets', 'login_name'],
    ['ledger', 'event_name'],
    ['ledger', 'customer_identity'],
    ['ledger', 'login_name'],
    ['rehearsals', 'name'],
    ['rehearsals', 'event_name'],
  ])('of a realm, %s by %s, is in the order of people', async (list, sort) => {
    const filter = list.includes('events') ? 'in_future=true' : '';
    await expectOrder(`/api/${list.replace('{site}', String(siteId))}?${filter}`, sort, owner);
  });

  /** Reads the list in pages of two, in both directions: each row once, in the order of the collation. */
  async function expectOrder(path: string, sort: string, token: string): Promise<void> {
    const read = async (by: string) => {
      const rows: { key: unknown; text: string }[] = [];
      for (let page = 1; page <= 3; page += 1) {
        const { status, body } = await app.http<Record<string, unknown>[]>(
          'GET',
          `${path}&sort=${by}&page_size=2&page=${page}`,
          { token },
        );
        expect(status).toBe(200);
        const field = sort === 'ko' ? 'name' : sort;
        rows.push(...body.map((row) => ({ key: row['id'] ?? row['task_id'], text: String(row[field]) })));
      }
      return rows;
    };
    const up = await read(sort);
    expect(new Set(up.map(({ key }) => key)).size).toBe(NAMES.length);
    expect(up.map(({ text }) => text)).toEqual(inOrder(up.map(({ text }) => text)));
    // Events at the same time are by name in both directions.
    if (sort !== 'ko') expect(await read(`-${sort}`)).toEqual(up.toReversed());
  }

  it.each([
    ['tasks', 'name', 'tasks_name_order'],
    ['tasks', 'event_name', 'events_name_order'],
    ['jobs', 'name', 'jobs_name_order'],
    ['jobs', 'event_name', 'events_name_order'],
    ['logins', 'name', 'logins_name_order'],
    ['logins', 'email', 'logins_email_order'],
    ['tickets', 'event_name', 'tickets_event_name_order'],
    ['sites', 'name', 'sites_name_order'],
    ['events', 'name', 'events_name_order'],
    ['events', 'ko', 'events_ko_order'],
  ])('reads %s by %s along an index', async (list, sort, index) => {
    const sent = jest.spyOn(Client.prototype, 'query');
    const client = await app.db.connect();
    try {
      await app.http('GET', `/api/${list}?sort=${sort}&page_size=2`, { token: admin });
      const statement = sent.mock.calls
        .map(statementOf)
        .find(({ text }) => text.includes('COLLATE "und-x-icu"'));
      await client.query('SET enable_seqscan = off; SET enable_sort = off; SET enable_bitmapscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN ${statement?.text}`,
        statement?.values,
      );
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(` ${index}`);
    } finally {
      sent.mockRestore();
      client.release(true);
    }
  });
});
