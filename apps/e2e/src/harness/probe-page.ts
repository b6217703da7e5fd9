import { expect, type Page } from '@playwright/test';

/**
 * Opens the probe's page and waits for a release of it, e.g. "Probe 1.1.0". When the server takes long, the page begins with the
 * release of the last visit and offers the new one.
 */
export async function openProbe(page: Page, title: string | RegExp): Promise<void> {
  await page.goto('/probe');
  const heading = page.getByRole('heading', { name: title });
  const offer = page.getByRole('button', { name: 'Reload' });
  await expect(heading.or(offer).first()).toBeVisible();
  if (await heading.isHidden()) await offer.click();
  await expect(heading).toBeVisible();
}
