import type { Page } from '@playwright/test';
import { ApiClient, type SeatRow } from './harness/api-client.ts';
import { launchTemplate } from './harness/launch-template.ts';
import { BOUGHT_EVENT, formatSeat, HELD_EVENT, listSoldSeats } from './harness/sandbox.ts';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

const JOB_LIMIT_MS = 90_000;

/** Records in the page which of the words its table shows; a reload would lose the record. */
async function recordWords(page: Page, words: readonly string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((expected) => {
    const seen = new Set<string>();
    window.seenWords = seen;
    const record = () => {
      const text = document.querySelector('table')?.innerText ?? '';
      for (const word of expected) if (text.includes(word)) seen.add(word);
    };
    new MutationObserver(record).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    record();
  }, words);
  return () => page.evaluate(() => [...window.seenWords]);
}

const rowsWith = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('leads from sign-in over launched templates to tickets that match the site', async ({
  page,
  product,
  browserErrors,
}) => {
  test.setTimeout(900_000);
  const owner = await ApiClient.as(product, product.owner);

  await test.step('sign in', async () => {
    await page.goto('/templates');
    await expect(page).toHaveURL(/\/auth\/login/);
    await signIn(page, product.owner);
    await expect(page).toHaveURL(/\/templates/);
  });

  await test.step('hold 20 pairs of seats, without a reload', async () => {
    // Nothing runs before the table is on screen.
    const { id: pauseId } = await owner.post<{ id: number }>('/api/pauses', {
      reason: 'The table opens first',
    });
    await launchTemplate(page, 'Harbour City: hold 20 pairs', 20);
    await expect(rowsWith(page, 'Queued')).toHaveCount(20);
    const words = ['Queued', 'Running', 'Waiting room', 'Carted'];
    const listSeenWords = await recordWords(page, words);
    await owner.post(`/api/pauses/${pauseId}/resume`);
    await expect(rowsWith(page, 'Carted')).toHaveCount(20, { timeout: JOB_LIMIT_MS });
    expect((await listSeenWords()).sort()).toEqual([...words].sort());
  });

  await test.step('the site charges what the plan showed', async () => {
    const jobs = await owner.get<{ cost: { min: number; max: number } | null }[]>('/api/jobs?page_size=1');
    const held = await owner.get<{ price: number }[]>('/api/carted-tickets');
    const charged = held.reduce((sum, { price }) => sum + price, 0);
    expect(jobs[0]?.cost).toEqual({ currency: 'GBP', min: 1040, max: 2120 });
    expect(charged).toBeGreaterThanOrEqual(1040);
    expect(charged).toBeLessThanOrEqual(2120);
  });

  await test.step('pay one basket at the site and mark it as purchased', async () => {
    await openMenuEntry(page, 'Tickets');
    await page.getByRole('tab', { name: 'Cart' }).click();
    const group = page
      .getByRole('row')
      .filter({ has: page.getByRole('button', { name: 'Mark purchased' }) })
      .first();
    const basket = page.context().waitForEvent('page');
    await group.getByRole('link', { name: /^Open basket/ }).click();
    await payAtSite(await basket);
    await expect.poll(async () => (await listSoldSeats(product, HELD_EVENT)).length).toBe(2);
    await group.getByRole('button', { name: 'Mark purchased' }).click();
    const question = page.getByRole('alertdialog', {
      name: 'Are you sure you want to mark these tickets as purchased?',
    });
    await question.getByRole('button', { name: 'Mark as purchased' }).click();
    await expect(page.getByText('2 seats marked as purchased')).toBeVisible();
    await page.getByRole('tab', { name: 'Purchased Tickets' }).click();
    const order = rowsWith(page, 'Northgate Rovers');
    await expect(order).toHaveCount(1);
    await expect(order).toContainText(/seats \d+–\d+/);
  });

  await test.step('buy 10 pairs of seats', async () => {
    await launchTemplate(page, 'Copper Almanac: buy 10 pairs', 10);
    await openMenuEntry(page, 'Tickets');
    await expect(page.getByRole('tab', { name: 'Purchased Tickets 22' })).toBeVisible({
      timeout: JOB_LIMIT_MS,
    });
    await expect(rowsWith(page, 'Copper Almanac')).toHaveCount(10);
  });

  await test.step('compare the tickets with what the site sold', async () => {
    const tickets = await owner.get<SeatRow[]>('/api/tickets');
    expect(tickets).toHaveLength(22);
    const soldRows = [
      ...(await readSoldRows(page, product.sandboxUrl, HELD_EVENT)),
      ...(await readSoldRows(page, product.sandboxUrl, BOUGHT_EVENT)),
    ];
    expect(tickets.map((ticket) => `${formatSeat(ticket)} ${ticket.login_email}`).sort()).toEqual(
      soldRows.sort(),
    );
  });
  expect(browserErrors).toEqual([]);
});

async function payAtSite(basket: Page): Promise<void> {
  const email = await basket.getByLabel('E-mail').inputValue();
  const number = /desk-(\d\d)@/.exec(email)?.[1];
  await basket.getByLabel('Password').fill(`quayside-${number}`);
  await basket.getByRole('button', { name: 'Sign in' }).click();
  await basket.getByLabel('Test payment token').fill('tok_sandbox_4242');
  await basket.getByRole('button', { name: /^Pay / }).click();
  await expect(basket.getByRole('heading', { name: 'Paid' })).toBeVisible();
  await basket.close();
}

/** Reads the site's page of sold seats, each as "area row seat account". */
async function readSoldRows(page: Page, sandboxUrl: string, event: string): Promise<string[]> {
  const site = await page.context().newPage();
  await site.goto(`${sandboxUrl}/events/${event}/seats`);
  const rows = await site.locator('table tbody tr').all();
  const cells = await Promise.all(rows.map((row) => row.locator('td').allInnerTexts()));
  await site.close();
  return cells.map(([area, row, seat, account]) => `${area} ${row} ${seat} ${account}`);
}
