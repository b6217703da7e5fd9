import type { Page } from 'playwright-core';
import type { ConsolePage } from './every-page.ts';

/** A page that reads nothing: between two others it lets go of whatever the first had open. */
const still = '/unauthorized';

/** Goes to an address as Back and Forward do: the console stays loaded. */
export async function moveTo(page: Page, path: string): Promise<void> {
  await page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Shows a page in a window that has the console loaded already, and waits until it has what it shows. */
export async function show(page: Page, one: ConsolePage): Promise<void> {
  await leave(page, one);
  await one.given?.(page);
  await moveTo(page, one.path);
  await one.ready(page);
  await one.act?.(page);
}

/** Leaves whatever page is shown. */
export async function leave(page: Page, { visitor }: Pick<ConsolePage, 'visitor'>): Promise<void> {
  if (visitor === 'nobody') return void (await page.unrouteAll({ behavior: 'ignoreErrors' }));
  await moveTo(page, still);
  await page.locator('h1', { hasText: 'No permission' }).waitFor({ state: 'attached' });
  // What belongs to no page, such as the command palette, stays open.
  const open = page.locator('.MuiModal-root');
  if (await open.count()) {
    await open.last().locator('[tabindex]').first().focus();
    await page.keyboard.press('Escape');
  }
  await page.getByRole('heading', { level: 1, name: 'No permission' }).waitFor();
  // What was held back goes on from here: whoever waited for it has left.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}
