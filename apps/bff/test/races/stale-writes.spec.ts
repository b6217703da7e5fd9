import { startApp, type TestApp } from '../app';
import { concurrently } from '../concurrently';
import * as make from '../factories';
import { RACE_MS, rounds, tally } from './rounds';

type Current = { code?: string; context?: { current?: Record<string, unknown> } } & Record<string, unknown>;

let app: TestApp;
let token: string;
const paths: Record<string, { method: 'PUT' | 'PATCH'; path: string; field: string }> = {};

beforeAll(async () => {
  app = await startApp();
  token = (await make.admin(app)).token;
  const realm = await make.realm(app);
  const site = await make.site(app);
  const event = await make.event(app, site);
  const login = await make.login(app, realm, site);
  const at = { realm_id: realm, site_id: site, event_id: event, login_id: login };
  const shown = { event_guid: 'guid', event_name: 'Derby', customer_identity: 'c' };
  const hold = await make.insert(app, 'holds', { ...at, ...shown, expires_at: new Date() });
  const ticket = await make.insert(app, 'tickets', {
    ...at,
    ...shown,
    hold_id: hold,
    login_email: 'a@b.example',
  });
  const link = await make.insert(app, 'queue_links', { realm_id: realm, event_id: event, login_id: login });
  const person = await make.user(app, 'realm_owner', realm);
  const of = (method: 'PUT' | 'PATCH', path: string, id: number, field = 'name') => {
    paths[path] = { method, path: `/api/${path}/${id}`, field };
  };
  of('PATCH', 'tasks', await make.task(app, realm, site, event, login));
  of('PATCH', 'jobs', await make.job(app, realm, site, event));
  of('PUT', 'templates', await make.template(app, realm, site, event));
  of('PUT', 'pools', await make.pool(app, realm, site));
  of('PATCH', 'logins', login);
  of('PATCH', 'events', event);
  of('PUT', 'sites', site);
  of('PUT', 'realms', realm);
  of('PUT', 'users', person.id);
  of('PUT', 'tickets', ticket, 'ticket_reference');
  of('PUT', 'queueitlinks', link, 'status_msg');
});
afterAll(() => app.close());

it.each([
  'tasks', 'jobs', 'templates', 'pools', 'logins', 'events', 'sites', 'realms', 'users', 'tickets', 'queueitlinks',
])(
  'one hundred changes of one of the %s with the same ETag: one succeeds, ninety-nine return the changed row',
  async (name) => {
    const { method, path, field } = paths[name]!;
    for (let round = 0; round < rounds(10); round += 1) {
      const tag = (await app.http('GET', path, { token })).headers.get('etag')!;
      const responses = await concurrently(100, (index) =>
        app.http<Current>(method, path, {
          token,
          body: { [field]: `${round} by ${index}` },
          headers: { 'If-Match': tag },
        }),
      );
      expect(tally(responses)).toEqual({ 200: 1, '412 STALE': 99 });
      const changed = responses.find(({ status }) => status === 200)!;
      const returned = responses.filter(({ status }) => status === 412).map(({ body }) => body.context?.current?.[field]);
      expect(new Set(returned)).toEqual(new Set([changed.body[field]]));
      const now = await app.http<Current>('GET', path, { token });
      expect([now.body[field], now.headers.get('etag')]).toEqual([changed.body[field], changed.headers.get('etag')]);
    }
  },
  RACE_MS,
); // prettier-ignore
