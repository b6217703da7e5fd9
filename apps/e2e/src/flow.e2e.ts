import type { Browser, Page } from 'playwright-core';
import { openBrowser, openConsole, goTo, signInByForm } from './harness/browser.ts';
import { signIn, type SeatRow } from './harness/console.ts';
import { givenProduct, type Product } from './harness/product.ts';
import { seatName, soldSeats } from './harness/sandbox.ts';
import { until } from './harness/until.ts';

const HELD_EVENT = 'harbour-city-v-northgate-rovers';
const BOUGHT_EVENT = 'copper-almanac-foundry-hall';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  // Few hands at once, so that some tasks are seen waiting while others run.
  product = await givenProduct({ WORKER_CAPACITY: '5' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** From the list of templates through the wizard to the launched job's tasks. */
async function launchTemplate(page: Page, name: string, tasks: number): Promise<void> {
  await goTo(page, 'Templates');
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Launch' }).click();
  for (const step of ['Event', 'Logins', 'Schedule and pacing']) {
    await page.getByRole('heading', { name: step, exact: true }).waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
  }
  await page.getByRole('button', { name: `Launch ${tasks} tasks` }).click();
  await page.waitForURL(/\/tasks\?job_id=/);
}

/** Keeps noting which of the words the page shows; the list lives in the page, and a reload would lose it. */
async function watchWords(page: Page, words: string[]): Promise<() => Promise<string[]>> {
  await page.evaluate((looked) => {
    const seen = new Set<string>();
    Object.assign(window, { seenWords: seen });
    const look = () => {
      const text = document.querySelector('table')?.innerText ?? '';
      for (const word of looked) if (text.includes(word)) seen.add(word);
    };
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    look();
  }, words);
  return () => page.evaluate(() => [...(window as unknown as { seenWords: Set<string> }).seenWords]);
}

it('walks from the sign-in over a launched template to tickets, and the site agrees', async () => {
  const { page, problems } = await openConsole(browser, product, '/templates');
  const owner = await signIn(product, product.owner);
  await page.waitForURL(/\/auth\/login/);
  await signInByForm(page, product.owner);
  await page.waitForURL(/\/templates/);

  // 20 tasks, watched without a reload until all hold seats.
  await launchTemplate(page, 'Harbour City: hold 20 pairs', 20);
  const words = ['Queued', 'Running', 'Waiting room', 'Carted'];
  const seenWords = await watchWords(page, words);
  await until(
    'all 20 rows read Carted',
    async () => {
      const carted = await page.getByRole('row').filter({ hasText: 'Carted' }).count();
      return carted === 20 || undefined;
    },
    { withinMs: 90_000 },
  );
  expect((await seenWords()).sort()).toEqual([...words].sort());

  // A person opens one basket at the site, pays there and marks it as purchased.
  await goTo(page, 'Tickets');
  await page.getByRole('tab', { name: 'Cart' }).click();
  const row = page.getByRole('row').filter({ has: page.getByRole('button', { name: 'Mark purchased' }) });
  await row.first().waitFor();
  const [basket] = await Promise.all([
    page.context().waitForEvent('page'),
    row
      .first()
      .getByRole('link', { name: /^Open basket/ })
      .click(),
  ]);
  await payAtTheSite(basket);
  await until(
    'the site sold two seats',
    async () => (await soldSeats(product, HELD_EVENT)).length === 2 || undefined,
  );
  await row.first().getByRole('button', { name: 'Mark purchased' }).click();
  const question = page.getByRole('alertdialog', {
    name: 'Are you sure you want to mark these tickets as purchased?',
  });
  await question.getByRole('button', { name: 'Mark as purchased' }).click();
  await page.getByText('2 seats marked as purchased').waitFor();
  await page.getByRole('tab', { name: 'Purchased Tickets' }).click();
  await until('two tickets are listed', async () => {
    const rows = await page.getByRole('row').filter({ hasText: 'Northgate Rovers' }).count();
    return rows === 2 || undefined;
  });

  // A template of type buy: the tickets arrive by themselves.
  await launchTemplate(page, 'Copper Almanac: buy 10 pairs', 10);
  await goTo(page, 'Tickets');
  // The entry leads to the cart while seats are held.
  await page.getByRole('tab', { name: 'Purchased Tickets' }).click();
  await until(
    'twenty more tickets arrive',
    async () => {
      const rows = await page.getByRole('row').filter({ hasText: 'Copper Almanac' }).count();
      return rows === 20 || undefined;
    },
    { withinMs: 90_000 },
  );

  // The site's own page shows exactly those seats as sold to those logins.
  const tickets = await owner.get<SeatRow[]>('/api/tickets');
  expect(tickets).toHaveLength(22);
  expect(tickets.map(byLogin).sort()).toEqual(
    [...(await soldRows(page, HELD_EVENT)), ...(await soldRows(page, BOUGHT_EVENT))].sort(),
  );
  expect(problems).toEqual([]);
}, 300_000);

const byLogin = (seat: SeatRow): string => `${seatName(seat)} ${seat.login_email}`;

async function payAtTheSite(basket: Page): Promise<void> {
  const email = await basket.getByLabel('E-mail').inputValue();
  const number = /desk-(\d\d)@/.exec(email)?.[1];
  await basket.getByLabel('Password').fill(`quayside-${number}`);
  await basket.getByRole('button', { name: 'Sign in' }).click();
  await basket.getByLabel('Test payment token').fill('tok_sandbox_4242');
  await basket.getByRole('button', { name: /^Pay / }).click();
  await basket.getByRole('heading', { name: 'Paid' }).waitFor();
  await basket.close();
}

/** The rows of the site's page of sold seats, as "area row seat account". */
async function soldRows(page: Page, guid: string): Promise<string[]> {
  const site = await page.context().newPage();
  await site.goto(`${product.sandboxUrl}/events/${guid}/seats`);
  const rows = await site.locator('table tbody tr').all();
  const cells = await Promise.all(rows.map((one) => one.locator('td').allInnerTexts()));
  await site.close();
  return cells.map(([area, row, seat, account]) => `${area} ${row} ${seat} ${account}`);
}
