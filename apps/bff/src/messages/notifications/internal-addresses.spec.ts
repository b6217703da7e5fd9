import { startApp, type TestApp } from '../../../test/app';
import { insert, realm, user } from '../../../test/factories';
import { inner, leadsTo, spellings } from '../../../test/inner-addresses';
import { HOSTS, newDevice, type PushService, startPushService } from '../../../test/push-service';
import { until } from '../../../test/work';
import { HostRejected, isPublicAddress } from '../../platform/http/outer-addresses';
import type { DeliveryDto } from './notifications.dto';
import { PushServices } from './push-services';

describe('internal addresses', () => {
  let app: TestApp;
  let service: PushService;
  let me: { id: number; token: string };
  beforeAll(async () => {
    service = await startPushService();
    const hosts = HOSTS.map((host) => `${host}:${service.port}`);
    app = await startApp({ PUSH_SERVICES: ['fcm.googleapis.com', ...hosts].join(',') });
    me = await user(app, 'realm_owner', await realm(app));
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });
  afterEach(() => app.db.query('DELETE FROM push_subscriptions'));

  const deliveries = async (): Promise<DeliveryDto[]> =>
    (await app.http<DeliveryDto[]>('GET', '/api/notifications/deliveries', { token: me.token })).body;
  const test = () => app.http('POST', '/api/notifications/send', { token: me.token, body: {} });

  it('are distinguished from public ones', () => {
    expect(inner.filter(isPublicAddress)).toEqual([]);
    const known = ['142.250.74.10', '34.107.1.1', '17.188.1.1', '2a00:1450:4001:80b::200a', '2620:149:20::1'];
    expect(known.filter(isPublicAddress)).toEqual(known);
  });

  it('are rejected as endpoints, in more than sixty spellings, before anything is called', async () => {
    expect(spellings.length).toBeGreaterThan(60);
    const { keys } = newDevice(service);
    const accepted: string[] = [];
    for (const host of spellings) {
      for (const endpoint of [
        `https://${host}/push`,
        `https://${host}:${service.port === 443 ? 1 : service.port}/push`,
      ]) {
        // The local service is a known one here; the tests below check the addresses that it resolves to.
        if (/^localhost$/i.test(host) && endpoint.includes(`:${service.port}`)) continue;
        const response = await app.http<{ details: { field: string }[] }>(
          'POST',
          '/api/notifications/subscribe',
          { token: me.token, body: { endpoint, keys } },
        );
        if (response.status !== 400 || response.body.details[0]?.field !== 'endpoint')
          accepted.push(endpoint);
      }
    }
    expect(accepted).toEqual([]);
    expect(service.connections).toBe(0);
  });

  it.each([
    'http://fcm.googleapis.com/x',
    'ftp://fcm.googleapis.com/x',
    'https://fcm.googleapis.com:8443/x',
    'fcm',
    '',
  ])('are refused like endpoints without https or on unknown services: %s', async (endpoint) => {
    const body = { endpoint, keys: newDevice(service).keys };
    const response = await app.http('POST', '/api/notifications/subscribe', { token: me.token, body });
    expect(response.status).toBe(400);
  });

  it('get nothing, even when a subscription already exists', async () => {
    const { keys } = newDevice(service);
    const endpoints = new Set(spellings.map((host) => `https://${host}:${service.port}/there`));
    for (const endpoint of endpoints)
      await insert(app, 'push_subscriptions', { user_id: me.id, endpoint, ...keys });
    const before = (await deliveries()).length;
    await test();
    await until(
      async () => (await deliveries()).length === before + endpoints.size,
      'every delivery is logged',
    );
    expect(new Set((await deliveries()).map(({ outcome }) => outcome))).toEqual(new Set(['failed']));
    expect(service.connections).toBe(0);
  });

  describe('behind a known name', () => {
    afterEach(() => jest.restoreAllMocks());

    it('are rejected when it is resolved', async () => {
      const url = new URL(newDevice(service, HOSTS[1]).endpoint);
      const pushServices = app.nest.get(PushServices, { strict: false });
      for (const address of inner) {
        leadsTo(app, address);
        await expect(pushServices.resolve(url)).rejects.toThrow(HostRejected);
        leadsTo(app, '142.250.74.10', address);
        await expect(pushServices.resolve(url)).rejects.toThrow(HostRejected);
      }
      expect(service.connections).toBe(0);
    });

    it('get nothing, and the log of deliveries shows the reason', async () => {
      const { endpoint, keys } = newDevice(service);
      const body = { endpoint, keys };
      const subscribed = await app.http('POST', '/api/notifications/subscribe', { token: me.token, body });
      expect(subscribed.status).toBe(200);
      const before = (await deliveries()).length;
      await test();
      await until(async () => (await deliveries()).length > before, 'it is logged');
      expect((await deliveries())[0]).toMatchObject({
        outcome: 'failed',
        response_status: null,
        message: 'The push service is at an internal address',
      });
      expect(service.connections).toBe(0);
    });
  });
});

describe('the address that was checked', () => {
  let app: TestApp;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    app = await startApp({ PUSH_SERVICES: `${HOSTS[1]}:${service.port}`, PUSH_ALLOW_PRIVATE: 'on' });
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  it('is the one that is connected to, even when the name resolves to another one later', async () => {
    const { token } = await user(app, 'realm_user', null);
    // No name server resolves this name: a second lookup, by the connection itself, would fail.
    const lookup = leadsTo(app, '127.0.0.1');
    const { endpoint, keys } = newDevice(service, HOSTS[1]);
    await app.http('POST', '/api/notifications/subscribe', { token, body: { endpoint, keys } });
    await app.http('POST', '/api/notifications/send', { token, body: {} });
    await until(() => Promise.resolve(service.received.length === 1), 'the message arrives');
    expect(lookup).toHaveBeenCalledTimes(1);
  });
});
