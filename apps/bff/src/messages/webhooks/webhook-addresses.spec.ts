import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { inner, leadsTo, spellings } from '../../../test/inner-addresses';
import { setPace, startReceiver, type WebhookReceiver } from '../../../test/webhook-receiver';
import { until } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { WebhookEvents } from './webhook-events';
import type { WebhookDeliveryDto, WebhookTestDto, WebhookWithSecretDto } from './webhooks.dto';

type ApiError = { details: { field: string; code: string }[] };
const PUBLIC = '142.250.74.10';

describe('internal addresses', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  let token: string;
  let realm: number;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ WEBHOOK_TIMEOUT_MS: '2000' });
    setPace(app, { pauses: [] });
    realm = await make.realm(app);
    token = (await make.user(app, 'realm_owner', realm)).token;
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  afterEach(() => jest.restoreAllMocks());

  const create = <T = ApiError>(url: string) =>
    app.http<T>('POST', '/api/webhooks', { token, body: { name: 'Desk', url, topics: ['orders'] } });
  const saved = async (): Promise<WebhookWithSecretDto> => {
    const lookup = leadsTo(app, PUBLIC);
    const created = await create<WebhookWithSecretDto>(`https://desk.quayside.example:${receiver.port}/hook`);
    expect(created.status).toBe(201);
    lookup.mockRestore();
    return created.body;
  };

  it('are refused when a webhook is made or changed, in more than sixty spellings', async () => {
    const { id } = await saved();
    expect(spellings.length).toBeGreaterThan(60);
    const accepted: string[] = [];
    for (const host of spellings) {
      const url = `https://${host}:${receiver.port}/hook`;
      const change = app.http<ApiError>('PUT', `/api/webhooks/${id}`, { token, body: { url } });
      for (const { status, body } of [await create(url), await change])
        if (status !== 400 || body.details[0]?.field !== 'url') accepted.push(url);
    }
    expect(accepted).toEqual([]);
    expect(receiver.received).toEqual([]);
  });

  it('are refused behind a name, also when only one of its addresses is internal', async () => {
    for (const address of inner)
      for (const addresses of [[address], [PUBLIC, address]]) {
        const lookup = leadsTo(app, ...addresses);
        const { status, body } = await create('https://desk.quayside.example/hook');
        expect([address, status, body.details[0]?.code]).toEqual([address, 400, 'INNER_ADDRESS']);
        lookup.mockRestore();
      }
  });

  it.each([
    ['http://desk.quayside.example/hook', 'NOT_HTTPS'],
    ['https://desk.quayside.example/hook#part', 'NOT_HTTPS'],
    ['https://name:word@desk.quayside.example/', 'NOT_WEB_ADDRESS'],
    ['ftp://desk.quayside.example/', 'NOT_WEB_ADDRESS'],
  ])('are refused like addresses without https: %s', async (url, code) => {
    leadsTo(app, PUBLIC);
    const { status, body } = await create(url);
    expect([status, body.details[0]?.code]).toEqual([400, code]);
  });

  it('get nothing when a name leads to one later', async () => {
    const { id } = await saved();
    const deliveries = async () =>
      (await app.http<WebhookDeliveryDto[]>('GET', `/api/webhooks/${id}/deliveries`, { token })).body;
    for (const [index, address] of ['127.0.0.1', '::ffff:127.0.0.1', '169.254.169.254'].entries()) {
      const lookup = leadsTo(app, address);
      await app.nest.get(Transactions, { strict: false }).run(systemScope('test'), (tx) =>
        app.nest.get(WebhookEvents, { strict: false }).queue(tx, [
          {
            realm_id: realm,
            topic: 'orders',
            type: 'orders.recorded',
            about: null,
            event_id: null,
            data: { title: 'Title', body: 'Body' },
          },
        ]),
      );
      await until(
        async () => (await deliveries()).filter(({ state }) => state === 'dead').length > index,
        'it is given up',
      );
      expect(defined((await deliveries())[0])).toMatchObject({
        status: null,
        error: 'The address is in an internal network',
      });
      const test = await app.http<WebhookTestDto>('POST', `/api/webhooks/${id}/test`, { token });
      expect(test.body).toMatchObject({ ok: false, error: 'The address is in an internal network' });
      lookup.mockRestore();
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('the address that was checked', () => {
  let app: TestApp;
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp({ WEBHOOK_ALLOW_PRIVATE: 'on' });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  afterEach(() => jest.restoreAllMocks());

  it('is the one that is connected to, even when the name leads to another one later', async () => {
    const { token } = await make.user(app, 'realm_owner', await make.realm(app));
    // No name server resolves this name: a second lookup, by the connection itself, would fail.
    const lookup = leadsTo(app, '127.0.0.1');
    const url = `http://desk.quayside.example:${receiver.port}/hook`;
    const body = { name: 'Desk', url, topics: ['orders'] };
    const { id } = (await app.http<WebhookWithSecretDto>('POST', '/api/webhooks', { token, body })).body;
    lookup.mockClear();
    const test = await app.http<WebhookTestDto>('POST', `/api/webhooks/${id}/test`, { token });
    expect(test.body).toMatchObject({ ok: true });
    expect(lookup).toHaveBeenCalledTimes(1);
    expect(receiver.received).toHaveLength(1);
  });
});
