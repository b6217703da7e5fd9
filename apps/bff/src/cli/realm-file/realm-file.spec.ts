import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ADMIN, startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { runCommand } from '../run';

/** A realm with something of each kind, and its file. */
async function furnished(app: TestApp, name: string): Promise<number> {
  const realm = await make.realm(app, { name });
  const site = await make.site(app, { name: `${name} Tickets`, url: 'https://tickets.example' });
  const event = await make.event(app, site, { guid: `${name} derby`, max_per_customer: 4 });
  const pool = await make.pool(app, realm, site, { name: 'Regulars' });
  await make.login(app, realm, site, { email: 'buyer@quayside.example' });
  await make.template(app, realm, site, event, { name: 'VIP', pool_id: pool });
  await make.user(app, 'realm_user', realm, { duties: ['pay'] });
  await make.insert(app, 'webhooks', {
    realm_id: realm,
    name: 'Desk',
    url: 'https://desk.example/tessera',
    topics: ['orders'],
    event_ids: [event],
  });
  return realm;
}

describe('a realm from a file', () => {
  let app: TestApp;
  let folder: string;
  let out: string;
  let err: string;
  beforeAll(async () => {
    app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'on' });
    folder = mkdtempSync(path.join(tmpdir(), 'tessera-realm-file-'));
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => {
    [out, err] = ['', ''];
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true));
  });
  afterEach(() => jest.restoreAllMocks());

  const file = (name: string) => path.join(folder, name);
  const tessera = (...args: string[]) => {
    [out, err] = ['', ''];
    return runCommand(args, {
      DATABASE_URL: app.databaseUrl,
      TOKEN_SECRET: 'a secret of the tests alone, long enough',
      SEALING_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
      WEBHOOK_ALLOW_PRIVATE: 'on',
      USER: 'robin',
    });
  };
  /** Exports a realm, with some of its text replaced, to a file. */
  const exported = async (realm: string, name: string, ...edits: [string, string][]) => {
    expect(await tessera('export-realm', realm)).toBe(0);
    const text = edits.reduce((before, [from, to]) => {
      expect(before).toContain(from);
      return before.replace(from, to);
    }, out);
    writeFileSync(file(name), text);
    return text;
  };

  it('is exported without logins and secrets, and plans to nothing', async () => {
    await furnished(app, 'Quayside');
    const text = await exported('quayside', 'realm.yaml');
    expect(text).not.toMatch(/password|secret|buyer@/);
    expect(await tessera('plan', file('realm.yaml'), '--delete')).toBe(0);
    expect(out).toBe('Nothing to change.\n');
    expect(await exported('Quayside', 'again.yaml')).toBe(text);
  });

  it('is planned, and applied by the plan', async () => {
    await furnished(app, 'Harbour');
    await exported(
      'Harbour',
      'realm.yaml',
      ['max_tasks: 1000', 'max_tasks: 60'],
      ['worker_count: 1', 'worker_count: 6'],
    );
    expect(await tessera('plan', file('realm.yaml'), '--out', file('plan.json'))).toBe(2);
    expect(out).toContain('~ realm "Harbour"\n    max_tasks: 1000 → 60\n');
    expect(out).toContain('~ template "VIP"\n    worker_count: 1 → 6\n');
    expect(out).toContain('0 to add, 2 to change, 0 to remove.\n');
    expect(await tessera('apply', file('plan.json'))).toBe(0);
    expect(await tessera('plan', file('realm.yaml'))).toBe(0);
    const { rows } = await app.db.query(
      "SELECT who, actor_kind, after FROM audit WHERE action = 'template.update' ORDER BY id DESC LIMIT 1",
    );
    expect(rows).toEqual([
      { who: 'tessera apply by robin', actor_kind: 'system', after: { worker_count: 6 } },
    ]);
    expect(await tessera('apply', file('plan.json'))).toBe(1);
    expect(err).toContain('realm "Harbour" was changed');
    writeFileSync(file('plan.json'), readFileSync(file('plan.json'), 'utf8').replace('60', '61'));
    expect(await tessera('apply', file('plan.json'))).toBe(1);
    expect(err).toContain('The plan was changed after it was made');
  });

  it('is applied at once with --yes, in the name of an administrator who invites', async () => {
    writeFileSync(
      file('new.yaml'),
      'version: 1\nrealm: { name: New Desk, max_tasks: 3 }\npeople: [{ email: owner@new.example, role: realm_owner }]\n',
    );
    expect(await tessera('apply', file('new.yaml'))).toBe(2);
    expect(out).toContain('+ person "owner@new.example" (invited)');
    expect(out).toContain('Nothing was changed: repeat it with --yes to apply this.');
    expect(await tessera('apply', file('new.yaml'), '--yes')).toBe(1);
    expect(err).toContain('name their e-mail with --as');
    expect(await tessera('apply', file('new.yaml'), '--yes', '--as', ADMIN.email)).toBe(0);
    const [, token] = /invitation of owner@new\.example: \S*#invitation=(\S+)/.exec(out) ?? [];
    const offer = { body: { invitation_token: token } };
    const { body } = await app.http<{ invited_by: string }>('POST', '/api/auth/invitation', offer);
    expect(body).toMatchObject({ realm_name: 'New Desk', role: 'realm_owner', email: 'owner@new.example' });
    expect(await tessera('apply', file('new.yaml'), '--yes', '--as', ADMIN.email)).toBe(0);
    expect(out).toBe('Nothing to change.\n');
  });

  it('says what is wrong with arguments, files and the tables', async () => {
    expect(await tessera('plan')).toBe(1);
    expect(await tessera('plan', file('new.yaml'), '--everything')).toBe(1);
    expect(await tessera('apply')).toBe(2);
    expect(await tessera('export-realm', 'Nobody')).toBe(1);
    expect(err).toContain('There is no realm "Nobody"');
    writeFileSync(file('wrong.json'), '{}');
    expect(await tessera('apply', file('wrong.json'))).toBe(1);
    expect(err).toContain('is no plan');
    // The last test of this database.
    await app.db.query(
      "UPDATE migrations SET name = name || ' later' WHERE id = (SELECT max(id) FROM migrations)",
    );
    expect(await tessera('export-realm', 'New Desk')).toBe(1);
    expect(err).toContain('The tables are behind this version: run tessera migrate');
  });
});
