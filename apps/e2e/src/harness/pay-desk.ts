import { type BrowserContext, expect, type Page } from '@playwright/test';

/** A basket that one person paid, and how long it took from when the page showed it. */
export interface Paid {
  login: string;
  reference: string;
  seconds: number;
}

/**
 * Pays a basket at the site; returns the order reference that the site shows. The password is typed, since the browsers of
 * both people share this machine's clipboard.
 */
async function payAtSite(
  context: BrowserContext,
  password: string,
  open: () => Promise<void>,
): Promise<string> {
  // The site's session belongs to the login of the basket before.
  await context.clearCookies();
  const opened = context.waitForEvent('page');
  await open();
  const site = await opened;
  await site.getByLabel('Password').fill(password);
  await site.getByRole('button', { name: 'Sign in' }).click();
  await site.getByLabel('Test payment token').fill('tok_sandbox_4242');
  await site.getByRole('button', { name: /^Pay / }).click();
  await site.getByRole('heading', { name: 'Paid' }).waitFor();
  const reference = (await site.getByRole('status').locator('strong').innerText()).trim();
  await site.close();
  return reference;
}

/** Pays up to `limit` baskets, one after another, by the keyboard, until none is free. The pay queue must be open. */
export async function payBaskets(page: Page, limit = Infinity): Promise<Paid[]> {
  const paid: Paid[] = [];
  const desk = page.getByRole('region', { name: 'Your basket' });
  const field = desk.getByRole('textbox', { name: /Order reference/ });
  const rest = desk.getByText(/^(Nothing to pay|Others are paying)/);
  await page.keyboard.press('n');
  for (;;) {
    await field.or(rest).first().waitFor();
    if (await rest.isVisible()) return paid;
    const startedAt = performance.now();
    // A basket's keys work once the desk has the focus.
    await expect(desk).toBeFocused();
    const login = await desk.locator('dd').first().innerText();
    await page.keyboard.press('p');
    const password = await desk
      .getByRole('status')
      .filter({ hasText: /^quayside-/ })
      .innerText();
    const reference = await payAtSite(page.context(), password, () => page.keyboard.press('o'));
    await page.bringToFront();
    await field.fill(reference);
    await field.press('Enter');
    await field.and(page.locator('[value=""]')).or(rest).first().waitFor();
    paid.push({ login, reference, seconds: (performance.now() - startedAt) / 1000 });
    if (paid.length === limit) return paid;
  }
}
