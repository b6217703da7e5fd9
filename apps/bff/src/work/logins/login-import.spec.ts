import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { csv, importLogins } from '../../../test/login-import';
import type { LoginImportDto } from './login-import.dto';
import type { LoginDto } from './logins.dto';

type ApiError = { code: string; message: string; details?: { field: string }[]; context?: object };

describe('POST /api/sites/{id}/logins/import', () => {
  let app: TestApp;
  let realm: number;
  let owner: string;
  let site: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app, { max_logins: 3 });
    owner = (await make.user(app, 'realm_owner', realm)).token;
    site = await make.site(app);
  });

  const send = <T = LoginImportDto>(text: string, query = '', token = owner) =>
    importLogins<T>(app, site, token, text, query);
  const kept = async () =>
    (await app.db.query('SELECT id FROM logins WHERE realm_id = $1', [realm])).rowCount;

  it('creates a login for each row, and seals its secrets', async () => {
    const file = csv(
      '\uFEFFemail,name,supporterId,seats_to_set,password,card',
      'ann@quayside.example,"Ann, the first",S-1,2,open-sesame,tok_visa_4242',
      '',
      'bo@quayside.example,,,,,',
    );
    const { status, body } = await send(file);
    expect(status).toBe(200);
    expect(body).toMatchObject({ dry_run: false, rows: 2, valid: 2, errors: [] });
    const [ann, bo] = await Promise.all(
      body.ids.map(
        async (id) => (await app.http<LoginDto>('GET', `/api/logins/${id}`, { token: owner })).body,
      ),
    );
    expect(ann).toMatchObject({
      email: 'ann@quayside.example', name: 'Ann, the first', supporter_id: 'S-1', seats_to_set: 2, realm_id: realm,
      password: { set: true, hint: null }, card: { set: true, hint: '•••• 4242' },
    }); // prettier-ignore
    expect(bo).toMatchObject({ name: 'bo@quayside.example', password: { set: false } });
    const { rows } = await app.db.query<{ text: string }>(
      `SELECT to_jsonb(a)::text AS text FROM audit a WHERE action = 'login.import' AND realm_id = $1
       UNION ALL SELECT to_jsonb(l)::text FROM logins l WHERE realm_id = $1`,
      [realm],
    );
    expect(rows).toHaveLength(4);
    expect(JSON.stringify([body, rows])).not.toMatch(/open-sesame|tok_visa/);
  });

  const faulty = csv(
    'email,age,status,card,basket',
    'ann@quayside.example,31,active,,',
    'nobody,old,asleep,4242 4242 4242 4242,https://elsewhere.example/b',
    'ANN@quayside.example,,,,',
    'bo@quayside.example,,,,https://elsewhere.example/b',
    'cleo@quayside.example,1,active,,,one too many',
  );

  it('returns the errors of a dry run by row and field, and saves nothing', async () => {
    const { status, body } = await send(faulty, '?dry_run=true');
    expect(status).toBe(200);
    expect(body).toMatchObject({ dry_run: true, rows: 5, valid: 1, ids: [] });
    expect(body.errors.map(({ row, field }) => `${row} ${field}`)).toEqual([
      '3 card',
      '4 email',
      '5 basket',
      '6 row',
    ]);
    expect(JSON.stringify(body)).not.toContain('4242');
    const { body: fine } = await send(csv('email', 'ann@quayside.example'), '?dry_run=true');
    expect(fine).toMatchObject({ valid: 1, ids: [], errors: [] });
    expect(await kept()).toBe(0);
  });

  it('returns the code and parameters of the rule that a row breaks', async () => {
    await send(csv('email', 'ann@quayside.example'));
    const rows = csv(
      'email,age',
      'ann@quayside.example,',
      'bo@quayside.example,',
      'bo@quayside.example,',
      'cy@quayside.example,old',
      'di@quayside.example,7,8',
    );
    const { body } = await send(rows, '?dry_run=true');
    expect(
      body.errors.toSorted((a, b) => a.row - b.row).map(({ row, code, params }) => [row, code, params]),
    ).toEqual([
      [2, 'TAKEN', {}],
      [4, 'REPEATED_IN_FILE', { row: 3 }],
      [5, 'NOT_WHOLE_NUMBER', {}],
      [6, 'TOO_MANY_CELLS', {}],
    ]);
  });

  it('imports all rows or none', async () => {
    const { status, body } = await send<ApiError>(faulty);
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', '3.card']);
    expect(await kept()).toBe(0);
  });

  it('names every invalid field of a row', async () => {
    const { body } = await send(csv('email,age,status', 'nobody,old,asleep'), '?dry_run=1');
    expect(body.errors.map(({ field }) => field).sort()).toEqual(['age', 'email', 'status']);
  });

  it('applies the limit exactly, also in a dry run', async () => {
    const lines = ['a', 'b', 'c', 'd'].map((name) => `${name}@quayside.example`);
    for (const query of ['?dry_run=true', '']) {
      const { status, body } = await send<ApiError>(csv('email', ...lines), query);
      expect([status, body.code, body.context]).toEqual([
        409,
        'LIMIT_REACHED',
        { limit: 3, used: 0, asked: 4, name: 'max_logins' },
      ]);
    }
    expect(await kept()).toBe(0);
    expect((await send(csv('email', ...lines.slice(1)))).body.ids).toHaveLength(3);
  });

  it.each([';', '\t'])('accepts files of spreadsheets with the separator %j', async (separator) => {
    const lines = [
      ['email', 'name', 'members'],
      ['ann@quayside.example', 'Ann', 'Ann, Bo'],
    ];
    const { status, body } = await send(csv(...lines.map((cells) => cells.join(separator))));
    expect(body.separator).toBe(separator);
    expect(status).toBe(200);
    const { body: ann } = await app.http<LoginDto>('GET', `/api/logins/${body.ids[0]}`, { token: owner });
    expect(ann).toMatchObject({ name: 'Ann', members: 'Ann, Bo' });
  });

  it.each([
    [
      'a title with commas between semicolons',
      'email;Name (last, first, title);age',
      { age: 41 },
      '?columns={"Name (last, first, title)":"name"}',
    ],
    [
      'titles as the console writes them',
      'E-mail,Supporter id,Seats to set,Payment token',
      { supporter_id: '41', seats_to_set: 2 },
      '',
    ],
    ['German titles', 'E-Mail;Fannummer;Zu kaufende Anzahl', { supporter_id: '41', amount_to_buy: 2 }, ''],
    ['capitals and spaces', ' Email ,NAME', { name: '41' }, ''],
  ])('understands %s', async (_, header, expected, query) => {
    const line = ['ann@quayside.example', '41', '2', 'tok_9'].slice(0, header.split(/;|,(?! )/).length);
    const cells =
      header.includes(';') && header.includes('Name (') ? ['ann@quayside.example', 'Ann', '41'] : line;
    const { status, body } = await send(
      csv(header, cells.join(header.includes(';') ? ';' : ',')),
      encodeURI(query),
    );
    expect([status, body.errors]).toEqual([200, []]);
    const { body: ann } = await app.http<LoginDto>('GET', `/api/logins/${body.ids[0]}`, { token: owner });
    expect(ann).toMatchObject(expected);
  });

  it('does not import the same file twice', async () => {
    const file = csv('email', 'ann@quayside.example');
    await send(file);
    expect((await send<ApiError>(file)).body.details?.[0]?.field).toBe('2.email');
  });

  it('returns the outcome of each row, and with `update` changes existing logins', async () => {
    const first = csv(
      'email,name,seats_to_set,password',
      'ann@quayside.example,Ann,2,open-sesame',
      'bo@quayside.example,Bo,,',
    );
    const { body: made } = await send(first);
    const again = csv(
      'email,name,seats_to_set,password',
      'cleo@quayside.example,Cleo,1,',
      'ANN@quayside.example,,4,another-secret',
      'bo@quayside.example,Bo,,',
      'nobody,,,',
      'dora@quayside.example,,many,',
    );
    const dry = (await send(again, '?dry_run=true&update=true')).body;
    expect(dry.results).toEqual([
      { row: 2, email: 'cleo@quayside.example', outcome: 'new', fields: ['email', 'name', 'seats_to_set'] },
      { row: 3, email: 'ann@quayside.example', outcome: 'changed', fields: ['seats_to_set', 'password'] },
      { row: 4, email: 'bo@quayside.example', outcome: 'unchanged', fields: [] },
      { row: 5, email: null, outcome: 'faulty', fields: [] },
      { row: 6, email: 'dora@quayside.example', outcome: 'faulty', fields: [] },
    ]);
    expect(dry.errors.map(({ row, field }) => [row, field])).toEqual([
      [5, 'email'],
      [6, 'seats_to_set'],
    ]);

    const { status, body } = await send(again.slice(0, again.indexOf('\r\nnobody')), '?update=true');
    expect([status, body.valid, body.ids.length]).toEqual([200, 3, 1]);
    const { body: ann } = await app.http<LoginDto>('GET', `/api/logins/${made.ids[0]}`, { token: owner });
    expect(ann).toMatchObject({ name: 'Ann', email: 'ann@quayside.example', seats_to_set: 4 });
    expect(ann.password.set).toBe(true);
    const { rows } = await app.db.query<{ after: { changed_fields?: string[] } }>(
      `SELECT after FROM audit WHERE action = 'login.import' AND entity_id = $1 ORDER BY id DESC LIMIT 1`,
      [String(made.ids[0])],
    );
    expect(rows[0]?.after.changed_fields).toEqual(['seats_to_set', 'password']);
    expect(JSON.stringify([dry, body, rows])).not.toMatch(/open-sesame|another-secret/);
  });

  it('does not disclose whether a secret is the same', async () => {
    const file = csv('email,password', 'ann@quayside.example,open-sesame');
    await send(file);
    const guesses = [file, csv('email,password', 'ann@quayside.example,a-guess')];
    const responses = await Promise.all(guesses.map((guess) => send(guess, '?dry_run=true&update=true')));
    expect(responses[0]!.body.results).toEqual(responses[1]!.body.results);
  });

  it.each([
    ['no header', csv('ann@quayside.example,hunter2-secret'), 'column 1'],
    ['no e-mail column', csv('name', 'Ann'), 'email'],
    ['no rows', 'email', 'file'],
    ['a column twice', csv('email,email', 'a@b.example,'), 'file'],
    ['an open quote', csv('email', '"ann'), 'file'],
    ['a foreign column', csv('email,realm_id', 'ann@b.example,1'), 'column 2'],
    ['too many rows', csv('email', ...Array.from({ length: 2001 }, (_, n) => `a${n}@b.example`)), 'file'],
  ])('refuses a file with %s without repeating its contents', async (_, file, field) => {
    const { status, body } = await send<ApiError>(file);
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    expect(JSON.stringify(body)).not.toMatch(/hunter2|ann@/);
  });

  it('accepts only text/csv in UTF-8', async () => {
    const json = await app.http('POST', `/api/sites/${site}/logins/import`, { token: owner, body: {} });
    expect(json.status).toBe(400);
    const response = await fetch(`${app.url}/api/sites/${site}/logins/import`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner}`, 'Content-Type': 'text/csv' },
      body: new Uint8Array([0x65, 0xff, 0xfe]),
    });
    expect(response.status).toBe(400);
  });

  it("imports into the caller's realm with write permission", async () => {
    const file = csv('email', 'ann@quayside.example');
    const admin = (await make.admin(app)).token;
    expect((await send<ApiError>(file, '', admin)).body.details?.[0]?.field).toBe('realm_id');
    expect((await send(file, `?realm_id=${realm}`, admin)).status).toBe(200);
    const stranger = (await make.user(app, 'realm_owner', await make.realm(app))).token;
    expect((await send(file, `?realm_id=${realm}`, stranger)).status).toBe(400);
    const user = (await make.user(app, 'realm_user', realm)).token;
    expect((await send(file, '', user)).status).toBe(403);
    expect(await kept()).toBe(1);
  });
});
