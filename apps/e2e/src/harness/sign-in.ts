import { type Browser, expect, type Page } from '@playwright/test';
import { createOwners } from './accounts.ts';
import type { Credentials, Product } from './product.ts';

/** Signs in by the form that the page shows. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Pages of the owners of two realms, of two each: the reports of one realm, or of one user, never roll a release back. */
export async function openAsOwners(browser: Browser, product: Product): Promise<Page[]> {
  const pages: Page[] = [];
  for (const owner of await createOwners(product, { realms: 2, ownersOfRealm: 2 })) {
    const page = await (await browser.newContext({ baseURL: product.url })).newPage();
    await page.goto('/');
    await signIn(page, owner);
    pages.push(page);
  }
  return pages;
}

/** Opens a page by its entry in the side menu. The page before stays, and can be clicked, until this one has loaded. */
export async function openMenuEntry(page: Page, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  const link = menu.getByRole('link', { name: new RegExp(`^${entry}`) });
  await link.click();
  await expect(link).toHaveAttribute('aria-current', 'page');
}
