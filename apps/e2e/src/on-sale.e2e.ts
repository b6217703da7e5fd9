import type { Page } from '@playwright/test';
import { ApiClient } from './harness/api-client.ts';
import { findTemplate } from './harness/jobs.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';
import { countStatuses, readRoom, readTimelines, RoomFigures, type Sale, startSale } from './on-sale/sale.ts';

/** Tasks of the on-sale, each for two seats. */
const TASKS = 2000;
const SEATS = 2 * TASKS;
const RAISED = SEATS + 200;
const SALE_MS = 400_000;
/** Some holds lapse after 15 s, the others after ten minutes. */
const SHORT_HOLD_MS = 15_000;
const IN_PROGRESS = ['queued', 'running', 'waiting_room'];
/** Tasks whose seats are open: they try for them, or will. */
const TRYING = [...IN_PROGRESS, 'idle', 'scheduled'];

/** Answers the question that a command asks, once its preview is shown. */
async function confirm(page: Page, name: RegExp): Promise<void> {
  const question = page.getByRole('alertdialog');
  const answer = question.getByRole('button', { name });
  await expect(answer).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(answer).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(question).toBeHidden();
}

/** Runs the command of a key on more tasks than are changed at once, and waits until all of them are. */
async function runOnMany(page: Page, sale: Sale, key: string, name: RegExp): Promise<void> {
  await page.keyboard.press(key);
  // Read at once: the browser forgets the bodies of answers when many others follow.
  const accepted = page
    .waitForResponse((response) => response.status() === 202)
    .then((response) => response.json() as Promise<{ operation: { id: number } }>);
  await confirm(page, name);
  const { operation } = await accepted;
  const readState = async () =>
    (await sale.user.get<{ state: string }>(`/api/tasks/bulk/${operation.id}`)).state;
  await expect.poll(readState, { timeout: SALE_MS }).toBe('done');
}

test(`an on-sale of ${TASKS} tasks is run from its room by keyboard, and its replay shows what happened`, async ({
  page,
  product,
}) => {
  test.setTimeout(900_000);
  const figures = new RoomFigures(page, SALE_MS);
  const owner = await ApiClient.as(product, product.owner);
  const { event_id } = await findTemplate(owner, 'hold');
  const sale = await startSale(product, { event_id, scenario: 'all_at_once', seed: 7, worker_count: TASKS });
  await page.goto(`/on-sale/${sale.eventId}?rehearsal=${sale.rehearsalId}`);
  await signIn(page, product.owner);

  await test.step('the figures follow the sale without a reload', async () => {
    await figures.reach('Wanted', SEATS);
    await figures.exceed('Open', SEATS / 2);
    await figures.exceed('Held', 100);
    await figures.exceed('Held', 200);
  });

  await test.step('pause and resume', async () => {
    await runOnMany(page, sale, 's', /^Pause/);
    expect((await readRoom(sale)).paused).toBeGreaterThan(TASKS / 4);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
    await runOnMany(page, sale, 's', /^Resume/);
    expect((await readRoom(sale)).paused).toBe(0);
    await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  });

  await test.step('raise the target', async () => {
    await page.keyboard.press('t');
    await page.getByRole('dialog').getByRole('textbox').fill(String(RAISED));
    await page.keyboard.press('Enter');
    await figures.reach('Wanted', RAISED);
  });

  await test.step('add logins: the wizard opens for the event', async () => {
    await page.keyboard.press('l');
    const wizard = page.getByRole('dialog');
    await expect(wizard).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(wizard).toBeHidden();
  });

  await test.step('retry the failed tasks of one reason', async () => {
    const retry = page.getByRole('button', { name: /^Retry: Sold out/ });
    await expect(retry).toBeEnabled({ timeout: SALE_MS });
    await page.keyboard.press('3');
    await expect(page.getByRole('region', { name: 'Failures by reason' })).toBeFocused();
    while (!(await retry.evaluate((button) => button === document.activeElement)))
      await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await confirm(page, /^Start/);
    await expect(page.getByText(/tasks? started/)).toBeVisible();
  });

  await test.step('the sale ends', async () => {
    const isSettled = async () => {
      const { counts, baskets, at } = await readRoom(sale);
      const lapse = baskets.next[0]?.expires_at;
      const lasts = lapse === undefined || Date.parse(lapse) - Date.parse(at) > SHORT_HOLD_MS;
      return lasts && IN_PROGRESS.every((status) => !counts[status]);
    };
    await expect.poll(isSettled, { timeout: SALE_MS }).toBe(true);
    await figures.reach('Open', 0);
  });

  await test.step('pay the next basket', async () => {
    await page.keyboard.press('p');
    await expect(page).toHaveURL(/\/pay\?.*event=/);
    const reference = page.getByRole('textbox', { name: /Order reference/ });
    await reference.fill('HB-ROOM-1');
    await reference.press('Enter');
    await reference.and(page.locator('[value=""]')).waitFor();
    await page.keyboard.press('q');
    await page.goBack();
    await figures.reach('Purchased', 2);
  });

  await test.step('the replay shows what happened', async () => {
    const { seats } = await readRoom(sale);
    await page.reload();
    await figures.reach('Held', seats.held);
    // The button and its key are there once the history is read.
    await page.getByRole('button', { name: 'Replay' }).waitFor();
    await page.keyboard.press('v');
    const replay = page.getByRole('group', { name: 'Replay' });
    await replay.waitFor();
    await page.keyboard.press(' ');
    await expect(replay.getByRole('button', { name: 'Play' })).toBeVisible();
    const slider = replay.getByRole('slider');
    await slider.press('Home');
    await figures.reach('Held', 0);
    await figures.reach('Open', 0);
    await slider.press('End');
    await figures.reach('Held', seats.held);
    await figures.reach('Purchased', seats.won);

    const timelines = await readTimelines(sale);
    const firstHolds = timelines.flatMap((changes) => changes.find(({ to }) => to === 'carted')?.at ?? []);
    // Before the first holds lapse each task that is carted holds its seats.
    const middle = Math.min(...firstHolds) + SHORT_HOLD_MS - 4_000;
    const start = Number(await slider.getAttribute('min'));
    // The history has a point each 1, 2, 5 or 10 s.
    await slider.fill(String(start + 10_000 * Math.floor((middle - start) / 10_000)));
    const instant = Number(await slider.inputValue());
    const counted = countStatuses(timelines, instant);
    const trying = TRYING.reduce((sum, status) => sum + (counted.get(status) ?? 0), 0);
    await figures.reach('Open', 2 * trying);
    const carted = counted.get('carted') ?? 0;
    expect(carted).toBeGreaterThan(0);
    // Seats are held some milliseconds before the line that says so.
    const cartedSoon = countStatuses(timelines, instant + 1_000).get('carted') ?? 0;
    const held = await figures.read('Held');
    expect(held).toBeGreaterThanOrEqual(2 * carted);
    expect(held).toBeLessThanOrEqual(2 * cartedSoon);
    await page.keyboard.press('v');
    await expect(replay).toBeHidden();
    await figures.reach('Held', seats.held);
  });

  await test.step('full screen and the list of keys', async () => {
    await page.keyboard.press('f');
    await expect(page.getByRole('button', { name: 'Leave full screen' })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog').getByText('Pay the next basket')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('f');
  });
});
