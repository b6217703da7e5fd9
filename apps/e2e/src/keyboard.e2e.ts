import { createReader } from './harness/accounts.ts';
import { ApiClient } from './harness/api-client.ts';
import { collectMessages } from './harness/browser-messages.ts';
import { findTemplate, launchJob, waitForTasks } from './harness/jobs.ts';
import { expect, test as base } from './harness/test.ts';
import { administerByKeyboard } from './keyboard/administrator.ts';
import { KeyboardUser } from './keyboard/keyboard-user.ts';
import { registerByKeyboard } from './keyboard/newcomer.ts';
import { useTasksByKeyboard, useTicketsByKeyboard } from './keyboard/owner.ts';
import { readByKeyboard } from './keyboard/reader.ts';

const test = base.extend<{ user: KeyboardUser }, { owner: ApiClient; holdJob: number }>({
  owner: [async ({ product }, use) => use(await ApiClient.as(product, product.owner)), { scope: 'worker' }],
  /** A job whose two tasks fill the cart. */
  holdJob: [
    async ({ owner }, use) => {
      const template = await findTemplate(owner, 'hold');
      await use(await launchJob(owner, { template_id: template.id, worker_count: 2 }));
    },
    // Every visitor sees its tasks.
    { scope: 'worker', auto: true },
  ],
  /** The console's first page; no script of it throws during the test. */
  user: async ({ page, context }, use) => {
    const exceptions = collectMessages(context);
    await page.goto('/');
    await use(new KeyboardUser(page));
    expect(exceptions).toEqual([]);
  },
});
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('an administrator works by keyboard alone', async ({ user, product }) => {
  await administerByKeyboard(user, product.admin);
});

test('a realm owner works by keyboard alone', async ({ user, product, owner, holdJob }) => {
  await user.signIn(product.owner);
  await useTasksByKeyboard(user);
  await waitForTasks(owner, holdJob, ['carted'], 120_000);
  await useTicketsByKeyboard(user);
});

test('a realm user works by keyboard alone', async ({ user, product }) => {
  await readByKeyboard(user, await createReader(product));
});

test('a newcomer registers by keyboard alone and waits for a realm', async ({ user }) => {
  await registerByKeyboard(user);
});
