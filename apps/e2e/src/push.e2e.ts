import { signIn } from './harness/sign-in.ts';
import { expect, test } from './harness/test.ts';

/** Trusted Types in the page. */
declare const trustedTypes: {
  createPolicy(
    name: string,
    rules: { createScriptURL(address: string): string },
  ): { createScriptURL(address: string): string };
};

/** As the server sends it. */
const message = {
  id: 7,
  topic: 'hold_created',
  kind: 'seats_held',
  subject: 'Derby',
  count: 1,
  params: {
    task: 'Derby, Ada',
    message: '2 seats held',
    reason: { code: 'SEATS_HELD', params: { count: 2 } },
  },
  language: 'de',
  title: 'Seats held',
  body: '2 seats',
  path: '/tickets?tab=cart',
};

test('shows a pushed notification, and a click on it opens its page in the open console', async ({
  page,
  context,
  product,
  browserErrors,
}) => {
  await context.grantPermissions(['notifications'], { origin: product.url });
  await page.goto('/notifications');
  await signIn(page, product.admin);
  await expect(page.getByRole('heading', { name: 'Notifications' })).toBeVisible();

  // An automated browser reaches no push service: the service worker is registered as the console does it, and the
  // browser itself delivers the message.
  const protocol = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const current = registrations.find(({ isDeleted }) => !isDeleted);
      if (current) resolve(current.registrationId);
    });
  });
  await protocol.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    // The page's Trusted Types take the address of a script only from one of the console's policies.
    const policy = trustedTypes.createPolicy('tessera-shell', { createScriptURL: (address) => address });
    await navigator.serviceWorker.register(policy.createScriptURL('/sw.js'), { scope: '/' });
    // `ready` comes while the worker is still activating, when the browser drops what it delivers by this protocol.
    const { active } = await navigator.serviceWorker.ready;
    await new Promise<void>((resolve) => {
      const check = () => active?.state === 'activated' && resolve();
      active?.addEventListener('statechange', check);
      check();
    });
  });
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(product.url).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
  const listNotifications = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  await expect
    .poll(listNotifications)
    .toEqual([{ title: 'Plätze reserviert', body: 'Derby, Ada: 2 Plätze reserviert', tag: 'tessera-7' }]);

  // A headless browser shows no notification that could be clicked: its event is dispatched instead.
  const [worker] = context.serviceWorkers();
  await worker?.evaluate(async () => {
    for (const notification of await registration.getNotifications())
      dispatchEvent(new NotificationEvent('notificationclick', { notification }));
  });
  await expect(page).toHaveURL(/\/tickets\?tab=cart$/);
  expect(await listNotifications()).toEqual([]);
  expect(browserErrors).toEqual([]);
});
