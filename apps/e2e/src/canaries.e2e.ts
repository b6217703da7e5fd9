import type { BrowserContext } from '@playwright/test';
import { createOwners } from './harness/accounts.ts';
import { buildProbe } from './harness/probe-module.ts';
import { registerTeam, type Team } from './harness/probe-team.ts';
import { signIn } from './harness/sign-in.ts';
import { expect, test as base } from './harness/test.ts';

/** Who loads pages: a roll-back needs the reports of several users, in more than one realm. */
const OWNERS = { realms: 3, ownersOfRealm: 3 };
/** Pages that load at a time. */
const PARALLEL = 3;
const GOOD_LOADS = 1_000;
const SLOW_MS = 8_000;
const ROLLED_BACK_WITHIN_MS = 60_000;

interface Visitors {
  team: Team;
  contexts: BrowserContext[];
}

const test = base.extend<object, { visitors: Visitors }>({
  visitors: [
    async ({ browser, product }, use) => {
      const team = await registerTeam(product, 'Probe team', ['mf-probe']);
      await team.publish(await buildProbe('1.0.0'));
      await team.run('promote', 'mf-probe@1.0.0');
      const contexts: BrowserContext[] = [];
      for (const user of await createOwners(product, OWNERS)) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(product.url);
        await signIn(page, user);
        await page.close();
        contexts.push(context);
      }
      await use({ team, contexts });
      for (const context of contexts) await context.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});

/** Loads the probe's page in each of the sessions until `isDone`; returns what each load showed. */
async function loadPages(
  { contexts }: Visitors,
  url: string,
  isDone: (versions: readonly string[]) => boolean | Promise<boolean>,
): Promise<string[]> {
  const shown: string[] = [];
  let next = 0;
  let ended = false;
  const visit = async (): Promise<void> => {
    while (!ended) {
      const context = contexts[next++ % contexts.length];
      if (!context) return;
      const page = await context.newPage();
      await page.goto(`${url}/probe`);
      const heading = page.getByRole('heading', { name: /^Probe \d/ });
      const crashed = page.getByText('The Probe module ran into an error and was stopped.');
      await expect(heading.or(crashed).first()).toBeVisible();
      shown.push((await heading.isVisible()) ? await heading.innerText() : 'crashed');
      await page.close({ runBeforeUnload: true });
      ended ||= await isDone(shown);
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, visit));
  return shown;
}

const isRolledBack = async ({ team }: Visitors, version: string): Promise<boolean> =>
  new RegExp(`^ +${version.replaceAll('.', '\\.')} +rolled back`, 'm').test(
    await team.run('list', 'mf-probe'),
  );

test(`keeps a good canary over ${GOOD_LOADS} loads`, async ({ visitors, product }) => {
  test.setTimeout(3_600_000);
  await visitors.team.publish(await buildProbe('1.1.0'));
  await visitors.team.run('canary', 'mf-probe@1.1.0', '--percent', '100');
  const isCanary = (shown: string) => shown === 'Probe 1.1.0';
  // A page whose request for the list takes long shows the release of its last visit.
  const shown = await loadPages(
    visitors,
    product.url,
    (versions) => versions.filter(isCanary).length >= GOOD_LOADS,
  );
  console.log(await visitors.team.run('list', 'mf-probe'));
  expect(await isRolledBack(visitors, '1.1.0')).toBe(false);
  expect(shown).not.toContain('crashed');
});

test('takes back a canary that throws for 5 % of its loads', async ({ visitors, product }) => {
  test.setTimeout(1_800_000);
  await visitors.team.publish(await buildProbe('1.2.0', { throwsAtRender: 0.05 }));
  await visitors.team.run('canary', 'mf-probe@1.2.0', '--percent', '100');
  const began = Date.now();
  let firstCrash = 0;
  const shown = await loadPages(visitors, product.url, async (versions) => {
    if (versions.includes('crashed')) firstCrash ||= Date.now();
    return versions.length % 10 === 0 && (await isRolledBack(visitors, '1.2.0'));
  });
  console.log(
    `5 %: taken back after ${shown.length} loads, ${shown.filter((one) => one === 'crashed').length} of them failed; ` +
      `${Date.now() - began} ms after the canary began, ${Date.now() - firstCrash} ms after the first failure`,
  );
});

test(`takes back a canary that takes ${SLOW_MS / 1000} s to load`, async ({ visitors, product }) => {
  test.setTimeout(600_000);
  await visitors.team.publish(await buildProbe('1.3.0'));
  for (const context of visitors.contexts)
    await context.route('**/modules/mf-probe/1.3.0/mf-manifest.json', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      await route.continue();
    });
  await visitors.team.run('canary', 'mf-probe@1.3.0', '--percent', '100');
  const began = Date.now();
  const shown = await loadPages(visitors, product.url, () => isRolledBack(visitors, '1.3.0'));
  const ms = Date.now() - began;
  console.log(`8 s: taken back after ${shown.length} loads and ${ms} ms`);
  expect(ms).toBeLessThan(ROLLED_BACK_WITHIN_MS);
});
