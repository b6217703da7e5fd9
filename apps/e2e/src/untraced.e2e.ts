import type { Request } from '@playwright/test';
import { openMenuEntry, signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

test('sends and loads nothing for traces while the server has no collector', async ({ page, product }) => {
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto('/');
  await signIn(page, product.admin);
  await openMenuEntry(page, 'Users');
  await expect(page.getByRole('row').filter({ hasText: product.admin.email })).toBeVisible();
  // A page that traces would send its spans when it is left.
  await page.goto('/');

  expect(await page.locator('meta[name="tessera-trace-ratio"]').count()).toBe(0);
  const api = requests.filter((request) => new URL(request.url()).pathname.startsWith('/api/'));
  expect(api.length).toBeGreaterThan(0);
  expect(api.filter((request) => request.url().includes('browser-spans'))).toEqual([]);
  for (const request of api) expect(await request.headerValue('traceparent')).toBeNull();
  const scripts = requests.filter((request) => request.resourceType() === 'script');
  for (const script of scripts) {
    const response = await fetch(script.url());
    expect((await response.text()).includes('/api/browser-spans')).toBe(false);
  }
});
