import { type CollectedSpan, Collector } from '../../../tools/prove/installation/collector.ts';
import { ApiClient } from './harness/api-client.ts';
import { launchTemplate } from './harness/launch-template.ts';
import { startProduct } from './harness/product.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

const JOB_LIMIT_MS = 90_000;
const TASKS = 20;

const test = base.extend<object, { collector: Collector; collectorUrl: string }>({
  collector: [async ({}, use) => use(new Collector()), { scope: 'worker' }],
  collectorUrl: [
    async ({ collector }, use) => {
      await use(await collector.start());
      collector.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ environment, collectorUrl }, use) => {
      const product = await startProduct({ ...environment, OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

/** What follows a click, each the parent of the next: service, name and kind. */
const CHAIN = [
  ['tessera-shell', 'POST /api/jobs', 3],
  ['tessera-server', 'POST /api/jobs', 2],
  ['tessera-server', 'transaction write', 3],
  ['tessera-server', 'queue tasks', 4],
  ['tessera-server', 'lease task', 5],
  ['tessera-worker', 'run task', 1],
  ['tessera-server', 'POST /api/worker/v1/leases/:leaseId/report', 2],
  ['tessera-server', 'transaction write', 3],
] as const;

test('traces a click through server, database, queue and worker to the reports of the worker', async ({
  page,
  product,
  collector,
}) => {
  await page.goto('/templates');
  await signIn(page, product.owner);
  await launchTemplate(page, 'Harbour City: hold 20 pairs', TASKS);
  await expect(page.getByRole('row').filter({ hasText: 'Carted' })).toHaveCount(TASKS, {
    timeout: JOB_LIMIT_MS,
  });

  const runs = () => collector.find('tessera-worker', 'run task');
  await expect.poll(() => runs().length).toBe(TASKS);
  await expect.poll(() => collector.find('tessera-shell', 'POST /api/jobs').length).toBe(1);
  await expect.poll(() => collector.orphans()).toEqual([]);

  const [click] = collector.find('tessera-shell', 'POST /api/jobs');
  expect(click?.parentSpanId).toBeFalsy();
  expect(click?.attributes).toEqual([
    { key: 'http.request.method', value: { stringValue: 'POST' } },
    { key: 'http.route', value: { stringValue: '/api/jobs' } },
    { key: 'http.response.status_code', value: { intValue: 201 } },
  ]);
  expect(new Set(runs().map(({ traceId }) => traceId))).toEqual(new Set([click?.traceId]));
  let spans: CollectedSpan[] = click ? [click] : [];
  for (const [service, name, kind] of CHAIN.slice(1)) {
    spans = spans.flatMap((span) => collector.childrenOf(span));
    spans = spans.filter((span) => span.service === service && span.name === name);
    expect([name, spans.length > 0, spans.every((span) => span.kind === kind)]).toEqual([name, true, true]);
  }

  await test.step('holds nothing about people', async () => {
    const { token } = await ApiClient.as(product, product.owner);
    const session = await page.evaluate(() => Object.values<string>({ ...localStorage }));
    const sent = JSON.stringify(collector.spans);
    for (const secret of [product.owner.password, product.admin.password, token, ...session])
      expect(sent).not.toContain(secret);
    // E-mail addresses, and JSON Web Tokens.
    expect(sent).not.toMatch(/@|eyJ/);
  });
});
