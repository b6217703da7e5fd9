import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeliveryDto, MeDto, RealmDto, SubscriptionDto } from '@tessera/api';
import { json, people, resetBrowser, startShell } from '../../../test/app';
import { pushBrowser, subscriptionOf } from '../../../test/push';

const PUBLIC_KEY = `B${'A'.repeat(86)}`;
/** Its bytes. */
const KEY = Uint8Array.of(4, ...new Uint8Array(64));
const here = 'https://fcm.googleapis.com/fcm/send/this-browser';
const at = '2026-11-20T20:00:00.000Z';
const agents = {
  firefox: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140',
  chrome: 'Mozilla/5.0 (X11; Linux) Chrome/140 Safari/537',
};

const device = (over: Partial<SubscriptionDto> = {}): SubscriptionDto => ({
  id: 1,
  endpoint: here,
  notification_types: ['security'],
  user_agent: agents.chrome,
  wait_until: null,
  created_at: at,
  updated_at: at,
  ...over,
});
const delivery = (over: Partial<DeliveryDto> = {}): DeliveryDto => ({
  id: 1,
  notification_id: 3,
  subscription_id: 1,
  user_agent: agents.chrome,
  topic: 'hold_created',
  kind: null,
  subject: null,
  count: null,
  params: null,
  title: 'Seats held',
  outcome: 'sent',
  response_status: 201,
  reason: null,
  message: null,
  attempt: 1,
  at,
  ...over,
});

/** A server that keeps devices as the real one does. */
function open(who: MeDto, devices: SubscriptionDto[] = [], log: DeliveryDto[] = []) {
  const subscribed: Record<string, unknown>[] = [];
  const sent: Record<string, unknown>[] = [];
  const shell = startShell('/notifications', who, {
    'GET /api/vapid-public-key': { public_key: PUBLIC_KEY },
    'GET /api/notifications/subscriptions': () => json(200, devices),
    'GET /api/notifications/deliveries': () => json(200, log),
    'GET /api/realms': [{ id: 3, name: 'Quayside Desk' } as RealmDto],
    'POST /api/notifications/subscribe': async (request) => {
      const body = (await request.json()) as SubscriptionDto;
      subscribed.push({ ...body });
      const found = devices.find(({ endpoint }) => endpoint === body.endpoint);
      if (found) found.notification_types = body.notification_types;
      else devices.push(device({ endpoint: body.endpoint, notification_types: body.notification_types }));
      return json(200, found ?? devices.at(-1));
    },
    'POST /api/notifications/unsubscribe/1': () => {
      devices.splice(0);
      return new Response(null, { status: 204 });
    },
    'POST /api/notifications/send': async (request) => {
      const body = (await request.json()) as Record<string, unknown>;
      if (!body.preview) sent.push(body);
      return json(200, { recipients: 4, devices: 1 });
    },
  });
  return { ...shell, subscribed, sent };
}

let restore: () => void = () => undefined;
const browser = (...set: Parameters<typeof pushBrowser>) => {
  const made = pushBrowser(...set);
  restore = made.restore;
  return made;
};
beforeEach(() => resetBrowser());
afterEach(() => restore());

test('enables notifications on a device with the default topics', async () => {
  const push = browser();
  const { subscribed } = open(people.user);
  await userEvent.click(await screen.findByRole('button', { name: 'Enable on this device' }));
  expect(await screen.findByText('On')).toBeInTheDocument();
  expect(push.permission).toBe('granted');
  expect(push.key).toHaveLength(65);
  expect(subscribed).toHaveLength(1);
  const { notification_types, ...subscription } = subscribed[0] ?? {};
  expect(subscription).toEqual({ endpoint: here, keys: { p256dh: 'p'.repeat(87), auth: 'a'.repeat(22) } });
  expect(notification_types).toEqual(expect.arrayContaining(['hold_expiring', 'security']));
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: /Notifications/ })).toHaveAttribute('href', '/notifications');
  expect(await screen.findByText('Chrome on Linux (this one)')).toBeInTheDocument();
});

test('explains how to allow notifications again after the user denied them', async () => {
  browser({ answer: 'denied' });
  const { subscribed } = open(people.user);
  await userEvent.click(await screen.findByRole('button', { name: 'Enable on this device' }));
  expect(await screen.findByText(/The browser blocks notifications/)).toBeInTheDocument();
  expect(subscribed).toEqual([]);
});

test('explains that a browser without web push is not supported', async () => {
  open(people.user);
  expect(await screen.findByText(/Not available (in this browser|over this connection)/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Enable on this device' })).not.toBeInTheDocument();
});

test('sends a test to this device only, and ends its subscription when turned off', async () => {
  const push = browser({ permission: 'granted' });
  push.subscription = subscriptionOf(KEY, () => (push.subscription = null));
  const { sent } = open(people.user, [device()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a test' }));
  await waitFor(() => expect(sent).toEqual([{ subscription_id: 1 }]));
  await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
  expect(await screen.findByRole('button', { name: 'Enable on this device' })).toBeInTheDocument();
  expect(push.subscription).toBeNull();
});

test('shows a device as off after the server’s key has changed, and replaces its subscription', async () => {
  const push = browser({ permission: 'granted' });
  push.subscription = subscriptionOf(new Uint8Array(65).fill(9), () => (push.subscription = null));
  open(people.user, [device()]);
  await userEvent.click(await screen.findByRole('button', { name: 'Enable on this device' }));
  expect(await screen.findByText('On')).toBeInTheDocument();
  expect(push.key?.[0]).toBe(4);
});

test('saves the topics of each device', async () => {
  browser();
  const other = device({
    id: 2,
    endpoint: 'https://push.example/2',
    user_agent: agents.firefox,
    notification_types: [],
  });
  const { subscribed } = open(people.owner, [device({ endpoint: 'https://push.example/1' }), other]);
  const box = await screen.findByRole('checkbox', { name: 'Task failed on Firefox on Windows' });
  expect(screen.getByRole('checkbox', { name: 'Security on Chrome on Linux' })).toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(box).toBeChecked());
  expect(subscribed).toEqual([{ endpoint: other.endpoint, notification_types: ['task_failed'] }]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Security on Chrome on Linux' }));
  await waitFor(() =>
    expect(subscribed.at(-1)).toEqual({ endpoint: 'https://push.example/1', notification_types: [] }),
  );
});

test('lists the outcome of each delivery, with its reason', async () => {
  browser();
  open(
    people.user,
    [],
    [
      delivery({ id: 3, outcome: 'waiting', response_status: 429, message: 'slow down', attempt: 2 }),
      delivery({
        id: 2,
        outcome: 'gone',
        response_status: 410,
        subscription_id: null,
        title: 'Tickets bought',
      }),
      delivery({
        id: 4,
        outcome: 'failed',
        response_status: null,
        reason: 'TIMED_OUT',
        message: 'As the server words it',
      }),
      delivery(),
    ],
  );
  const table = await screen.findByRole('grid', { name: 'Delivery log' });
  expect(within(table).getByText('slow down · status 429 · attempt 2')).toBeInTheDocument();
  expect(within(table).getByText('The push service did not respond in time')).toBeInTheDocument();
  expect(within(table).getByText('Device unsubscribed')).toBeInTheDocument();
  expect(within(table).getByText('Removed device')).toBeInTheDocument();
});

test('sends an owner’s message to the realm, after showing how many it reaches', async () => {
  browser();
  const { sent } = open(people.owner);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a message' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('Reaches 4 people, 1 device')).toBeInTheDocument();
  expect(within(dialog).queryByLabelText('To')).not.toBeInTheDocument();
  await userEvent.type(within(dialog).getByLabelText(/^Title/), 'The gate has moved');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Sent to 4 people, 1 device')).toBeInTheDocument();
  expect(sent).toEqual([
    { to: 'realm', realm_id: 3, topic: 'job_finished', title: 'The gate has moved', body: '' },
  ]);
});

test('sends an administrator’s message to everyone unless a realm is chosen', async () => {
  browser();
  const { sent } = open(people.admin);
  await userEvent.click(await screen.findByRole('button', { name: 'Send a message' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.type(within(dialog).getByLabelText(/^Title/), 'Maintenance at noon');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(sent).toEqual([expect.objectContaining({ to: 'all', title: 'Maintenance at noon' })]),
  );
});

test('offers no messages to a realm_user', async () => {
  browser();
  open(people.user);
  expect(await screen.findByRole('heading', { name: 'Notifications' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Send a message' })).not.toBeInTheDocument();
});

test('opens the page of a clicked notification in the open console', async () => {
  const push = browser();
  const { at: address } = open(people.user);
  await screen.findByRole('heading', { name: 'Notifications' });
  act(() => push.postMessage({ type: 'tessera:open', path: '/tasks?open=4' }));
  await waitFor(() => expect(address()).toBe('/tasks?open=4'));
});
