import type { Browser, Page } from '@playwright/test';
import { createColleague } from './harness/accounts.ts';
import { ApiClient } from './harness/api-client.ts';
import { findTemplate, launchJob, waitForTasks } from './harness/jobs.ts';
import { payBaskets } from './harness/pay-desk.ts';
import type { Credentials, Product } from './harness/product.ts';
import { HELD_EVENT, listSoldSeats } from './harness/sandbox.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

const BASKETS = 60;
const HOLD_LIMIT_MS = 240_000;

/** A ticket as the test compares it. */
interface TicketRow {
  task_id: number;
  ticket_reference: string | null;
}

/** Opens the pay queue as a person with a browser of their own. */
async function openQueue(browser: Browser, product: Product, person: Credentials): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const page = await context.newPage();
  await page.goto('/pay');
  await signIn(page, person);
  await page.getByRole('heading', { level: 1, name: 'Pay queue' }).waitFor();
  return page;
}

test(`two people pay ${BASKETS} baskets: nobody gets the same, and each ticket has its reference`, async ({
  browser,
  product,
}) => {
  test.setTimeout(900_000);
  const owner = await ApiClient.as(product, product.owner);
  const colleague = await createColleague(product);
  const template = await findTemplate(owner, 'hold');
  const jobs: number[] = [];
  await test.step('hold the seats', async () => {
    for (let held = 0; held < BASKETS; held += template.login_ids.length)
      jobs.push(await launchJob(owner, { template_id: template.id, name: `Pay queue ${held}` }));
    for (const job of jobs) await waitForTasks(owner, job, ['carted'], HOLD_LIMIT_MS);
    expect(await owner.get<unknown[]>('/api/pay-queue?page=1&page_size=200')).toHaveLength(BASKETS);
  });

  const pages = await Promise.all(
    [product.owner, colleague].map((person) => openQueue(browser, product, person)),
  );
  const paid = (await Promise.all(pages.map((page) => payBaskets(page)))).flat();
  for (const page of pages) await page.context().close();

  expect(paid).toHaveLength(BASKETS);
  expect(new Set(paid.map(({ reference }) => reference)).size).toBe(BASKETS);
  const sold = await listSoldSeats(product, HELD_EVENT);
  const tickets = await owner.get<TicketRow[]>('/api/tickets');
  expect(tickets).toHaveLength(sold.length);
  const references = new Map<number, Set<string | null>>();
  for (const { task_id, ticket_reference } of tickets)
    references.set(task_id, (references.get(task_id) ?? new Set()).add(ticket_reference));
  const recorded = [...references.values()].map((found) => [...found]);
  expect(recorded.map((found) => found.length)).toEqual(recorded.map(() => 1));
  expect(recorded.flat().sort()).toEqual(paid.map(({ reference }) => reference).sort());
  const seconds = paid.map((one) => one.seconds).sort((a, b) => a - b);
  const at = (share: number): string => (seconds[Math.floor(share * (seconds.length - 1))] ?? 0).toFixed(1);
  console.log(`Seconds per basket: median ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}`);
});
