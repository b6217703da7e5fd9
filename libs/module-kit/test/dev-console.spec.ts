import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { type Role, roles } from '../src/dev/built-in-answers.ts';
import { listen, type Listening, mockConsole, serverConsole } from '../src/dev/console-server.ts';

const moduleOrigin = 'http://127.0.0.1:4999';
let dir: string;
let warnings: string[];
let opened: Listening[];
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'dev-console-'));
  warnings = [];
  opened = [];
  write('module.json', {
    name: 'mf-parking',
    title: 'Parking',
    owner: 'Parking team',
    routes: [{ path: '/parking', action: 'read', reach: 'own' }],
    nav: [],
  });
  write('shell/index.html', '<head><script nonce="__CSP_NONCE__">start()</script></head>');
  write('shell/js/main.js', 'main()');
});
afterEach(async () => {
  await Promise.all(opened.map((one) => one.close()));
  rmSync(dir, { recursive: true });
});

function write(file: string, content: unknown): void {
  const address = path.join(dir, file);
  mkdirSync(path.dirname(address), { recursive: true });
  writeFileSync(address, typeof content === 'string' ? content : JSON.stringify(content));
}

const options = () => ({
  dir,
  shell: path.join(dir, 'shell'),
  moduleOrigin,
  warn: (line: string) => void warnings.push(line),
});

/** Starts a console and returns a function that sends it requests. */
async function open(listener: RequestListener) {
  const console = await listen(listener, 0);
  opened.push(console);
  return (target: string, init?: RequestInit) => fetch(`http://127.0.0.1:${console.port}${target}`, init);
}

const openMock = (role: Role = 'realm_owner') => open(mockConsole(options(), path.join(dir, 'mocks'), role));

const lots = [
  { id: 1, name: 'North', spaces: 40, status: 'open', note: null },
  { id: 2, name: 'South', spaces: 120, status: 'closed', note: 'Under repair' },
  { id: 3, name: 'East', spaces: 80, status: 'open', note: null },
];

describe('with mock data', () => {
  test('serves the shell’s files, and its page for every other path, with the policy of a console', async () => {
    const request = await openMock();
    expect(await (await request('/js/main.js')).text()).toBe('main()');
    const page = await request('/parking/3');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? [];
    expect(await page.text()).toContain(`<script nonce="${nonce}">start()</script>`);
    expect(policy).toContain(`script-src 'self' 'nonce-${nonce}' ${moduleOrigin};`);
    expect(policy).toContain('ws://127.0.0.1:4999');
  });

  test('never serves a file outside of the shell', async () => {
    const request = await openMock();
    expect(await (await request('/..%2F' + 'module.json')).text()).toContain('start()');
  });

  test('announces the module as one of this computer', async () => {
    const request = await openMock();
    expect(await (await request('/api/modules?shell=1.0.0')).json()).toMatchObject({
      overrides: true,
      modules: [
        {
          name: 'mf-parking',
          channel: 'local',
          base_url: `${moduleOrigin}/`,
          signature: null,
          routes: [{ path: '/parking', action: 'read', reach: 'own' }],
        },
      ],
    });
  });

  test('answers lists from files: sorted, searched, filtered and in pages', async () => {
    write('mocks/lots.json', lots);
    const request = await openMock();
    const namesOf = async (query: string) => {
      const response = await request(`/api/lots?${query}`);
      const rows = (await response.json()) as typeof lots;
      return [rows.map(({ name }) => name).join(), response.headers.get('x-total-count')];
    };
    expect(await namesOf('sort=-spaces')).toEqual(['South,East,North', '3']);
    expect(await namesOf('sort=note')).toEqual(['South,North,East', '3']);
    expect(await namesOf('q=repair')).toEqual(['South', '1']);
    expect(await namesOf('status=open&unknown=1')).toEqual(['North,East', '2']);
    expect(await namesOf('status=!open')).toEqual(['South', '1']);
    expect(await namesOf('sort=name&page=2&page_size=2')).toEqual(['South', '3']);
  });

  test('takes changes of rows until the file is saved again', async () => {
    write('mocks/lots.json', lots);
    const request = await openMock();
    const send = async (method: string, target: string, body?: object) =>
      request(target, { method, ...(body && { body: JSON.stringify(body) }) });
    expect((await send('PATCH', '/api/lots/2', { status: 'open' })).status).toBe(200);
    expect(await (await request('/api/lots/2')).json()).toMatchObject({ name: 'South', status: 'open' });
    expect((await send('POST', '/api/lots', { name: 'West' })).status).toBe(201);
    expect(await (await request('/api/lots/4')).json()).toMatchObject({ id: 4, name: 'West' });
    expect((await send('DELETE', '/api/lots/4')).status).toBe(204);
    expect((await request('/api/lots/4')).status).toBe(404);

    const file = path.join(dir, 'mocks/lots.json');
    utimesSync(file, new Date(), new Date(Date.now() + 5_000));
    expect(await (await request('/api/lots/2')).json()).toMatchObject({ status: 'closed' });
  });

  test('keeps rows of the module’s own, whose ids it chooses', async () => {
    write('mocks/module-data/mf-gates/note.json', '[]');
    const request = await openMock();
    expect((await request('/api/module-data/mf-gates/token', { method: 'POST' })).status).toBe(201);
    const note = '/api/module-data/mf-gates/note/task-7';
    expect((await request(note)).status).toBe(404);
    const body = JSON.stringify({ data: { text: 'Aisle' }, task_id: 7 });
    expect((await request(note, { method: 'PUT', body })).status).toBe(200);
    expect(await (await request('/api/module-data/mf-gates/note?task_id=7')).json()).toMatchObject([
      { id: 'task-7', data: { text: 'Aisle' }, task_id: 7, job_id: null, version: 1 },
    ]);
  });

  test('prefers the module’s handlers, then its files, to what is built in', async () => {
    write('mocks/lots.json', lots);
    write(
      'mocks/handlers.ts',
      `import lots from './lots.json';
       const name = (id: string) => lots.find((lot) => String(lot.id) === id)?.name;
       export default { 'POST /lots/:id/close': ({ body }, { id }) => ({ status: 202, body: { name: name(id), ...body } }) };`,
    );
    write('mocks/dashboard.json', { mine: true });
    const request = await openMock();
    const closed = await request('/api/lots/3/close', { method: 'POST', body: '{"at":"noon"}' });
    expect([closed.status, await closed.json()]).toEqual([202, { name: 'East', at: 'noon' }]);
    expect(await (await request('/api/dashboard')).json()).toEqual({ mine: true });
  });

  test('says once which mock is missing, and where it belongs', async () => {
    const request = await openMock();
    expect((await request('/api/gates')).status).toBe(404);
    await request('/api/gates');
    await request('/api/gates/3/open', { method: 'POST' });
    expect(warnings).toEqual([
      'No mock answers GET /gates: add it to mocks/gates.json',
      'No mock answers POST /gates/3/open: add it to mocks/handlers.ts',
    ]);
  });

  test('keeps loading the module from this computer', async () => {
    const request = await openMock();
    const answer = await request('/api/modules/overrides/mf-parking', { method: 'DELETE' });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      message: expect.stringMatching(/end dev to stop that/) as string,
    });
  });

  test('prints what the page’s policy refused', async () => {
    const request = await openMock();
    const report = {
      'effective-directive': 'connect-src',
      'blocked-uri': 'https://elsewhere.example/api',
      'source-file': `${moduleOrigin}/js/page.js`,
    };
    const answer = await request('/api/csp-reports', {
      method: 'POST',
      headers: { 'Content-Type': 'application/csp-report' },
      body: JSON.stringify({ 'csp-report': report }),
    });
    expect(answer.status).toBe(204);
    expect(warnings).toEqual([
      `The page's policy refused https://elsewhere.example/api (connect-src, ${moduleOrigin}/js/page.js), as every console does`,
    ]);
  });

  test('prints nothing of the message about a failed build, which styles itself inline', async () => {
    const request = await openMock();
    const report = {
      'effective-directive': 'style-src-attr',
      'blocked-uri': 'inline',
      'source-file': `${moduleOrigin}/remoteEntry.js`,
    };
    const body = JSON.stringify({ 'csp-report': report });
    await request('/api/csp-reports', { method: 'POST', body });
    expect(warnings).toEqual([]);
  });

  test('keeps serving when a mock is broken', async () => {
    write('mocks/lots.json', '[{');
    const request = await openMock();
    expect((await request('/api/lots')).status).toBe(500);
    expect(warnings).toEqual([expect.stringMatching(/^GET \/api\/lots: .*JSON/)]);
    expect((await request('/api/me')).status).toBe(200);
  });

  test.each(roles)('is signed in as %s with the answers that the API documents', async (role) => {
    const request = await openMock(role);
    // JSON Schema has no `nullable`: with `allOf` it means null or what that says.
    const document = JSON.parse(
      readFileSync(path.resolve(__dirname, '../../api/openapi.json'), 'utf8'),
      (_, value: { nullable?: boolean; allOf?: object[] } | null) =>
        value?.nullable && value.allOf ? { anyOf: [{ type: 'null' }, { allOf: value.allOf }] } : value,
    ) as { components: { schemas: Record<string, object> } };
    const ajv = new Ajv({ strict: false, allErrors: true });
    addFormats(ajv);
    ajv.addSchema(document, 'api');
    for (const [target, name] of [
      ['/api/me', 'MeDto'],
      ['/api/dashboard', 'DashboardDto'],
      ['/api/dashboard/live', 'LiveFiguresDto'],
      ['/api/dashboard/on-sales', 'NextSalesDto'],
      ['/api/dashboard/tasks-over-time', 'TasksOverTimeDto'],
      ['/api/modules', 'AnnouncementDto'],
    ] as const) {
      const body: unknown = await (await request(target)).json();
      const validate = ajv.compile({ $ref: `api#/components/schemas/${name}` });
      expect([target, validate(body), validate.errors]).toEqual([target, true, null]);
    }
    expect(await (await request('/api/me')).json()).toMatchObject({ role });
  });
});

describe('with a server', () => {
  const server = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json');
    const answer =
      request.url === '/api/modules?shell=1.0.0'
        ? {
            serial: 7,
            overrides: false,
            publishers: [],
            modules: [
              { name: 'mf-parking', channel: 'stable' },
              { name: 'mf-tasks', channel: 'stable' },
            ],
            disabled: [{ name: 'mf-parking' }],
            incompatible: [],
          }
        : { url: request.url, authorization: request.headers.authorization };
    if (request.headers.authorization === 'Bearer old') response.statusCode = 401;
    response.end(JSON.stringify(answer));
  });
  let address: URL;
  beforeAll(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    address = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  });
  afterAll(() => void server.close());

  test('passes requests on with their session', async () => {
    const request = await open(serverConsole(options(), address));
    const answer = await request('/api/lots?sort=name', { headers: { Authorization: 'Bearer t' } });
    expect(await answer.json()).toEqual({ url: '/api/lots?sort=name', authorization: 'Bearer t' });
    const file = await request('/modules/mf-tasks/1.0.0/module.json');
    expect(await file.json()).toMatchObject({ url: '/modules/mf-tasks/1.0.0/module.json' });
    expect(await (await request('/modules')).text()).toContain('start()');
  });

  test('announces the module in place of its release, and the others as they are', async () => {
    const request = await open(serverConsole(options(), address));
    expect(await (await request('/api/modules?shell=1.0.0')).json()).toMatchObject({
      serial: 7,
      overrides: true,
      disabled: [],
      modules: [
        { name: 'mf-tasks', channel: 'stable' },
        { name: 'mf-parking', channel: 'local', base_url: `${moduleOrigin}/` },
      ],
    });
  });

  test('passes on that the session has ended', async () => {
    const request = await open(serverConsole(options(), address));
    const answer = await request('/api/modules', { headers: { Authorization: 'Bearer old' } });
    expect(answer.status).toBe(401);
  });

  test('answers 502 while the server can’t be reached', async () => {
    const request = await open(serverConsole(options(), new URL('http://127.0.0.1:1')));
    expect((await request('/api/lots')).status).toBe(502);
    expect(warnings).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:1 can't be reached/)]);
  });
});
