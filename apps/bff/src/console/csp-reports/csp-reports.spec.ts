import { startApp, type TestApp } from '../../../test/app';
import { admin, insert } from '../../../test/factories';
import { Housekeeping } from '../../platform/retention/housekeeping';
import type { CspReportDto } from './csp-reports.dto';
import { CspReportsService } from './csp-reports.service';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '127.0.0.1/32' });
  token = (await admin(app)).token;
});
afterAll(() => app.close());
beforeEach(() => app.db.query('DELETE FROM csp_reports'));

/** What a browser sends by itself; from another address each time, unless one is given. */
let senders = 0;
const send = async (
  body: unknown,
  type = 'application/reports+json',
  from = `203.0.113.${(senders += 1)}`,
): Promise<Response> => {
  const response = await fetch(`${app.url}/api/csp-reports`, {
    method: 'POST',
    headers: { 'Content-Type': type, 'X-Forwarded-For': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  await response.arrayBuffer();
  return response;
};
const violation = (fields: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 5,
  url: `${app.url}/tasks/12?q=buyer@quayside.example`,
  body: {
    effectiveDirective: 'script-src-elem',
    blockedURL: 'https://ads.example/track.js?user=7',
    documentURL: `${app.url}/tasks/12?q=buyer@quayside.example`,
    sourceFile: `${app.url}/js/main.0123456789abcdef.js?x=1`,
    disposition: 'enforce',
    ...fields,
  },
});
async function listed(query = ''): Promise<CspReportDto[]> {
  await app.nest.get(CspReportsService, { strict: false }).write();
  return (await app.http<CspReportDto[]>('GET', `/api/csp-reports${query}`, { token })).body;
}

describe('reports about the content security policy', () => {
  it('are counted by what was violated, and say nothing about a person', async () => {
    expect((await send([violation()])).status).toBe(204);
    expect((await send([violation()])).status).toBe(204);
    expect((await send(violation({ documentURL: `${app.url}/tasks/13` }))).status).toBe(204);
    expect(await listed()).toEqual([
      expect.objectContaining({
        directive: 'script-src-elem',
        blocked: 'https://ads.example',
        page: '/tasks/:id',
        source: '/js/main.0123456789abcdef.js',
        reports: 3,
      }),
    ]);
    expect(JSON.stringify(await listed())).not.toMatch(/quayside|user=7/);
  });

  it('are read in the older form too', async () => {
    const report = {
      'document-uri': `${app.url}/`,
      'violated-directive': "style-src 'self'",
      'blocked-uri': 'inline',
    };
    expect((await send({ 'csp-report': report }, 'application/csp-report')).status).toBe(204);
    expect(await listed()).toMatchObject([
      { directive: 'style-src', blocked: 'inline', page: '/', source: '', reports: 1 },
    ]);
  });

  it('name the sink that Trusted Types rejected, and not the text', async () => {
    await send(
      violation({
        effectiveDirective: 'require-trusted-types-for',
        blockedURL: 'trusted-types-sink',
        sample: 'Element innerHTML|<b>buyer@quayside.example',
      }),
    );
    expect(await listed()).toMatchObject([{ blocked: 'trusted-types-sink: Element innerHTML' }]);
  });

  it.each([
    ['has no directive', () => violation({ effectiveDirective: '<script>' })],
    ['is of another type', () => ({ ...violation(), type: 'deprecation' })],
    ['has no body', () => ({ type: 'csp-violation' })],
    ['is null', () => null],
    ['is a number', () => 7],
    ['is a list of lists', () => [[[]]]],
    ['has fields of the wrong type', () => violation({ effectiveDirective: 7, blockedURL: {} })],
  ])('are ignored where one %s', async (_, make) => {
    expect((await send([make()])).status).toBe(204);
    expect(await listed()).toEqual([]);
  });

  it.each([
    ['0.body.documentURL', (report: object) => [report, violation()]],
    ['1.body.documentURL', (report: object) => [violation(), report]],
    ['body.documentURL', (report: object) => report],
    ['csp-report.document-uri', () => ({ 'csp-report': { 'document-uri': 'https://elsewhere.example/' } })],
  ])('are refused whole where %s names another host', async (field, make) => {
    const body = make(violation({ documentURL: 'https://elsewhere.example/' }));
    const response = await fetch(`${app.url}/api/csp-reports`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json', 'X-Forwarded-For': '198.51.100.9' },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: 'VALIDATION', details: [{ field }] });
    expect(await listed()).toEqual([]);
  });

  it('are rejected when they are no JSON, too large, or of another media type', async () => {
    expect((await send('{')).status).toBe(400);
    expect((await send(' '.repeat(65 * 1024))).status).toBe(413);
    expect((await send('a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    const elsewhere = await fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/reports+json' },
      body: '[]',
    });
    await elsewhere.arrayBuffer();
    expect(elsewhere.status).toBe(415);
  });

  it('count once an hour from each address, and few different ones', async () => {
    for (let i = 0; i < 3; i += 1) await send([violation(), violation()], undefined, '198.51.100.8');
    expect(await listed()).toMatchObject([{ reports: 1 }]);
    const different = Array.from({ length: 20 }, (_, i) =>
      violation({ blockedURL: `https://cdn-${i}.example` }),
    );
    await send(different, undefined, '198.51.100.8');
    expect(await listed()).toHaveLength(20);
  });

  it('are limited in number per address and per request', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 61; i += 1)
      statuses.add((await send([violation()], undefined, '198.51.100.7')).status);
    expect([...statuses]).toEqual([204, 429]);
    await send(Array.from({ length: 100 }, (_, i) => violation({ blockedURL: `https://cdn-${i}.example` })));
    expect(await listed()).toHaveLength(21);
  });

  it('keep the first 500 violations, whatever comes after, and those for 30 days', async () => {
    await send(violation());
    await listed();
    for (let start = 0; start < 600; start += 200) {
      await Promise.all(
        Array.from({ length: 10 }, (_, request) =>
          send(
            Array.from({ length: 20 }, (__, i) =>
              violation({ blockedURL: `https://ads-${start + request * 20 + i}.example` }),
            ),
          ),
        ),
      );
      await listed();
    }
    const count = async () =>
      (await app.db.query<{ n: number }>('SELECT count(*)::int AS n FROM csp_reports')).rows[0]?.n;
    expect(await count()).toBe(500);
    expect(await listed('?q=ads.example')).toHaveLength(1);
    await app.db.query(`UPDATE csp_reports SET last_at = now() - interval '31 days' WHERE id % 2 = 0`);
    await app.nest.get(Housekeeping, { strict: false }).clean();
    expect(await count()).toBe(250);
  });

  it('are found by a part of them', async () => {
    const row = { directive: 'img-src', page: '/tasks', reports: 1 };
    await insert(app, 'csp_reports', { ...row, blocked: 'https://one.example' });
    await insert(app, 'csp_reports', { ...row, blocked: 'https://two.example' });
    expect(await listed('?q=two')).toMatchObject([{ blocked: 'https://two.example' }]);
  });
});
