import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { type Answer, startApp, type TestApp } from '../app';
import * as make from '../factories';
import { RACE_MS, rounds } from './rounds';

type Parent = 'realms' | 'sites' | 'events' | 'logins';
type Rows = Record<Parent, number> & { pool: number; template: number; finished: number };

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp();
  token = (await make.admin(app)).token;
});
afterAll(() => app.close());

const ask = (method: string, path: string, body?: unknown) =>
  app.http(method, `/api${path}`, { token, body });

/** A realm, a site, an event and a login that only a pool, a template and a finished task belong to. */
async function rows(): Promise<Rows> {
  const realms = await make.realm(app);
  const sites = await make.site(app);
  const events = await make.event(app, sites);
  const logins = await make.login(app, realms, sites);
  const pool = await make.pool(app, realms, sites);
  const template = await make.template(app, realms, sites, events);
  const finished = await make.task(app, realms, sites, events, logins, { status: 'stopped' });
  return { realms, sites, events, logins, pool, template, finished };
}

let nth = 0;
const email = () => `p${(nth += 1)}@quayside.example`;

/** Every call that creates a row with this parent. */
const inserts: [name: string, parents: Parent[], insert: (of: Rows) => Promise<Answer<unknown>>][] = [
  ['a user', ['realms'], ({ realms }) => ask('POST', '/users', { email: email(), password: 'gull-feather-mast', role: 'realm_user', realm_id: realms })],
  ['an invitation', ['realms'], ({ realms }) => ask('POST', '/invitations', { role: 'realm_user', realm_id: realms })],
  ['a login', ['realms', 'sites'], ({ realms, sites }) => ask('POST', `/sites/${sites}/logins`, { email: email(), realm_id: realms })],
  ['an event', ['sites'], ({ sites }) => ask('POST', '/events', { name: 'Derby', site_id: sites })],
  ['a pool', ['realms', 'sites'], ({ realms, sites }) => ask('POST', '/pools', { name: 'P', site_id: sites, realm_id: realms })],
  ['a pool member', ['logins'], ({ pool, logins }) => ask('POST', `/pools/${pool}/members`, { login_id: logins })],
  ['a template', ['realms', 'sites', 'events'], ({ realms, sites, events }) => ask('POST', '/templates', { name: 'T', site_id: sites, event_id: events, realm_id: realms })],
  ['a login of a template', ['logins'], ({ template, logins }) => ask('PUT', `/templates/${template}`, { login_ids: [logins] })],
  ['a task', ['realms', 'sites', 'events', 'logins'], ({ logins, events }) => ask('POST', '/tasks', { login_id: logins, event_id: events })],
  ['a task started again', ['sites', 'events', 'logins'], ({ finished }) => ask('POST', `/tasks/${finished}/start`, {})],
  ['a job', ['realms', 'sites', 'events', 'logins'], ({ template, logins }) => ask('POST', '/jobs', { template_id: template, login_ids: [logins] })],
  ['a queue link', ['realms', 'events', 'logins'], ({ logins, events }) => ask('POST', `/logins/${logins}/queueitlinks`, { event_id: events })],
]; // prettier-ignore

const cases = inserts.flatMap(([name, parents, insert]) =>
  parents.map((parent) => [name, parent, insert] as const),
);

it.each(cases)(
  '%s that names one of the %s while it is being deleted waits, and is then refused',
  async (_, parent, insert) => {
    const of = await rows();
    const deleter = await app.db.connect();
    await deleter.query('BEGIN');
    await deleter.query(`SELECT FROM ${parent} WHERE id = $1 FOR UPDATE`, [of[parent]]);
    await deleter.query(`UPDATE ${parent} SET deleted_at = now() WHERE id = $1`, [of[parent]]);
    const asked = insert(of);
    // It saw the parent before it waited for the lock.
    let waits = false;
    while (!waits) {
      await sleep(5);
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      waits = ((await deleter.query(waiting)).rowCount ?? 0) > 0;
    }
    await deleter.query('COMMIT');
    deleter.release();
    const { status, body } = await asked;
    // For the other test: the rows of this parent existed before.
    await app.db.query(`UPDATE ${parent} SET deleted_at = NULL WHERE id = $1`, [of[parent]]);
    expect([400, 404, 409]).toContain(status);
    expect(body).toMatchObject({
      code: expect.stringMatching(/^(VALIDATION|NOT_FOUND|CONFLICT)$/) as string,
    });
  },
);

/** Rows that must not exist: each has a deleted parent. */
const orphans = `
  SELECT 'login' AS what FROM logins c JOIN sites p ON p.id = c.site_id WHERE c.deleted_at IS NULL AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'login' FROM logins c JOIN realms p ON p.id = c.realm_id WHERE c.deleted_at IS NULL AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'event' FROM events c JOIN sites p ON p.id = c.site_id WHERE c.deleted_at IS NULL AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'user' FROM users c JOIN realms p ON p.id = c.realm_id WHERE p.deleted_at IS NOT NULL
  UNION ALL SELECT 'task' FROM tasks c JOIN logins p ON p.id = c.login_id WHERE c.unfinished AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'task' FROM tasks c JOIN events p ON p.id = c.event_id WHERE c.unfinished AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'task' FROM tasks c JOIN realms p ON p.id = c.realm_id WHERE c.unfinished AND p.deleted_at IS NOT NULL
  UNION ALL SELECT 'member' FROM pool_members c JOIN logins p ON p.id = c.login_id WHERE p.deleted_at IS NOT NULL
  UNION ALL SELECT 'template login' FROM template_logins c JOIN logins p ON p.id = c.login_id WHERE p.deleted_at IS NOT NULL
  UNION ALL SELECT 'link' FROM queue_links c JOIN logins p ON p.id = c.login_id WHERE c.deleted_at IS NULL AND p.deleted_at IS NOT NULL`;

const deletions: Record<Parent, (of: Rows) => Promise<Answer<unknown>>> = {
  logins: ({ logins }) => ask('DELETE', `/logins/${logins}`),
  events: ({ events }) => ask('DELETE', `/events/${events}`),
  sites: ({ sites }) => ask('DELETE', `/sites/${sites}`),
  realms: ({ realms }) => ask('DELETE', `/realms/${realms}`),
};

it(
  'deletions and whatever names their rows, in any order at once, leave nothing on what is deleted',
  async () => {
    const timed = <T>(values: readonly T[]) =>
      fc.record({ what: fc.constantFrom(...values), after: fc.nat(8) });
    const parents = Object.keys(deletions) as Parent[];
    await fc.assert(
      fc.asyncProperty(
        fc.array(timed(parents), { minLength: 1, maxLength: 4 }),
        fc.array(timed(inserts), { minLength: 1, maxLength: 5 }),
        async (deleting, inserting) => {
          const of = await rows();
          // A realm or a site can only be deleted when no rows of the round belong to it.
          if (deleting.some(({ what }) => what === 'sites' || what === 'realms')) {
            await app.db.query('UPDATE logins SET deleted_at = now() WHERE id = $1', [of.logins]);
            await app.db.query('UPDATE events SET deleted_at = now() WHERE id = $1', [of.events]);
          }
          const responses = await Promise.all([
            ...deleting.map(({ what, after }) => sleep(after).then(() => deletions[what](of))),
            ...inserting.map(({ what: [, , insert], after }) => sleep(after).then(() => insert(of))),
          ]);
          for (const { status } of responses) expect([200, 201, 204, 400, 404, 409]).toContain(status);
          expect((await app.db.query(orphans)).rows).toEqual([]);
        },
      ),
      { numRuns: rounds(200) },
    );
  },
  RACE_MS,
);
