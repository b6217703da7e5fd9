import type { Page } from '@playwright/test';
import { type Check, formatSeconds } from '../checks.ts';
import { launchBrowser, openConsole } from '../installation/browser.ts';
import { Client } from '../installation/client.ts';
import { createFixtures, type LoadTarget } from '../load/fixtures.ts';
import { SeededRandom } from '../load/seeded-random.ts';
import type { Composed } from './composed.ts';

const TEMPLATE = 'Hold four seats';
const LOGINS = 4;
const END_MS = 120_000;

/** In Chromium, over TLS: rehearses a plan, launches it, and pays a basket at the site. */
export async function walk(composed: Composed, target: LoadTarget): Promise<Check[]> {
  const { owner, events, loginIds, siteId } = await createFixtures(target, new SeededRandom(7), 'Walk');
  const client = new Client(target.urls);
  await client.signIn(owner);
  await client.requestOk('POST', '/api/templates', {
    name: TEMPLATE,
    type: 'hold',
    site_id: siteId,
    event_id: events[0]?.id,
    login_ids: loginIds.slice(0, LOGINS),
  });
  const browser = await launchBrowser();
  try {
    const page = await openConsole(browser, composed.console, owner);
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    const began = performance.now();
    await rehearse(page);
    await launch(page);
    const reference = await pay(page);
    const elapsed = formatSeconds(performance.now() - began);
    const tickets = await client.requestOk<{ ticket_reference: string | null }[]>('GET', '/api/tickets');
    return [
      {
        title: 'an owner rehearses a plan, launches it and pays a basket in a browser',
        passed:
          faults.length === 0 &&
          tickets.length > 0 &&
          tickets.every((ticket) => ticket.ticket_reference === reference),
        detail: faults[0] ?? `${reference}, ${elapsed}`,
      },
    ];
  } finally {
    await browser.close();
  }
}

async function rehearse(page: Page): Promise<void> {
  await page.goto('/templates');
  await page.getByRole('link', { name: `Rehearse ${TEMPLATE}` }).click();
  await page.getByRole('button', { name: 'Start rehearsal' }).click();
  await page.getByText('Finished', { exact: true }).first().waitFor({ timeout: END_MS });
}

async function launch(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Launch', exact: true }).click();
  await page.getByRole('button', { name: /^Launch \d+ tasks?$/ }).click();
  await page.getByRole('link', { name: 'Open the room' }).click();
  await page
    .getByRole('group', { name: 'Held', exact: true })
    .getByText(/[1-9]/)
    .first()
    .waitFor({ timeout: END_MS });
}

/** Pays the first basket by the keyboard, the desk's way, and returns the site's order reference. */
async function pay(page: Page): Promise<string> {
  await page.goto('/pay');
  const desk = page.getByRole('region', { name: 'Your basket' });
  const field = desk.getByRole('textbox', { name: /Order reference/ });
  await page.getByRole('heading', { level: 1, name: 'Pay queue' }).waitFor();
  await page.keyboard.press('n');
  await field.waitFor();
  await page.keyboard.press('p');
  const password = await desk
    .getByRole('status')
    .filter({ hasText: /^(quayside|northgate)-/ })
    .innerText();
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('o');
  const site = await opened;
  await site.getByLabel('Password').fill(password);
  await site.getByRole('button', { name: 'Sign in' }).click();
  await site.getByLabel('Test payment token').fill('tok_sandbox_4242');
  await site.getByRole('button', { name: /^Pay / }).click();
  await site.getByRole('heading', { name: 'Paid' }).waitFor();
  const reference = (await site.getByRole('status').locator('strong').innerText()).trim();
  await site.close();
  await page.bringToFront();
  await field.fill(reference);
  await field.press('Enter');
  await desk.getByText(/^Nothing to pay/).waitFor();
  return reference;
}
