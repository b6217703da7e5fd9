import { ApiClient, type TaskRow } from './harness/api-client.ts';
import { payBaskets } from './harness/pay-desk.ts';
import { refuseAtRandom } from './harness/refusals.ts';
import { HELD_EVENT, listSoldSeats } from './harness/sandbox.ts';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

const TEMPLATE = 'Harbour City: hold 20 pairs';
const PAID_BASKETS = 3;
const END_MS = 120_000;

test('rehearses, launches and pays once each while a tenth of all requests are refused', async ({
  page,
  product,
}) => {
  test.setTimeout(1_200_000);
  const owner = await ApiClient.as(product, product.owner);
  await page.goto('/templates');
  // A refused sign-in is shown, not repeated.
  await signIn(page, product.owner);
  const refusals = await refuseAtRandom(page);

  await test.step('rehearse', async () => {
    await openMenuEntry(page, 'Templates');
    await page.getByRole('link', { name: `Rehearse ${TEMPLATE}` }).click();
    await page.getByRole('combobox', { name: 'Scenario' }).click();
    await page.getByRole('option', { name: /^Rush/ }).click();
    await page.getByRole('button', { name: 'Start rehearsal' }).click();
    await expect(page).toHaveURL(/\/rehearsals\/\d+/);
    await expect(page.getByText('Finished', { exact: true }).first()).toBeVisible({ timeout: END_MS });
  });

  await test.step('launch', async () => {
    await page.getByRole('link', { name: 'Launch', exact: true }).click();
    await page.getByRole('button', { name: 'Launch 20 tasks' }).click();
    await expect(page).toHaveURL(/\/jobs\/\d+/);
    await page.getByRole('link', { name: 'Open the room' }).click();
    await expect(page).toHaveURL(/\/on-sale\/\d+/);
    await expect(page.getByRole('group', { name: 'Held', exact: true })).toContainText('40', {
      timeout: END_MS,
    });
  });

  const paid = await test.step('pay', async () => {
    await page.keyboard.press('p');
    await expect(page.getByRole('heading', { level: 1, name: 'Pay queue' })).toBeVisible();
    return payBaskets(page, PAID_BASKETS);
  });
  await refusals.expectSaid();

  const changes = refusals.list.filter((name) => !name.startsWith('GET '));
  expect(refusals.list.length).toBeGreaterThan(10);
  expect(changes.length).toBeGreaterThan(0);
  expect(await owner.get<unknown[]>('/api/rehearsals')).toHaveLength(1);
  expect(await owner.get<unknown[]>('/api/jobs')).toHaveLength(1);
  expect(await owner.get<TaskRow[]>('/api/tasks')).toHaveLength(20);
  const tickets = await owner.get<{ ticket_reference: string | null }[]>('/api/tickets');
  expect(tickets).toHaveLength(2 * PAID_BASKETS);
  expect(new Set(tickets.map((ticket) => ticket.ticket_reference))).toEqual(
    new Set(paid.map(({ reference }) => reference)),
  );
  expect(await listSoldSeats(product, HELD_EVENT)).toHaveLength(2 * PAID_BASKETS);
});
