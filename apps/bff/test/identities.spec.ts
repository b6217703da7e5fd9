import fc from 'fast-check';
import type { EventDto } from '../src/catalogue/events/events.dto';
import { canonicalEmail } from '../src/platform/http/email';
import type { LoginDto } from '../src/work/logins/logins.dto';
import { startApp, type TestApp } from './app';
import { concurrently } from './concurrently';
import { defined } from './defined';
import * as make from './factories';
import { csv, importLogins } from './login-import';
import { addressSpelling, customerSpelling } from './spellings';
import { inMinutes, leaseMany, newTasks, seat, under, type Work, work } from './work';

type ApiError = {
  code: string;
  reason?: string;
  context?: object;
  details?: { field: string; code: string }[];
};

const SPELLINGS = 10_000;
const SEED = 20_261_128;
/** Rounds over HTTP, of 24 logins each. */
const ROUNDS = Number(process.env.IDENTITY_ROUNDS ?? 2);

describe('one identity for a purchase limit', () => {
  let app: TestApp;
  let admin: string;
  beforeAll(async () => {
    app = await startApp();
    admin = (await make.admin(app)).token;
  });
  afterAll(() => app.close());

  const identityOf = async (id: number) => {
    const { rows } = await app.db.query<{ customer_identity: string; email: string }>(
      'SELECT customer_identity, email FROM logins WHERE id = $1',
      [id],
    );
    return defined(rows[0]);
  };
  const newLogin = (of: Work, body: object) =>
    app.http<LoginDto & ApiError>('POST', `/api/sites/${of.siteId}/logins`, { token: of.owner, body });
  const newEvent = (siteId: number, body: object, token = admin) =>
    app.http<EventDto & ApiError>('POST', '/api/events', {
      token,
      body: { site_id: siteId, name: 'Harbour City v Northgate Rovers', ...body },
    });

  it('has one form of each of 10,000 spellings of a customer and of an address', async () => {
    const customers = fc.sample(customerSpelling('qd-zürich é 0042'), { numRuns: SPELLINGS, seed: SEED });
    const { rows: identities } = await app.db.query<{ identity: string }>(
      `SELECT DISTINCT customer_identity(spelling, 'x@y.example') AS identity FROM unnest($1::text[]) AS spelling`,
      [customers],
    );
    expect(identities).toEqual([{ identity: 'qd-zürich é 0042' }]);
    const addresses = fc.sample(addressSpelling('tickets.example', '/e/harbour-northgate'), {
      numRuns: SPELLINGS,
      seed: SEED,
    });
    const { rows: keys } = await app.db.query<{ key: string }>(
      'SELECT DISTINCT event_address(spelling) AS key FROM unnest($1::text[]) AS spelling',
      [addresses],
    );
    expect(keys).toEqual([{ key: 'tickets.example/e/harbour-northgate?a=1&b=2' }]);
  });

  it.each([
    'Ann@Quayside.Example',
    ' ann@QUAYSIDE.example ',
    'ＡＮＮ＠quayside.example',
    'u@bücher.example',
    'u@bu\u0308cher.example',
    'u@xn--bcher-kva.example',
    'Jürgen@Straße.example',
    'анна@почта.рф',
    '田中@例え。テスト',
    'a@faß.example.co',
    'i@\u0130stanbul.example',
  ])('stores the e-mail %j as the server and the database both write it', async (email) => {
    const { rows } = await app.db.query<{ email: string }>('SELECT canonical_email($1) AS email', [email]);
    expect(rows).toEqual([{ email: canonicalEmail(email) }]);
  });

  it.each([
    ['an address', 'https://tickets.example/'],
    ['a site', 'HTTP://www.tickets.example:80?#x'],
  ])('takes the home page of %s for no event', async (_, url) => {
    const { rows } = await app.db.query('SELECT event_address($1) AS key', [url]);
    expect(rows).toEqual([{ key: null }]);
  });

  it('distinguishes pages of different events', async () => {
    const { rows } = await app.db.query<{ keys: number }>(
      'SELECT count(DISTINCT event_address(url))::int AS keys FROM unnest($1::text[]) AS url',
      [['https://t.example/e?id=1', 'https://t.example/e?id=2', 'https://t.example/e/1', 'https://s.example/e/1', 'https://t.example:8443/e/1']],
    ); // prettier-ignore
    expect(rows).toEqual([{ keys: 5 }]);
  });

  it.each([
    ['a zero-width space', 'c\u200B@x.example', 'MIXED_SCRIPTS'],
    ['a word joiner', 'c\u2060@x.example', 'MIXED_SCRIPTS'],
    ['a soft hyphen in the domain', 'c@x\u00AD.example', 'MIXED_SCRIPTS'],
    ['a Cyrillic letter', 'с@x.example', 'MIXED_SCRIPTS'],
    ['a control character', 'c\u0007@x.example', 'CONTROL_CHARACTERS'],
  ])('rejects an e-mail with %s, from the API and a file', async (_, email, code) => {
    const mine = await work(app);
    const response = await newLogin(mine, { email });
    expect([response.status, response.body.details?.[0]]).toMatchObject([400, { field: 'email' }]);
    const imported = await importLogins<ApiError>(app, mine.siteId, mine.owner, csv('email', email));
    expect([imported.status, imported.body.details?.[0]]).toMatchObject([400, { field: '2.email' }]);
    expect([code, 'MIXED_SCRIPTS', 'NOT_EMAIL']).toContain(defined(response.body.details?.[0]).code);
  });

  it('takes one login of a file once, however its e-mail is spelled', async () => {
    const mine = await work(app);
    const twice = csv('email', 'Z\u00FC@x.example', 'zu\u0308@X.example');
    const { status, body } = await importLogins<ApiError>(app, mine.siteId, mine.owner, twice);
    expect([status, body.details]).toMatchObject([400, [{ field: '3.email', code: 'REPEATED_IN_FILE' }]]);
    const first = await newLogin(mine, { email: 'Leo@bücher.example' });
    expect([first.status, first.body.email]).toEqual([201, 'leo@xn--bcher-kva.example']);
    const again = csv('email', 'LEO@xn--bcher-kva.example');
    const second = await importLogins<ApiError>(app, mine.siteId, mine.owner, again);
    expect(second.body.details).toMatchObject([{ field: '2.email', code: 'TAKEN' }]);
  });

  it('takes rows of a server that knows no canonical form into it', async () => {
    const mine = await work(app);
    const id = await make.login(app, mine.realmId, mine.siteId, { email: 'C\u200B@Bücher.example' });
    expect(await identityOf(id)).toEqual({
      email: 'c@xn--bcher-kva.example',
      customer_identity: 'c@xn--bcher-kva.example',
    });
    const other = await make.login(app, mine.realmId, mine.siteId, { supporter_id: '\u2060 \u00AD' });
    expect(await identityOf(other)).toMatchObject({
      customer_identity: expect.stringContaining('@') as string,
    });
  });

  it('finds a customer of the ledger by any spelling', async () => {
    const { status } = await app.http('GET', `/api/ledger?customer=${encodeURIComponent('ＱＤ-1')}`, {
      token: admin,
    });
    expect(status).toBe(200);
  });

  it('is one account under the domain and its Punycode', async () => {
    const email = 'ute@bücher.example';
    const body = { password: 'quiet-river-lantern-42', role: 'realm_user' };
    const made = await app.http<{ email: string }>('POST', '/api/users', {
      token: admin,
      body: { ...body, email },
    });
    expect([made.status, made.body.email]).toEqual([201, 'ute@xn--bcher-kva.example']);
    const twin = await app.http<ApiError>('POST', '/api/users', {
      token: admin,
      body: { ...body, email: 'UTE@xn--bcher-kva.example' },
    });
    expect(twin.status).toBe(409);
    for (const spelled of [email, 'Ute@xn--bcher-kva.example'])
      expect((await make.signIn(app, spelled, body.password)).id).toBeGreaterThan(0);
  });

  describe('of an event', () => {
    it('allows one event per address and guid at a site, and names the other', async () => {
      const mine = await work(app);
      const address = 'https://tickets.example/e/one';
      const first = (await newEvent(mine.siteId, { guid: 'One-1', url: address })).body;
      const twins = [
        { url: 'HTTP://www.Tickets.example:80/e//%6Fne/?utm_source=x#seats' },
        { event_url: address },
        { guid: 'ＯＮＥ-1' },
      ];
      for (const twin of twins) {
        const { status, body } = await newEvent(mine.siteId, twin, mine.owner);
        expect([status, body]).toMatchObject([
          409,
          { code: 'CONFLICT', reason: 'EVENT_EXISTS', context: { id: first.id, name: first.name } },
        ]);
      }
      const other = (await newEvent(mine.siteId, { url: 'https://tickets.example/e/two' }, mine.owner)).body;
      const moved = await app.http<ApiError>('PATCH', `/api/events/${other.id}`, {
        token: mine.owner,
        body: { event_url: `${address}?utm_medium=mail` },
      });
      expect([moved.status, moved.body.reason]).toEqual([409, 'EVENT_EXISTS']);
      const elsewhere = await newEvent(await make.site(app), { guid: 'One-1', url: address });
      expect(elsewhere.status).toBe(201);
    });

    it('allows exactly one of twins that are made at the same time', async () => {
      const mine = await work(app);
      const responses = await concurrently(8, (index) =>
        newEvent(mine.siteId, { url: `https://tickets.example/e/race?utm_source=${index}` }),
      );
      expect(responses.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    });

    it('counts seats of a deleted event for the one that replaces it', async () => {
      const mine = await work(app);
      const { guid, siteId, eventId } = mine;
      const ticket = { event_guid: guid, event_name: 'Derby', customer_identity: 'one' };
      const place = { realm_id: mine.realmId, login_id: mine.logins[0], site_id: siteId, event_id: eventId };
      const hold = { ...place, ...ticket, status: 'confirmed', expires_at: new Date() };
      const hold_id = await make.insert(app, 'holds', hold);
      await make.insert(app, 'tickets', { ...place, ...ticket, hold_id, login_email: 'a@b.example' });
      await app.db.query('UPDATE events SET deleted_at = now() WHERE id = $1', [eventId]);
      const { status, body } = await newEvent(siteId, { guid: guid.toUpperCase(), max_per_customer: 2 });
      expect(status).toBe(201);
      const { rows } = await app.db.query<{ bought: number }>(
        "SELECT bought FROM customer_seats($1, ARRAY['one'])",
        [body.id],
      );
      expect(rows).toEqual([{ bought: 1 }]);
    });

    it('counts events that were twins before together', async () => {
      const mine = await work(app, { logins: 3, eventFields: { max_per_customer: 2 } });
      await app.db.query("UPDATE logins SET supporter_id = 'one' WHERE id = ANY ($1)", [mine.logins]);
      const twinId = await make.event(app, mine.siteId);
      await app.db.query(
        'UPDATE event_identities SET keys = (SELECT keys FROM event_identities WHERE event_id = $1) WHERE event_id = $2',
        [mine.eventId, twinId],
      );
      const tasks = await newTasks(mine, [
        { login_id: mine.logins[0] },
        { login_id: mine.logins[1], event_id: twinId },
        { login_id: mine.logins[2], event_id: twinId },
      ]);
      const leases = await leaseMany(mine, tasks.length);
      const held = await concurrently(leases.length, (index) =>
        under<ApiError>(mine, leases[index]!.lease_id, 'hold', {
          seats: [seat(index)],
          expires_at: inMinutes(5),
        }),
      );
      expect(held.map(({ status }) => status).sort()).toEqual([200, 200, 409]);
      const why = held.find(({ status }) => status === 409);
      expect(why?.body.context).toMatchObject({ limit: 2, used: 2 });
    });
  });

  it(
    'never lets several workers hold more than the limit for logins of one customer, however spelled',
    async () => {
      for (let round = 0; round < ROUNDS; round += 1) await holdByAnySpelling(round);
    },
    300_000 + ROUNDS * 60_000,
  );

  /** 24 logins of one customer in two realms, made over the API and by files, hold two seats each at once. */
  async function holdByAnySpelling(round: number): Promise<void> {
    const mine = await work(app, { logins: 0, eventFields: { max_per_customer: 5 } });
    const theirs = await work(app, { logins: 0, on: mine });
    const spellings = fc
      .sample(customerSpelling(`qd-é${round}`), { numRuns: 24, seed: SEED + round })
      .filter((spelling) => !spelling.includes('\u0007'));
    for (const [index, supporter_id] of spellings.entries()) {
      const of = index % 2 === 0 ? mine : theirs;
      const email = `buyer-${round}-${index}@quayside.example`;
      if (index % 3 === 0) {
        const file = csv('email,supporter_id', `${email},"${supporter_id}"`);
        of.logins.push(defined((await importLogins(app, of.siteId, of.owner, file)).body.ids[0]));
      } else of.logins.push((await newLogin(of, { email, supporter_id })).body.id);
    }
    const held = (
      await Promise.all(
        [mine, theirs].map(async (of, side) => {
          await newTasks(of, of.logins.map((login_id) => ({ login_id }))); // prettier-ignore
          const leases = await leaseMany(of, of.logins.length);
          return concurrently(leases.length, (index) =>
            under<ApiError>(of, leases[index]!.lease_id, 'hold', {
              seats: [seat(side * 1000 + index * 2), seat(side * 1000 + index * 2 + 1)],
              expires_at: inMinutes(5),
            }),
          );
        }),
      )
    ).flat();
    expect(held).toHaveLength(spellings.length);
    expect(held.filter(({ status }) => status === 200)).toHaveLength(2);
    expect(held.filter(({ body }) => body.code === 'LIMIT_REACHED')).toHaveLength(spellings.length - 2);
  }
});
