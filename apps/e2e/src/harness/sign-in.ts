import type { Page } from '@playwright/test';
import type { Credentials } from './product.ts';

/** Signs in by the form that the page shows. */
export async function signIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
}

/** Opens a page by its entry in the side menu. */
export async function openMenuEntry(page: Page, entry: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: new RegExp(`^${entry}`) }).click();
}
