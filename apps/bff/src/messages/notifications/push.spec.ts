import type { ServerResponse } from 'node:http';
import { messageText } from '@tessera/domain/messages';
import { startApp, type TestApp, vapid } from '../../../test/app';
import { realm, user } from '../../../test/factories';
import {
  type Device,
  newDevice,
  type PushService,
  startPushService,
  vapidClaims,
} from '../../../test/push-service';
import { countNotifications, until } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { NOTIFY_CHANNEL } from '../../platform/queue/notify-queue';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from './notification-publisher';
import type { DeliveryDto, SubscriptionDto } from './notifications.dto';
import type { Topic } from './topics';

describe('web push', () => {
  let app: TestApp;
  let service: PushService;
  let other: PushService;
  beforeAll(async () => {
    service = await startPushService();
    other = await startPushService();
    app = await startApp({
      PUSH_SERVICES: `localhost:${service.port},localhost:${other.port}`,
      PUSH_ALLOW_PRIVATE: 'on',
      // Longer than any test takes, so that no delivery times out on a busy machine.
      PUSH_TIMEOUT_MS: '60000',
    });
  });
  afterAll(async () => {
    await app.close();
    await service.close();
    await other.close();
  });

  type Person = { token: string; realmId: number };
  const person = async (realmId?: number): Promise<Person> => {
    const of = realmId ?? (await realm(app));
    return { token: (await user(app, 'realm_owner', of)).token, realmId: of };
  };
  const subscribe = async ({ token }: Person, device: Device, notification_types: Topic[] = []) => {
    const { endpoint, keys } = device;
    const response = await app.http<SubscriptionDto>('POST', '/api/notifications/subscribe', {
      token,
      body: { endpoint, expirationTime: null, keys, notification_types },
    });
    expect(response.status).toBe(200);
    return response.body;
  };
  const send = async ({ token }: Person, body: object = {}) => {
    const response = await app.http<{ recipients: number; devices: number }>(
      'POST',
      '/api/notifications/send',
      { token, body },
    );
    expect(response.status).toBe(200);
    return response.body;
  };
  const log = async ({ token }: Person) =>
    (await app.http<DeliveryDto[]>('GET', '/api/notifications/deliveries', { token })).body;
  const devices = async ({ token }: Person) =>
    (await app.http<SubscriptionDto[]>('GET', '/api/notifications/subscriptions', { token })).body;
  const logged = async (who: Person, count = 1) => {
    await until(async () => (await log(who)).length >= count, `${count} deliveries in the log`);
    return log(who);
  };
  const at = (from: PushService, device: Device) => from.received.filter(({ path }) => path === device.path);
  /** Makes the next attempts due. */
  const skipPause = async () => {
    await app.db.query('UPDATE push_subscriptions SET wait_until = NULL');
    await app.db.query(
      "UPDATE pgboss.job SET start_after = now() WHERE name = 'notify' AND state = 'created'",
    );
    // The process polls for due deliveries every few seconds; a notification of the queue wakes it at once.
    await app.db.query('SELECT pg_notify($1, $2)', [NOTIFY_CHANNEL, '']);
  };
  /** The service responds to one device with a status, and to others as usual. */
  const respondWith = (device: Device, status: number, headers: Record<string, string> = {}) => {
    const before = service.answer;
    service.answer = (response, request) => {
      if (request.path !== device.path) before(response, request);
      else response.writeHead(status, headers).end('no more of that');
    };
  };

  it('is encrypted for the device and signed, with a time to live and an urgency', async () => {
    const me = await person();
    await app.http('PUT', '/api/me/preferences', {
      token: me.token,
      body: { language: 'de', time_zone: 'Asia/Tokyo' },
    });
    const device = newDevice(service);
    await subscribe(me, device);
    expect(await send(me)).toEqual({ recipients: 1, devices: 1 });
    const [entry] = await logged(me);
    expect(entry).toMatchObject({ topic: 'test', outcome: 'sent', response_status: 201, attempt: 1 });
    const [got] = at(service, device);
    expect(got!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(got!.headers.ttl)).toBeGreaterThan(500);
    expect(Number(got!.headers.ttl)).toBeLessThanOrEqual(600);
    expect(got!.body.toString('latin1')).not.toContain('Tessera');
    expect(device.open(got!.body)).toMatchObject({
      id: entry!.notification_id,
      topic: 'test',
      title: messageText('de', 'title', 'test'),
      path: '/notifications',
      kind: 'test',
      params: {},
      language: 'de',
      time_zone: 'Asia/Tokyo',
    });
    const claims = vapidClaims(got!, vapid.publicKey);
    expect(claims).toMatchObject({
      aud: `https://localhost:${service.port}`,
      sub: expect.stringMatching(/^mailto:/) as unknown,
    });
    const hours = (Number(claims.exp) - Date.parse(String(entry!.at)) / 1000) / 3600;
    expect(hours).toBeGreaterThan(1);
    expect(hours).toBeLessThan(24);
  });

  it('sends the first message of a line at once, and its updates as one digest', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device, ['task_failed']);
    const fail = async (task: number) => {
      await app.nest.get(Transactions, { strict: false }).run(systemScope('test'), async (tx) => {
        await app.nest.get(NotificationPublisher, { strict: false }).publish(tx, {
          topic: 'task_failed',
          realm_id: me.realmId,
          kind: 'task_failed',
          params: {},
          path: '/tasks',
          tasks: { [task]: 0 },
          group: { key: 'event:1', params: {}, path: '/tasks' },
        });
      });
      await countNotifications(app);
    };
    await fail(1);
    await until(() => Promise.resolve(at(service, device).length === 1), 'the first message');
    for (const task of [2, 3, 4]) await fail(task);
    const { rows } = await app.db.query<{ wait: number }>(
      `SELECT extract(epoch FROM start_after - now())::float8 AS wait FROM pgboss.job
       WHERE name = 'notify' AND state = 'created' AND start_after > now()`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]!.wait).toBeGreaterThan(20);
    expect(rows[0]!.wait).toBeLessThanOrEqual(61);
    await skipPause();
    await until(() => Promise.resolve(at(service, device).length === 2), 'the digest');
    expect(device.open(at(service, device)[1]!.body)).toMatchObject({ title: '4 tasks failed', count: 4 });
  });

  it('truncates long messages in any script', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    await send(me, { title: 'Long', body: '\u{1F3AB}"'.repeat(650) });
    await logged(me);
    const [got] = at(service, device);
    expect(got!.body.length).toBeLessThanOrEqual(4096);
    expect(device.open(got!.body).body).toMatch(/^(\u{1F3AB}")+\u{1F3AB}?…$/u);
  });

  it('reaches the devices that chose the topic, in their own realm', async () => {
    const me = await person();
    const [chose, none, foreign] = [newDevice(service), newDevice(service), newDevice(service)];
    await subscribe(me, chose, ['job_finished', 'security']);
    const colleague = await person(me.realmId);
    await subscribe(colleague, none, ['hold_created']);
    await subscribe(await person(), foreign, ['job_finished']);
    const body = { to: 'realm', topic: 'job_finished', title: 'Sold out', path: '/jobs?status=completed' };
    expect(await send(me, body)).toEqual({ recipients: 2, devices: 1 });
    await logged(me);
    expect(chose.open(at(service, chose)[0]!.body)).toMatchObject({ title: 'Sold out', path: body.path });
    expect(at(service, chose)[0]!.headers).toMatchObject({ urgency: 'low' });
    expect([...at(service, none), ...at(service, foreign)]).toEqual([]);
  });

  it.each([404, 410])('removes a subscription that is gone (%i)', async (status) => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    respondWith(device, status);
    await send(me);
    const [entry] = await logged(me);
    expect(entry).toMatchObject({ outcome: 'gone', response_status: status, subscription_id: null });
    expect(await devices(me)).toEqual([]);
  });

  it('delays all deliveries to a device by the Retry-After of a 429', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    respondWith(device, 429, { 'Retry-After': '120' });
    await send(me);
    const [entry] = await logged(me);
    expect(entry).toMatchObject({ outcome: 'waiting', response_status: 429 });
    const [{ wait_until }] = (await devices(me)) as [SubscriptionDto];
    const seconds = (Date.parse(String(wait_until)) - Date.parse(String(entry!.at))) / 1000;
    expect(Math.round(seconds / 10)).toBe(12);
    respondWith(device, 201);
    await send(me, { title: 'Another' });
    await until(async () => {
      const { rows } = await app.db.query(
        "SELECT FROM pgboss.job WHERE name = 'notify' AND state = 'created' AND start_after > now() + interval '90 s'",
      );
      return rows.length === 2;
    }, 'both wait');
    expect(at(service, device)).toHaveLength(1);
    await skipPause();
    const all = await logged(me, 3);
    expect(all.map(({ outcome, attempt }) => [outcome, attempt]).sort()).toEqual([
      ['sent', 1],
      ['sent', 2],
      ['waiting', 1],
    ]);
  });

  it('retries when a service fails, with five attempts in total', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    respondWith(device, 503);
    await send(me);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      expect((await logged(me, attempt))[0]).toMatchObject({
        outcome: 'failed',
        response_status: 503,
        attempt,
      });
      await skipPause();
    }
    const { rows } = await app.db.query(
      "SELECT FROM pgboss.job WHERE name = 'notify' AND state < 'completed'",
    );
    expect(rows).toEqual([]);
    expect(at(service, device)).toHaveLength(5);
    expect(await devices(me)).toHaveLength(1);
  });

  it('does not retry what cannot succeed, and logs the words of the service', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    respondWith(device, 400);
    await send(me);
    expect((await logged(me))[0]).toMatchObject({
      outcome: 'failed',
      message: 'no more of that',
      attempt: 1,
    });
    const { rows } = await app.db.query(
      "SELECT FROM pgboss.job WHERE name = 'notify' AND state < 'completed'",
    );
    expect(rows).toEqual([]);
  });

  it('follows no redirect', async () => {
    const me = await person();
    const device = newDevice(service);
    await subscribe(me, device);
    respondWith(device, 307, { Location: `https://localhost:${other.port}/elsewhere` });
    const before = other.connections;
    await send(me);
    expect((await logged(me))[0]).toMatchObject({ outcome: 'failed', response_status: 307 });
    expect(other.connections).toBe(before);
  });

  it('delivers to one push service while another one hangs', async () => {
    const [stuck, quick] = [await person(), await person()];
    const before = service.answer;
    const earlier = service.received.length;
    const hung: ServerResponse[] = [];
    service.answer = (response) => void hung.push(response);
    for (let count = 0; count < 20; count += 1) await subscribe(stuck, newDevice(service));
    const device = newDevice(other);
    await subscribe(quick, device);
    expect((await send(stuck)).devices).toBe(20);
    await until(() => Promise.resolve(service.received.length > earlier), 'the first message hangs');
    await send(quick);
    expect((await logged(quick))[0]).toMatchObject({ outcome: 'sent' });
    expect(await log(stuck)).toEqual([]);
    service.answer = before;
    // Those that wait take the places of other deliveries to this service.
    for (const response of hung) response.writeHead(201).end();
    await logged(stuck, 20);
  });

  it('times out when a service does not respond, and logs it', async () => {
    const hanging = await startApp({
      PUSH_SERVICES: `localhost:${service.port}`,
      PUSH_ALLOW_PRIVATE: 'on',
      PUSH_TIMEOUT_MS: '200',
    });
    const before = service.answer;
    service.answer = () => undefined;
    const { token } = await user(hanging, 'realm_owner', await realm(hanging));
    const { endpoint, keys } = newDevice(service);
    const call = (method: string, path: string, body?: object) =>
      hanging.http<DeliveryDto[]>(method, `/api/notifications/${path}`, { token, body });
    await call('POST', 'subscribe', { endpoint, keys, notification_types: [] });
    await call('POST', 'send', {});
    await until(async () => (await call('GET', 'deliveries')).body.length > 0, 'the delivery is logged');
    expect((await call('GET', 'deliveries')).body[0]).toMatchObject({
      outcome: 'failed',
      response_status: null,
      reason: 'TIMED_OUT',
      message: 'The push service did not respond in time',
    });
    service.answer = before;
    await hanging.close();
  });
});
