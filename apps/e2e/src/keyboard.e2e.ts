import type { Browser } from 'playwright-core';
import { openBrowser } from './harness/browser.ts';
import { signIn } from './harness/console.ts';
import { demoTemplate, launch, untilAll } from './harness/jobs.ts';
import { startProduct, type Credentials, type Product } from './harness/product.ts';
import { makeReader } from './harness/reader.ts';
import { administrator } from './keyboard/administrator.ts';
import { sitDown, type Desk } from './keyboard/desk.ts';
import { newcomer } from './keyboard/newcomer.ts';
import { realmOwner } from './keyboard/owner.ts';
import { realmUser } from './keyboard/reader.ts';

let product: Product;
let browser: Browser;
let reader: Credentials;
/** The cart is filled. */
let held: Promise<unknown>;

beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
  const owner = await signIn(product, product.owner);
  const holding = await demoTemplate(owner, 'hold');
  const job = await launch(owner, { template_id: holding.id, worker_count: 2 });
  held = untilAll(owner, job, ['carted'], 120_000);
  // Who waits for it is told.
  held.catch(() => undefined);
  reader = await makeReader(product);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Works the console by keys; nothing goes wrong in its pages meanwhile. */
async function at(work: (desk: Desk) => Promise<void>): Promise<void> {
  const desk = await sitDown(browser, product);
  await work(desk);
  expect(desk.problems).toEqual([]);
  await desk.page.context().close();
}

it('an administrator works by keyboard alone', () => at((desk) => administrator(desk, product.admin)));

it('a realm owner works by keyboard alone', () => at((desk) => realmOwner(desk, product.owner, held)));

it('a realm user works by keyboard alone', () => at((desk) => realmUser(desk, reader, product.url)));

it('a newcomer registers and is told to wait, by keyboard alone', () => at(newcomer));
