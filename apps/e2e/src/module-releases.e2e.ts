import type { Page } from '@playwright/test';
import { createEmptyRealm } from './harness/accounts.ts';
import { ApiClient } from './harness/api-client.ts';
import { buildProbe } from './harness/probe-module.ts';
import { openProbe } from './harness/probe-page.ts';
import { promoteForEverybody, registerTeam, type Team } from './harness/probe-team.ts';
import { openAsOwners, openMenuEntry } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

const MODULE = 'mf-probe';

const test = base.extend<object, { team: Team }>({
  accounts: [
    async ({ product }, use) => {
      const { admin, owner } = product;
      await use({ admin, owner, newOwner: await createEmptyRealm(product) });
    },
    { scope: 'worker' },
  ],
  team: [
    async ({ product }, use) => {
      const team = await registerTeam(product, 'Probe team', ['mf-probe']);
      await team.publish(await buildProbe('1.0.0'));
      await team.run('promote', `${MODULE}@1.0.0`);
      await use(team);
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('gives a canary to one realm, then to everyone, and takes it back, while pages stay open', async ({
  openContext,
  product,
  team,
}) => {
  const owner = await ApiClient.as(product, product.owner);
  const { realm_id: realm } = await owner.get<{ realm_id: number }>('/api/me');
  const inside = await (await openContext('owner')).newPage();
  const outside = await (await openContext('newOwner')).newPage();
  for (const page of [inside, outside]) {
    await page.goto('/probe');
    await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
  }

  await team.publish(await buildProbe('1.1.0'));
  await inside.goto('/probe');
  await expect(inside.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();

  await team.run('canary', `${MODULE}@1.1.0`, '--realm', String(realm));
  const offer = inside.getByText('Another version of Probe is available.');
  await expect(offer).toBeVisible();
  await inside.getByRole('button', { name: 'Reload' }).click();
  await expect(inside.getByRole('heading', { name: 'Probe 1.1.0' })).toBeVisible();
  await outside.goto('/probe');
  await expect(outside.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();

  await team.run('promote', `${MODULE}@1.1.0`);
  const fresh = await (await openContext('newOwner')).newPage();
  await fresh.goto('/probe');
  await expect(fresh.getByRole('heading', { name: 'Probe 1.1.0' })).toBeVisible();
  await expect(outside.getByText('Another version of Probe is available.')).toBeVisible();

  await team.run('rollback', MODULE);
  await openProbe(fresh, 'Probe 1.0.0');
});

test('offers a new release without losing input, and the release in use keeps working', async ({
  openContext,
  product,
  team,
}) => {
  await promoteForEverybody(product, MODULE, '1.0.0');
  const page = await (await openContext('admin')).newPage();
  await page.goto('/probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.0.0' })).toBeVisible();
  await openMenuEntry(page, 'Sites');
  await page.getByRole('button', { name: 'New site' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Not saved yet');

  await team.publish(await buildProbe('1.2.0'));
  await promoteForEverybody(product, MODULE, '1.2.0');
  const offer = page.getByText('Another version of Probe is available.');
  await expect(offer).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Not saved yet');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Reload' }).click();
  await openMenuEntry(page, 'Probe');
  await expect(page.getByRole('heading', { name: 'Probe 1.2.0' })).toBeVisible();
});

for (const behavior of ['throwsAtEvaluation', 'throwsAtRender'] as const) {
  test(`takes back a canary that ${behavior === 'throwsAtRender' ? 'throws when its page is rendered' : 'throws when it is evaluated'} by itself`, async ({
    browser,
    product,
    team,
  }) => {
    const version = behavior === 'throwsAtRender' ? '1.3.0' : '1.4.0';
    await team.publish(await buildProbe(version, { [behavior]: 1 }));
    await team.run('canary', `${MODULE}@${version}`, '--percent', '100');
    const pages = await openAsOwners(browser, product);
    const pageAt = (view: number): Page => {
      const page = pages[view % pages.length];
      if (!page) throw new Error('Nobody has a page');
      return page;
    };
    const headingOf = (page: Page) => page.getByRole('heading', { name: /^Probe \d/ });
    for (let views = 0; views < 30; views += 1) {
      const page = pageAt(views);
      const heading = headingOf(page);
      const crashed = page.getByText('The Probe module ran into an error and was stopped.');
      await page.goto('/probe');
      await expect(heading.or(crashed).first()).toBeVisible();
      if (await heading.isVisible()) break;
      expect(views).toBeLessThan(20);
    }
    await openProbe(pageAt(0), /^Probe 1\.[0-2]\.0$/);
    expect(await team.run('list', MODULE)).toMatch(/rolled back/i);
    for (const opened of pages) await opened.context().close();
  });
}
