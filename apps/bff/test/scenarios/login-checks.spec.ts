import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { LoginCheckDto } from '../../src/workers/login-checks.dto';
import { startApp, type TestApp } from '../app';
import { defined } from '../defined';
import { changedTables, dump } from '../dump';
import { event, insert, realm, site, user } from '../factories';
import { until } from '../work';
import { EVENT, Floor } from './floor';

/** Eight accounts of the sandbox; five can't sign in. */
const faults: Readonly<Record<string, 'wrong_password' | 'locked' | 'code_needed'>> = {
  'desk-02@quayside.example': 'wrong_password',
  'desk-03@quayside.example': 'locked',
  'desk-05@quayside.example': 'code_needed',
  'desk-07@quayside.example': 'wrong_password',
  'desk-08@quayside.example': 'locked',
};
const emails = Array.from(
  { length: 8 },
  (_, index) => `desk-${String(index + 1).padStart(2, '0')}@quayside.example`,
);

/** Between two checks, at the 60 a minute that the site of this spec allows. */
const GAP_MS = 1000;

describe('the check of planned logins by the reference worker', () => {
  let app: TestApp;
  let floor: Floor;
  beforeAll(async () => {
    app = await startApp();
    floor = new Floor(app);
    await floor.open();
  });
  afterAll(async () => {
    await floor.close();
    await app.close();
  });

  /** Every row of the site, as text. */
  function dumpSite(): string {
    const db = new DatabaseSync(join(floor.data, 'sandbox.sqlite'), { readOnly: true });
    const tables = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").all();
    const rows = tables.map(({ name }) => [name, db.prepare(`SELECT * FROM "${String(name)}"`).all()]);
    db.close();
    return JSON.stringify(rows);
  }

  it('finds exactly five planted faults, signs in once with each login at the pace of the site, and changes nothing else', async () => {
    const accounts = Object.fromEntries(
      Object.entries(faults).filter(([, fault]) => fault !== 'wrong_password'),
    );
    const overrides = { sign_in_ms: 0 };
    await floor.site('POST', '/api/scenario', { name: 'calm', seed: 7, reset: true, overrides, accounts });
    const realmId = await realm(app);
    const { token } = await user(app, 'realm_owner', realmId);
    const siteId = await site(app, { url: floor.url });
    await app.db.query(`UPDATE sites SET config = '{"checks_per_minute": 60}' WHERE id = $1`, [siteId]);
    const eventId = await event(app, siteId, { guid: EVENT });
    for (const email of emails) {
      const right = `quayside-${email.slice(5, 7)}`;
      const { body } = await app.http<{ id: number }>('POST', `/api/sites/${siteId}/logins`, {
        token,
        body: { email, password: faults[email] === 'wrong_password' ? 'mistyped' : right },
      });
      await insert(app, 'tasks', {
        realm_id: realmId,
        site_id: siteId,
        event_id: eventId,
        login_id: body.id,
      });
    }
    const path = `/api/events/${eventId}/login-check`;
    const read = async () => (await app.http<LoginCheckDto>('GET', path, { token })).body;
    await until(async () => (await read()).workers > 0, 'a worker that can check is connected');
    const last = await app.db.query<{ id: string }>('SELECT max(id) AS id FROM audit');
    const [siteBefore, before] = [dumpSite(), await dump(app)];

    await app.http('POST', path, { token });
    let check = await read();
    await until(async () => {
      check = await read();
      return check.waiting + check.running === 0;
    }, 'all are checked');

    expect(Object.fromEntries(check.logins.map(({ login, state }) => [login, state]))).toEqual(
      Object.fromEntries(emails.map((email) => [email, faults[email] ?? 'active'])),
    );
    expect(check).toMatchObject({ planned: 8, active: 3, wrong_password: 2, locked: 2, code_needed: 1 });
    const signIns = (await floor.site('GET', '/api/sign-ins')) as { at: string; account: string }[];
    expect(signIns.map(({ account }) => account)).toEqual(emails);
    // By the site's log no login came before its turn: the first after its check was leased, then one a second.
    const { rows } = await app.db.query<{ first: Date }>(
      'SELECT min(leased_at) AS first FROM login_checks WHERE site_id = $1',
      [siteId],
    );
    const first = defined(rows[0]).first.getTime();
    const early = signIns.filter(({ at }, index) => Date.parse(at) < first + index * GAP_MS);
    expect(early).toEqual([]);
    expect(dumpSite()).toBe(siteBefore);
    // The versions of lists are counted, so that the list of logins is read again.
    expect(changedTables(before, await dump(app)).sort()).toEqual([
      'public.audit',
      'public.list_versions',
      'public.login_checks',
    ]);
    const recorded = await app.db.query<{ action: string }>(
      'SELECT action FROM audit WHERE realm_id = $1 AND id > $2 ORDER BY id',
      [realmId, defined(last.rows[0]).id],
    );
    expect(recorded.rows.map(({ action }) => action)).toEqual([
      'event.login_check',
      ...emails.map(() => 'login.open'),
    ]);
  });
});
