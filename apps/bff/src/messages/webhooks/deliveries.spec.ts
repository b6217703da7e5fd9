import { startApp, startBeside, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { areRacesFull } from '../../../test/races/rounds';
import {
  type ReceivedMessage,
  setPace,
  startReceiver,
  verified,
  type WebhookReceiver,
  webhookSettings,
} from '../../../test/webhook-receiver';
import { until } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { WebhookEvents } from './webhook-events';
import type { WebhookWithSecretDto } from './webhooks.dto';

const EVENTS = areRacesFull ? 10_000 : 2_000;
const BATCH = 500;

/** A number from 0 to 99 that depends on a message and its attempt alone. */
const drawOf = (id: string, attempt: number): number => {
  let hash = attempt * 2_654_435_761;
  for (const letter of id) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return (hash >>> 8) % 100;
};

describe('messages to a receiver that fails', () => {
  let receiver: WebhookReceiver;
  let app: TestApp;
  let second: TestApp;
  beforeAll(async () => {
    receiver = await startReceiver();
    // Far longer than a busy machine takes: a message whose answer comes too late is accepted twice.
    const settings = { ...webhookSettings, WEBHOOK_TIMEOUT_MS: '5000' };
    app = await startApp(settings);
    second = await startBeside(app, settings);
    for (const server of [app, second])
      setPace(server, {
        pauses: Array.from({ length: 30 }, () => 0),
        perQuick: 32,
        perSlow: 32,
        slowMs: Infinity,
      });
  });
  afterAll(async () => {
    await second.close();
    await app.close();
    await receiver.close();
  });

  const create = async (realm: number, path: string): Promise<WebhookWithSecretDto> => {
    const { token } = await make.user(app, 'realm_owner', realm);
    const body = { name: path, url: receiver.url(path), topics: ['orders'] };
    return (await app.http<WebhookWithSecretDto>('POST', '/api/webhooks', { token, body })).body;
  };
  const happen = (realm_id: number, count: number): Promise<void> =>
    app.nest.get(Transactions, { strict: false }).run(systemScope('test'), (tx) =>
      app.nest.get(WebhookEvents, { strict: false }).queue(
        tx,
        Array.from({ length: count }, () => ({
          realm_id,
          topic: 'orders' as const,
          type: 'orders.recorded' as const,
          about: null,
          event_id: null,
          data: { title: 'Tickets recorded as bought', body: '1 seat' },
        })),
      ),
    );
  const waiting = async (webhook: { id: number }): Promise<number> => {
    const { rows } = await app.db.query<{ count: number }>(
      "SELECT count(*)::int AS count FROM webhook_deliveries WHERE webhook_id = $1 AND state = 'waiting'",
      [webhook.id],
    );
    return defined(rows[0]).count;
  };

  it('arrive once each by their id, from two servers, and delay no others', async () => {
    const accepted = new Map<string, number>();
    const attempts = new Map<string, number>();
    receiver.react = ({ path, id }: ReceivedMessage) => {
      if (path === '/good') return 204;
      const attempt = (attempts.get(id) ?? 0) + 1;
      attempts.set(id, attempt);
      const draw = drawOf(id, attempt);
      if (draw < 33) return 500;
      // Few, as each takes the whole timeout.
      if (draw < 34) return 'hang';
      if (draw < 43) return 'lose';
      if (draw < 53) return 307;
      accepted.set(id, (accepted.get(id) ?? 0) + 1);
      return 200;
    };
    const [realm, another] = [await make.realm(app), await make.realm(app)];
    const bad = await create(realm, '/bad');
    const good = await create(another, '/good');
    for (let made = 0; made < EVENTS; made += BATCH) {
      await happen(realm, BATCH);
      await happen(another, 10);
    }
    const goodMessages = () => receiver.received.filter(({ path }) => path === '/good');
    await until(async () => (await waiting(good)) === 0, 'all of the other webhook are delivered');
    // The failing one has a long way to go when the other one is through.
    const rest = await waiting(bad);
    expect(rest).toBeGreaterThan(EVENTS / 4);
    for (let left = rest; left > 0;) {
      const before = left;
      // A message whose attempt couldn't be recorded is tried again once its lease is over.
      await until(
        async () => (left = await waiting(bad)) < before,
        'more of the failing one arrive',
        150_000,
      );
    }

    const { rows } = await app.db.query<{ message_id: string; sequence: number; state: string }>(
      'SELECT message_id, sequence, state FROM webhook_deliveries WHERE webhook_id = $1 ORDER BY sequence',
      [bad.id],
    );
    expect(rows).toHaveLength(EVENTS);
    expect(rows.filter(({ state }) => state !== 'delivered')).toEqual([]);
    expect(rows.map(({ sequence }) => sequence)).toEqual(rows.map((_, index) => index + 1));
    expect(accepted.size).toBe(EVENTS);
    expect([...accepted.values()].filter((count) => count !== 1)).toEqual([]);
    expect(rows.every(({ message_id }) => accepted.has(`msg_${message_id}`))).toBe(true);
    const badMessages = receiver.received.filter(({ path }) => path === '/bad');
    for (const message of badMessages) verified(bad.secret, message);
    for (const message of goodMessages()) verified(good.secret, message);
    expect(new Set(goodMessages().map(({ id }) => id)).size).toBe(EVENTS / 50);
    expect(receiver.received.filter(({ path }) => path === '/elsewhere')).toEqual([]);
    // Each was tried until it was accepted, and never after that.
    expect(badMessages).toHaveLength([...attempts.values()].reduce((sum, count) => sum + count, 0));
  });

  it('leave room for others, however many receivers hang', async () => {
    receiver.react = ({ path }) => (path === '/quick' ? 204 : 'hang');
    for (const server of [app, second]) setPace(server, { perQuick: 8, perSlow: 2, slowMs: 50, failing: 3 });
    const quick = await create(await make.realm(app), '/quick');
    await happen(quick.realm_id, 1);
    await until(async () => (await waiting(quick)) === 0, 'it has shown that it is quick');
    // At most 64 of the hanging ones are in progress, of 2,000.
    for (let realms = 0; realms < 5; realms += 1) {
      const realm = await make.realm(app);
      for (let made = 0; made < 20; made += 1) await create(realm, `/hang/${realm}/${made}`);
      await happen(realm, 20);
    }
    const before = receiver.received.length;
    await happen(quick.realm_id, 100);
    await until(async () => (await waiting(quick)) === 0, 'all of the quick one arrive');
    const since = receiver.received.slice(before);
    const last = since.map(({ path }) => path).lastIndexOf('/quick');
    expect(since.slice(0, last).filter(({ path }) => path !== '/quick').length).toBeLessThan(2000);
    const { rows } = await app.db.query<{ count: number }>(
      `SELECT count(*)::int AS count FROM webhook_deliveries WHERE state = 'waiting'`,
    );
    expect(defined(rows[0]).count).toBeGreaterThan(0);
  });
});
