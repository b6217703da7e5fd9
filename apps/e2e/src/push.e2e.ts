import type { Browser } from 'playwright-core';
import { openBrowser, openConsole, signInByForm } from './harness/browser.ts';
import { givenProduct, type Product } from './harness/product.ts';
import { until } from './harness/until.ts';

let product: Product;
let browser: Browser;

beforeAll(async () => {
  product = await givenProduct({ DEMO: 'off' });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

it('shows what is pushed, and a click opens its page in the open console', async () => {
  const { page, problems } = await openConsole(browser, product, '/notifications');
  const context = page.context();
  await context.grantPermissions(['notifications'], { origin: product.url });
  await signInByForm(page, product.admin);
  await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  // Browsers of tests reach no push service: the service worker is there as enabling leaves it, and its browser
  // delivers to it what a push service would.
  const protocol = await context.newCDPSession(page);
  let registrationId = '';
  protocol.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    registrationId = registrations.find(({ isDeleted }) => !isDeleted)?.registrationId ?? '';
  });
  await protocol.send('ServiceWorker.enable');
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    await navigator.serviceWorker.ready;
  });
  await until('the browser knows the service worker', () => registrationId || undefined);
  const origin = new URL(product.url).origin;
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
  await protocol.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId,
    data: JSON.stringify(message),
  });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.ready;
      return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }));
    });
  const notifications = await until('the notification is shown', async () => {
    const found = await shown();
    return found.length > 0 ? found : undefined;
  });
  expect(notifications).toEqual([
    { title: 'Plätze reserviert', body: 'Derby, Ada: 2 Plätze gehalten', tag: 'tessera-7' },
  ]);

  // Nobody can click what a browser without a screen shows: the click is handed to the service worker as it would be.
  const [worker] = context.serviceWorkers();
  await worker!.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      NotificationEvent: new (type: string, init: { notification: Notification }) => Event;
      dispatchEvent(event: Event): boolean;
    };
    const [notification] = await scope.registration.getNotifications();
    scope.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification: notification! }));
  });
  await page.waitForURL(/\/tickets\?tab=cart$/);
  expect(await shown()).toEqual([]);
  expect(problems).toEqual([]);
});
