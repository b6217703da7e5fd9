import { readFile } from 'node:fs/promises';
import type { Browser, Page } from '@playwright/test';
import { parse } from 'csv-parse/sync';
import { createColleague } from './harness/accounts.ts';
import { ApiClient } from './harness/api-client.ts';
import { findTemplate } from './harness/jobs.ts';
import { pressLaunch } from './harness/launch-template.ts';
import type { Credentials, Product } from './harness/product.ts';
import { BOUGHT_EVENT, formatSeat, listOrders, listSoldSeats } from './harness/sandbox.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

const TEMPLATE = 'Copper Almanac: buy 10 pairs';
const TASKS = 10;
/** The plan costs up to £1,180; the cheapest pair of seats costs £56, so that this is for three to seven pairs. */
const GRANTED = 400;
const CHEAPEST_PAIR = 56;
const RUN_LIMIT_MS = 240_000;
const PHONE = { width: 390, height: 844 };

/** A task as the test reads it. */
interface RunTask {
  status: string;
  status_message: string | null;
  login_email: string;
}

const pounds = (pence: number): string =>
  new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' }).format(pence / 100);

/** Opens a page of the console on a phone, as a person with a session of their own. */
async function openOnPhone(browser: Browser, product: Product, person: Credentials, path: string) {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: PHONE,
    isMobile: true,
    hasTouch: true,
  });
  const page = await context.newPage();
  await page.goto(path);
  await signIn(page, person);
  return page;
}

/** Downloads the ledger as CSV and returns what its lines cost in all, in pence. */
async function sumLedger(page: Page): Promise<{ lines: number; pence: number }> {
  await page.goto('/ledger');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const text = await readFile(await (await download).path(), 'utf8');
  const lines = parse<{ price: string; currency: string }>(text, { columns: true });
  expect(new Set(lines.map(({ currency }) => currency))).toEqual(new Set(['GBP']));
  return {
    lines: lines.length,
    pence: lines.reduce((sum, { price }) => sum + Math.round(Number(price) * 100), 0),
  };
}

test('a launch over the sum is asked for, approved for less on a phone, and spends no more than that', async ({
  page,
  browser,
  product,
  browserErrors,
}) => {
  test.setTimeout(900_000);
  const owner = await ApiClient.as(product, product.owner);
  const colleague = await createColleague(product);
  const { event_id } = await findTemplate(owner, 'buy');
  await owner.put('/api/approval-rules', {
    currency: 'GBP',
    per_launch: 500,
    per_event: null,
    per_month: null,
  });
  await owner.put('/api/budgets/month', { currency: 'GBP', amount: 2000 });
  let request = 0;

  await test.step('the launch is refused, and a second person is asked', async () => {
    await page.goto('/templates');
    await signIn(page, product.owner);
    await pressLaunch(page, TEMPLATE, TASKS);
    await expect(page.getByText('Per launch: £500.00 · Asked: £1,180.00')).toBeVisible();
    await page.getByRole('textbox', { name: 'Reason' }).fill('Ten pairs for the members');
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await expect(page).toHaveURL(/\/approvals\/\d+$/);
    request = Number(/\d+$/.exec(page.url())?.[0]);
    await expect(page.getByText('This is your own request: a second person decides.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Approve', exact: true })).toHaveCount(0);
    expect(await owner.get<unknown[]>('/api/jobs')).toEqual([]);
  });

  await test.step('a colleague approves less on a phone', async () => {
    const phone = await openOnPhone(browser, product, colleague, '/approvals');
    await phone.getByRole('row').filter({ hasText: TEMPLATE }).tap();
    await expect(phone).toHaveURL(new RegExp(`/approvals/${request}$`));
    await expect(phone.getByText('Ten pairs for the members')).toBeVisible();
    await expect(phone.getByText('£560–1,180')).toBeVisible();
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    await phone.getByRole('textbox', { name: /^Budget to approve/ }).fill(String(GRANTED));
    await phone.getByRole('button', { name: 'Approve', exact: true }).tap();
    await expect(phone.getByRole('link', { name: 'Open the job' })).toBeVisible();
    await phone.context().close();
  });

  const job = await owner.get<{ job_id: number }>(`/api/approvals/${request}`);
  const readTasks = () => owner.get<RunTask[]>(`/api/tasks/job/${job.job_id}`);

  await test.step('workers buy until the budget has no room, and are refused', async () => {
    const listOthers = async () =>
      (await readTasks())
        .filter(({ status, status_message }) => status !== 'bought' && !/budget/i.test(status_message ?? ''))
        .map(({ status, status_message }) => `${status}: ${status_message ?? ''}`);
    await expect.poll(listOthers, { timeout: RUN_LIMIT_MS, intervals: [500] }).toEqual([]);
    const budget = await readBudget(owner, job.job_id);
    expect(budget).toMatchObject({ amount: GRANTED, reserved: 0 });
    expect(budget.spent).toBeGreaterThan(0);
    expect(budget.free).toBeGreaterThanOrEqual(0);
    expect(budget.free).toBeLessThan(CHEAPEST_PAIR);
  });

  await test.step('what was refused is given back at the site, and only what was bought is sold', async () => {
    const refused = (await readTasks()).filter(({ status }) => status !== 'bought');
    expect(refused.length).toBeGreaterThan(0);
    const listStates = async () => {
      const orders = await Promise.all(refused.map(({ login_email }) => listOrders(product, login_email)));
      return [...new Set(orders.flat().map(({ status }) => status))];
    };
    // A task that is tried again holds seats for a moment.
    await expect.poll(listStates).toEqual(['released']);
    const tickets = await owner.get<Parameters<typeof formatSeat>[0][]>('/api/tickets');
    const sold = await listSoldSeats(product, BOUGHT_EVENT);
    expect(tickets.map(formatSeat).toSorted()).toEqual(sold.map(formatSeat).toSorted());
  });

  await test.step('the room says so', async () => {
    await page.goto(`/on-sale/${event_id}`);
    const failures = page.getByRole('region', { name: 'Failures by reason' });
    await expect(failures.getByRole('link', { name: /^The budget of the job has room for £/ })).toBeVisible();
    await expect(failures.getByText(/Raise the budget, then retry$/)).toBeVisible();
  });

  await test.step('the ledger, the budgets, the month and the tickets agree to the penny', async () => {
    const { lines, pence } = await sumLedger(page);
    expect(lines).toBe((await listSoldSeats(product, BOUGHT_EVENT)).length);
    for (const [path, row] of [
      ['/budgets', /This month/],
      ['/budgets', new RegExp(TEMPLATE)],
      ['/budgets/month', /^Copper Almanac/],
      ['/budgets/month', colleague.email],
    ] as const) {
      await page.goto(path);
      await expect(
        page.getByRole('row', { name: row }).getByText(pounds(pence), { exact: true }),
      ).toBeVisible();
    }
  });
  // The launch that was refused.
  expect(browserErrors.filter((message) => !/\b409\b.*\/api\/jobs$/.test(message))).toEqual([]);
});

async function readBudget(owner: ApiClient, jobId: number) {
  const budgets =
    await owner.get<
      { job_id: number | null; amount: number; spent: number; reserved: number; free: number }[]
    >('/api/budgets');
  const budget = budgets.find(({ job_id }) => job_id === jobId);
  if (!budget) throw new Error(`The job ${jobId} has no budget.`);
  return budget;
}
