import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ADMIN, startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { rehearse, rehearsing, SANDBOX } from '../../../test/rehearsal';
import { printPlan } from './print-plan';
import { RealmFiles } from './realm-files';
import { parseRealmFile, printRealmFile } from './yaml';

const parse = (text: string) => parseRealmFile(Buffer.from(text), 'realm.yaml');
const GUIDE = path.join(__dirname, '../../../../../docs/operate/realm-file.md');

describe('a realm from a file, and what is there already', () => {
  let app: TestApp;
  let files: RealmFiles;
  beforeAll(async () => {
    app = await startApp({ SANDBOX_URL: SANDBOX });
    files = new RealmFiles(app.nest);
  });
  afterAll(() => app.close());

  const wanted = (text: string, options: { delete?: boolean; realm?: string } = {}) => ({
    delete: false,
    ...options,
    file: parse(`version: 1\n${text}`),
  });
  const plan = async (...args: Parameters<typeof wanted>) => printPlan(await files.plan(wanted(...args)));
  const apply = (text: string, by = ADMIN.email) => files.apply(wanted(text), by);
  /** A realm and the section of a file that names it. */
  const named = async (name: string) => ({
    id: await make.realm(app, { name }),
    text: `realm: { name: ${name} }\n`,
  });

  it('makes the realm of the guide, whose file then changes nothing', async () => {
    const [, example = ''] = /```yaml\n([\s\S]*?)```/.exec(readFileSync(GUIDE, 'utf8')) ?? [];
    const file = parse(example);
    const made = await files.plan({ file, delete: false });
    expect(made.changes.map(({ does, kind }) => `${does} ${kind}`)).toEqual([
      'create realm',
      'create site',
      'create event',
      'invite person',
      'invite person',
      'create template',
      'create webhook',
    ]);
    const { shownOnce } = await files.apply({ file, delete: false }, ADMIN.email);
    expect(shownOnce).toEqual([
      expect.stringMatching(/^invitation of .*#invitation=ti_/),
      expect.stringMatching(/^invitation of /),
      expect.stringMatching(/^secret of the webhook "Ticket desk": whsec_/),
    ]);
    expect(printPlan(await files.plan({ file, delete: true }))).toEqual(['Nothing to change.']);
    const { file: exported } = await files.export(file.realm.name);
    expect(parse(printRealmFile(exported, []))).toEqual(file);
  });

  it('requires single sign-on only where there is a provider, as the page does', async () => {
    const mine = await named('Signed on');
    const text = (only: boolean) => `realm: { name: Signed on, single_sign_on_only: ${only} }\n`;
    await expect(plan(text(true))).rejects.toThrow('has no identity provider to sign in through');
    await expect(plan('realm: { name: New, single_sign_on_only: true }\n')).rejects.toThrow(
      'no identity provider',
    );
    await make.insert(app, 'identity_providers', {
      realm_id: mine.id,
      name: 'Quayside',
      issuer: 'https://login.quayside.example',
      client_id: 'console',
      scopes: 'openid',
    });
    expect(await plan(text(true))).toContain('    single_sign_on_only: false → true');
    await apply(text(true));
    const { file } = await files.export('Signed on');
    expect(file.realm.single_sign_on_only).toBe(true);
    expect(await plan(text(true))).toEqual(['Nothing to change.']);
    await apply(text(false));
    expect((await files.export('Signed on')).file.realm.single_sign_on_only).toBe(false);
  });

  it('refuses administrators, and people of another realm by its name', async () => {
    const mine = await named('People');
    const other = await make.realm(app, { name: 'The Others' });
    const { email } = await make.user(app, 'realm_user', other);
    await expect(
      plan(`${mine.text}people: [{ email: ${email} }, { email: ${ADMIN.email} }]`),
    ).rejects.toThrow(
      `person ${email}: belongs to the realm "The Others"\nperson ${ADMIN.email}: is an administrator, whom no file changes`,
    );
  });

  it('invites who has no account, also who was erased, and takes in who waits for a realm', async () => {
    const mine = await named('Newcomers');
    const admin = await make.admin(app);
    const erased = await make.user(app, 'realm_user', mine.id);
    await app.http('DELETE', `/api/users/${erased.id}`, { token: admin.token });
    const waiting = await make.user(app, 'realm_user', null);
    const text = `${mine.text}people: [{ email: ${erased.email}, role: realm_owner }, { email: ${waiting.email}, duties: [pay] }]`;
    await expect(apply(text, 'robin')).rejects.toThrow('who invites must be an enabled administrator');
    const { shownOnce } = await apply(text);
    expect(await plan(text, { delete: true })).toEqual(['Nothing to change.']);
    const token = /invitation=(\S+)$/.exec(shownOnce[0] ?? '')?.[1];
    const body = { email: erased.email, password: make.PASSWORD, name: 'Back', invitation_token: token };
    expect((await app.http('POST', '/api/auth/register', { body })).status).toBe(201);
    expect(await plan(text, { delete: true })).toEqual(['Nothing to change.']);
    const { rows } = await app.db.query('SELECT role, realm_id FROM users WHERE email = $1', [erased.email]);
    expect(rows).toEqual([{ role: 'realm_owner', realm_id: mine.id }]);
    const joined = await app.db.query('SELECT realm_id, duties FROM users WHERE id = $1', [waiting.id]);
    expect(joined.rows).toEqual([{ realm_id: mine.id, duties: ['pay'] }]);
  });

  it('replaces an outstanding invitation that offers something else', async () => {
    const mine = await named('Offers');
    const person = (rest: string) => `${mine.text}people: [{ email: new@quayside.example${rest} }]`;
    await apply(person(', duties: [pay]'));
    expect(await plan(person(''))).toEqual(['Nothing to change.']);
    expect(await plan(person(', role: realm_owner'))).toEqual([
      '~ invitation "new@quayside.example"',
      '    role: "realm_user" → "realm_owner"',
      '    duties: ["pay"] → []',
      '0 to add, 1 to change, 0 to remove.',
    ]);
    await apply(person(', role: realm_owner'));
    const { rows } = await app.db.query(
      'SELECT role, revoked_at IS NOT NULL AS revoked FROM invitations WHERE realm_id = $1 ORDER BY id',
      [mine.id],
    );
    expect(rows).toEqual([
      { role: 'realm_user', revoked: true },
      { role: 'realm_owner', revoked: false },
    ]);
  });

  it('adds nothing to a suspended realm, works in a paused one, and makes a deleted one again', async () => {
    const mine = await named('Resting');
    const site = await make.site(app, { name: 'Resting Site' });
    expect(site).toBeGreaterThan(0);
    const templates = 'templates: [{ name: VIP, site: Resting Site }]';
    await apply('realm: { name: Resting, status: suspended }');
    await expect(plan(`${mine.text}${templates}`)).rejects.toThrow('template "VIP": This realm is suspended');
    await apply(`realm: { name: Resting, status: active, max_tasks: 0 }\n${templates}`);
    const admin = await make.admin(app);
    const pause = { realm_id: mine.id, reason: 'A bad hour' };
    expect((await app.http('POST', '/api/pauses', { token: admin.token, body: pause })).status).toBe(200);
    await apply(
      'realm: { name: Resting, status: suspended }\ntemplates: [{ name: VIP, site: Resting Site, worker_count: 3 }]',
    );
    expect((await app.http('DELETE', `/api/realms/${mine.id}`, { token: admin.token })).status).toBe(204);
    expect((await plan(mine.text))[0]).toBe('+ realm "Resting"');
    await expect(files.export('Resting')).rejects.toThrow('There is no realm "Resting"');
  });

  it('never touches a rehearsal realm', async () => {
    await make.site(app, { url: SANDBOX });
    const mine = await rehearsing(app);
    await rehearse(mine);
    const { rows } = await app.db.query<{ name: string }>(
      'SELECT name FROM realms WHERE parent_realm_id = $1',
      [mine.realmId],
    );
    await expect(files.export(rows[0]?.name ?? '')).rejects.toThrow('There is no realm');
  });

  it('lowers a limit below its use, and recognizes names in another case', async () => {
    const mine = await named('Case');
    const site = await make.site(app, { name: 'Case Site' });
    await make.login(app, mine.id, site);
    await make.insert(app, 'templates', { realm_id: mine.id, site_id: site, name: 'VIP' });
    await make.insert(app, 'templates', { realm_id: mine.id, site_id: site, name: 'vip' });
    const text =
      'realm: { name: CASE, max_logins: 0 }\ntemplates: [{ name: vip, seats_per_worker: 2 }, { name: Vip, site: case site }]';
    expect(await plan(text)).toEqual([
      '~ realm "Case"',
      '    name: "Case" → "CASE"',
      '    max_logins: 1000 → 0',
      '~ template "vip"',
      '    seats_per_worker: 1 → 2',
      '~ template "Vip"',
      '    name: "VIP" → "Vip"',
      '0 to add, 3 to change, 0 to remove.',
    ]);
    await apply(text);
    expect(await plan(text, { delete: true })).toEqual(['Nothing to change.']);
    expect((await plan('realm: { name: Renamed }', { realm: 'case' }))[1]).toBe(
      '    name: "CASE" → "Renamed"',
    );
  });

  it('removes people, templates and webhooks with --delete alone, of the sections that the file has', async () => {
    const mine = await named('Leavers');
    const site = await make.site(app, { name: 'Leavers Site' });
    await make.insert(app, 'templates', { realm_id: mine.id, site_id: site, name: 'Old' });
    const leaver = await make.user(app, 'realm_user', mine.id);
    const text = `${mine.text}people: []\nwebhooks: []`;
    expect(await plan(text)).toEqual(['Nothing to change.']);
    const removal = [`- person "${leaver.email}"`, '0 to add, 0 to change, 1 to remove.'];
    expect(await plan(text, { delete: true })).toEqual(removal);
    await files.apply(wanted(text, { delete: true }), 'robin');
    const { rows } = await app.db.query('SELECT name FROM templates WHERE realm_id = $1', [mine.id]);
    expect(rows).toEqual([{ name: 'Old' }]);
    expect((await app.http('GET', '/api/me', { token: leaver.token })).status).toBe(401);
  });

  it('refuses inner addresses, secret ones and more webhooks than a realm has', async () => {
    const mine = await named('Hooks');
    const hook = (name: string, rest: string) => `{ name: ${name}, topics: [orders], ${rest} }`;
    await expect(
      plan(`${mine.text}webhooks: [${hook('Inner', 'url: "https://127.0.0.1/"')}]`),
    ).rejects.toThrow('webhook "Inner": url must not be in an internal network');
    await expect(
      plan(`${mine.text}webhooks: [${hook('Slack', 'format: slack, url: "https://8.8.8.8/secret"')}]`),
    ).rejects.toThrow('the address of the format slack is a secret');
    const all = Array.from({ length: 21 }, (_, index) => hook(`Hook ${index}`, 'url: "https://8.8.8.8/"'));
    await expect(plan(`${mine.text}webhooks: [${all.join(', ')}]`)).rejects.toThrow('at most 20 webhooks');
  });

  it('refuses what is named twice, in whatever case, and what is not there', async () => {
    const mine = await named('Twice');
    const site = await make.site(app, { name: 'Twice Site' });
    await make.login(app, mine.id, site, { email: 'one@quayside.example' });
    const text = `${mine.text}people: [{ email: A@b.example }, { email: a@B.example }]
templates:
  - { name: A, site: Twice Site, logins: [one@quayside.example, ONE@quayside.example] }
  - { name: B, site: Twice Site, pool: Nobody }
  - { name: C, site: No Site }
  - { name: D, site: twice site, event: e9 }
webhooks: [{ name: W, url: "https://8.8.8.8/", topics: [orders], sites: [Twice Site, twice site] }]`;
    await expect(plan(text)).rejects.toThrow(
      [
        'people: an e-mail is in the file twice, ignoring how it is written',
        'template "A": names a login twice',
        'template "B": "Nobody" names no pool of its site',
        'template "C": "No Site" names no site',
        'template "D": "e9" is no event of the site "Twice Site"',
        'webhook "W": names a site twice',
      ].join('\n'),
    );
    await expect(plan(`${mine.text}sites: [{ name: S }, { name: s }]`)).rejects.toThrow(
      '"s" is in the file twice',
    );
  });

  it('leaves out what no file can describe, and refuses to change it', async () => {
    const mine = await named('Ruins');
    const site = await make.site(app, { name: 'Ruins Site' });
    const event = await make.event(app, site);
    await make.template(app, mine.id, site, event, { name: 'Lost' });
    await app.db.query('UPDATE events SET deleted_at = now() WHERE id = $1', [event]);
    const { file, leftOut } = await files.export('Ruins');
    expect(file.templates).toEqual([]);
    expect(leftOut).toEqual(['template "Lost": its event was deleted']);
    await expect(plan(`${mine.text}templates: [{ name: lost, site: Ruins Site }]`)).rejects.toThrow(
      'template "lost": its event was deleted: change it in the console',
    );
  });

  it('is refused whole when one step is, and applied once by two at a time', async () => {
    const mine = await named('Two');
    await make.site(app, { name: 'Two Site' });
    const broken = `realm: { name: Two, max_tasks: 5 }\nevents: [{ site: Two Site, guid: e1, name: One }]\nwebhooks: [{ name: W, url: "https://10.0.0.1/", topics: [orders] }]`;
    await expect(apply(broken)).rejects.toThrow('internal network');
    expect((await app.db.query('SELECT max_tasks FROM realms WHERE id = $1', [mine.id])).rows).toEqual([
      { max_tasks: 1000 },
    ]);
    const made = await files.plan(
      wanted(`${mine.text}events: [{ site: Two Site, guid: e1, name: One, max_per_customer: 2 }]`),
    );
    const beside = await startBeside(app);
    const both = await Promise.allSettled(
      [files, new RealmFiles(beside.nest)].map((each) => each.apply(made, 'robin', made)),
    );
    await beside.close();
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(String(both.find(({ status }) => status === 'rejected')?.['reason' as never])).toContain(
      'event "e1" is new',
    );
  });

  it.each([
    [
      'a field that there is not',
      'realm:\n  name: A\n  colour: red',
      'realm.yaml:4: realm.colour: realm.colour is not',
    ],
    ['a field in another spelling', 'realm: { name: A, maxTasks: 5 }', 'realm.yaml:2: realm.maxTasks: '],
    [
      'a wrong value',
      'realm: { name: A }\nsites:\n  - name: S\n    enabled: yes',
      'realm.yaml:5: sites.0.enabled: enabled must be one of 0, 1',
    ],
    [
      'a secret',
      'realm: { name: A }\nwebhooks:\n  - name: W\n    secret: x',
      'realm.yaml:5: webhooks.0.secret: ',
    ],
    ['the same key twice', 'realm: { name: A }\nrealm: { name: B }', 'realm.yaml:3: Map keys must be unique'],
    ['an alias', 'realm: &a { name: A }\nsites: [*a]', 'realm.yaml:3: the alias *a is not allowed'],
    ['a tag', 'realm: { name: !!js/function "f" }', 'realm.yaml:2: Unresolved tag'],
    [
      'an administrator',
      'realm: { name: A }\npeople:\n  - { email: a@b.example, role: admin }',
      'realm.yaml:4: people.0.role: ',
    ],
    ['no realm', 'sites: []', 'realm.yaml:1: realm: '],
    ['too much nesting', `sites: ${'['.repeat(100_000)}`, 'nested too deeply'],
    ['too much of it', `# ${'x'.repeat(1024 * 1024)}`, 'realm.yaml is larger than 1024 KB'],
  ])('names the line and the field of %s', (_, text, message) => {
    expect(() => parse(`version: 1\n${text}`)).toThrow(message);
  });
});
