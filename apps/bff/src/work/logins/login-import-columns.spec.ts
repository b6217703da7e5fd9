import { startApp, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { csv, importLogins } from '../../../test/login-import';
import type { LoginImportDto } from './login-import.dto';

type ApiError = { code: string; message: string; details?: { field: string }[] };

describe('the columns and rows of POST /api/sites/{id}/logins/import', () => {
  let app: TestApp;
  let realm: number;
  let owner: string;
  let site: number;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    realm = await make.realm(app, { max_logins: 2000 });
    owner = (await make.user(app, 'realm_owner', realm)).token;
    site = await make.site(app);
  });

  const send = <T = LoginImportDto>(text: string, query = '') =>
    importLogins<T>(app, site, owner, text, query);

  const foreign = csv(
    'Mail address;Full name;Notes;seats_to_set',
    'ann@quayside.example;Ann;likes the north stand;2',
    'bo@quayside.example;Bo;;many',
  );
  const mapped = `columns=${encodeURIComponent('{"Mail address":"email","Full name":"name","Notes":null}')}`;

  it('names unknown columns, and imports those that the caller assigns', async () => {
    const { status, body } = await send<ApiError>(foreign);
    expect([status, body.message]).toEqual([400, expect.stringContaining('Column 3 "Notes"')]);
    const dry = (await send(foreign, `?dry_run=true&${mapped}`)).body;
    expect(dry.columns).toEqual([
      { position: 1, name: 'Mail address', field: 'email', ignored: false },
      { position: 2, name: 'Full name', field: 'name', ignored: false },
      { position: 3, name: 'Notes', field: null, ignored: true },
      { position: 4, name: 'seats_to_set', field: 'seats_to_set', ignored: false },
    ]);
    expect(dry.errors.map(({ row, field }) => [row, field])).toEqual([[3, 'seats_to_set']]);
    expect(dry.counts).toEqual({ new: 1, changed: 0, unchanged: 0, faulty: 1 });
  });

  it('reports unknown columns of a dry run together with the errors of its rows', async () => {
    const file = csv('email,colour', 'ann@quayside.example,red', 'nobody,blue');
    const { status, body } = await send(file, '?dry_run=true');
    expect(status).toBe(200);
    expect(body.errors.map(({ row, field }) => [row, field])).toEqual([
      [1, 'column 2'],
      [3, 'email'],
    ]);
  });

  it('imports the rows without an error and reports the others', async () => {
    const { status, body } = await send(foreign, `?skip_invalid=true&${mapped}`);
    expect([status, body.valid, body.ids.length]).toEqual([200, 1, 1]);
    expect(body.results.map(({ row, outcome }) => [row, outcome])).toEqual([
      [2, 'new'],
      [3, 'faulty'],
    ]);
    expect(body.errors).toMatchObject([{ row: 3, field: 'seats_to_set' }]);
    const { rowCount } = await app.db.query('SELECT id FROM logins WHERE realm_id = $1', [realm]);
    expect(rowCount).toBe(1);
    expect((await send(csv('email,colour', 'cleo@quayside.example,red'), '?skip_invalid=true')).status).toBe(
      400,
    );
  });

  it.each([
    ['no JSON', 'email', /must be a JSON object/],
    ['no object', '["email"]', /must be a JSON object/],
    ['an unknown field', '{"Notes":"colour"}', /must give each column one of email, name/],
    ['a column that the file does not have', '{"Colour":null}', /no column "Colour"/],
  ])('refuses columns with %s', async (_, columns, message) => {
    const { status, body } = await send<ApiError>(foreign, `?columns=${encodeURIComponent(columns)}`);
    expect([status, body.details?.[0]?.field]).toEqual([400, 'columns']);
    expect(body.message).toMatch(message);
  });

  it('offers a sample file, which can be imported', async () => {
    const path = `/api/sites/${site}/logins/import/sample`;
    const { status, body, headers } = await app.http<string>('GET', path, { token: owner });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect((await send(body, '?dry_run=true')).body).toMatchObject({ rows: 2, valid: 2, errors: [] });
    const unknown = await app.http('GET', '/api/sites/999999/logins/import/sample', { token: owner });
    expect(unknown.status).toBe(404);
  });

  it.each([
    ['columns', csv(Array.from({ length: 100_000 }, (_, n) => `c${n}`).join(','), 'ann@quayside.example')],
    [
      'unknown columns',
      csv(['email', ...Array.from({ length: 99 }, (_, n) => `c${n}`)].join(','), 'a@b.example'),
    ],
    ['wrong cells', csv('email,age,status,seats_to_set', ...Array<string>(2000).fill('a,b,c,d'))],
    ['rows', `email\n${'x\n'.repeat(500_000)}`],
    ['empty lines', `email${'\n'.repeat(1_900_000)}`],
    ['open quotes', `email\n"${'""'.repeat(900_000)}`],
  ])('refuses a file of too many %s in at most 64 KB', async (_, file) => {
    const { status, body } = await send<ApiError>(file);
    expect([status, body.code]).toEqual([400, 'VALIDATION']);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThan(64 * 1024);
    expect(body.details?.length).toBeLessThanOrEqual(20);
  });

  it('shows at most 500 rows and errors', async () => {
    const lines = Array.from(
      { length: 2000 },
      (_, n) => `a${n}@quayside.example,${n % 4 === 0 ? 'old' : 30}`,
    );
    const { body } = await send(csv('email,age', ...lines), '?dry_run=true');
    expect(body.counts).toEqual({ new: 1500, changed: 0, unchanged: 0, faulty: 500 });
    expect(body.results).toHaveLength(500);
    expect(body.results.every(({ outcome }) => outcome === 'faulty')).toBe(true);
  });
});
