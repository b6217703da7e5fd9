import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import { newDesk, WebhookDesk } from '../../../test/webhook-desk';
import {
  setPace,
  startReceiver,
  verified,
  type WebhookReceiver,
  webhookSettings,
} from '../../../test/webhook-receiver';
import { countNotifications, holdSeats, leaseOne, newTask, type Work, work } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from '../notifications/notification-publisher';
import type { ReplayAnswer, WebhookDto } from './webhooks.dto';

type Body = { type: string; timestamp: string; sequence: number; data: Record<string, unknown> };

describe('messages to webhooks', () => {
  let receiver: WebhookReceiver;
  let app: TestApp;
  let desk: WebhookDesk;
  beforeAll(async () => {
    receiver = await startReceiver();
    app = await startApp(webhookSettings);
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
  });
  beforeEach(async () => {
    receiver.react = () => 204;
    receiver.answer = 'Thank you';
    setPace(app, { pauses: [0, 0, 0] });
    desk = await newDesk(app, receiver);
  });

  it('are written in the transaction of what happens, signed, once each', async () => {
    const { secret, ...webhook } = await desk.create('/first');
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    await desk.publish(desk.happening(91), desk.happening(92));
    const messages = await desk.arrive('/first', 2);
    const bodies = messages.map((message) => verified(secret, message) as Body);
    expect(bodies.map(({ sequence }) => sequence).sort()).toEqual([1, 2]);
    const body = bodies.find(({ sequence }) => sequence === 1);
    expect(body).toMatchObject({
      type: 'limit_warning.task_limit_near',
      data: {
        kind: 'task_limit_near',
        title: '91 of 100 tasks in use',
        params: { used: 91, maximum: 100 },
        realm_id: desk.realm,
        event_id: null,
      },
    });
    expect(Date.parse(defined(body).timestamp)).not.toBeNaN();
    const [message] = messages;
    expect(defined(message).headers).toMatchObject({
      'content-type': 'application/json',
      'webhook-id': expect.stringMatching(/^msg_[0-9a-f-]{36}$/) as string,
    });
    const lines = await desk.settled(webhook, 'delivered', 2);
    expect(lines[0]).toMatchObject({
      attempts: 1,
      status: 204,
      error: null,
      sequence: 2,
      next_attempt_at: null,
    });
    expect(desk.receivedAt('/first')).toHaveLength(2);
  });

  it('get nothing of a transaction that is rolled back', async () => {
    const webhook = await desk.create('/rolled-back');
    const transactions = app.nest.get(Transactions, { strict: false });
    const publisher = app.nest.get(NotificationPublisher, { strict: false });
    await expect(
      transactions.run(systemScope('test'), async (tx) => {
        await publisher.publish(tx, desk.happening(93));
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    await desk.publish(desk.happening(94));
    await desk.arrive('/rolled-back', 1);
    expect((await desk.log(webhook)).map(({ data }) => data['params'])).toEqual([{ used: 94, maximum: 100 }]);
  });

  it('are notified once of what is found again', async () => {
    const webhook = await desk.create('/once');
    for (const used of [1, 2]) await desk.publish({ ...desk.happening(used), dedupeKey: 'limit:1' });
    await desk.publish({ ...desk.happening(3), dedupeKey: 'limit:2' });
    await desk.arrive('/once', 2);
    expect((await desk.log(webhook)).map(({ data }) => data['params'])).toEqual([
      { used: 3, maximum: 100 },
      { used: 1, maximum: 100 },
    ]);
  });

  it('get what concerns their realm alone, and nothing that concerns a person', async () => {
    const webhook = await desk.create('/mine', { topics: ['limit_warning', 'escalation'] });
    const { id: person } = await make.user(app, 'realm_user', desk.realm);
    await desk.publish(
      (await newDesk(app, receiver)).happening(1),
      { ...desk.happening(2), user_id: person },
      { topic: 'limit_warning', realm_id: desk.realm, title: 'By a person', body: 'Text', path: null },
      { topic: 'security', realm_id: desk.realm, kind: 'worker_tokens_revoked', path: null },
      { ...desk.happening(3), realm_id: null },
      desk.happening(4),
    );
    await desk.arrive('/mine', 1);
    await desk.settled(webhook, 'delivered');
    expect((await desk.log(webhook)).map(({ data }) => data['params'])).toEqual([{ used: 4, maximum: 100 }]);
  });

  describe('of a realm that works', () => {
    let desks: Work;
    beforeAll(async () => {
      desks = await work(app);
    });

    it('hear of tasks and orders, of the sites and events that they chose', async () => {
      const token = desks.owner;
      const mine = new WebhookDesk(app, receiver, desks.realmId, token);
      const other = await make.event(app, desks.siteId, { name: 'Another' });
      const topics = ['hold_created', 'purchase_confirmed', 'orders'];
      const all = await mine.create('/all', { topics });
      const chosen = await mine.create('/chosen', { topics, event_ids: [desks.eventId] });
      const site = await mine.create('/site', { topics, site_ids: [desks.siteId] });
      const others = await mine.create('/others', { topics, event_ids: [other] });
      const task = await newTask(desks, { start: true });
      const lease = await leaseOne(desks);
      const holds = await holdSeats(desks, lease.lease_id, [1, 2]);
      const confirmed = await app.http('POST', '/api/carted-tickets/confirm', {
        token,
        body: { ticket_ids: holds },
      });
      expect(confirmed.status).toBe(200);
      const messages = await mine.arrive('/all', 3);
      await mine.arrive('/chosen', 3);
      await mine.arrive('/site', 3);
      const bodies = messages.map((message) => verified(all.secret, message) as Body);
      expect(bodies.map(({ type }) => type).sort()).toEqual([
        'hold_created.seats_held',
        'orders.recorded',
        'purchase_confirmed.tickets_bought',
      ]);
      expect(bodies.find(({ type }) => type.startsWith('hold_created'))?.data).toMatchObject({
        event_id: desks.eventId,
        task_ids: [task.id],
        seats: 2,
      });
      const order = defined(bodies.find(({ type }) => type.startsWith('orders')));
      expect(order.data).toMatchObject({
        event_id: desks.eventId,
        task_id: task.id,
        tickets: [{ price: 42.5 }, { price: 42.5 }],
      });
      expect(JSON.stringify(order)).not.toContain('@');
      expect(await mine.log(others)).toEqual([]);
      const ids = (order.data['tickets'] as { id: number }[]).map(({ id }) => id);
      const reversed = await app.http('POST', '/api/purchases/reverse', { token, body: { ticket_ids: ids } });
      expect(reversed.status).toBe(200);
      expect(
        (await mine.arrive('/chosen', 4)).map((message) => verified(chosen.secret, message)).at(-1),
      ).toMatchObject({ type: 'orders.reversed', data: { tickets: ids.map((id) => ({ id })) } });
      expect((await mine.arrive('/site', 4)).map((message) => verified(site.secret, message))).toHaveLength(
        4,
      );
    });
  });

  it('are tried again after a failure, an answer that is lost, and a redirect, with the same id', async () => {
    const reactions = [500, 'lose', 302, 410, 200] as const;
    setPace(app, { pauses: [0, 0, 0, 0] });
    let attempt = 0;
    receiver.react = () => reactions[attempt++] ?? 204;
    const { secret, ...webhook } = await desk.create('/again');
    await desk.publish(desk.happening(1));
    const messages = await desk.arrive('/again', 5);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(1);
    expect(new Set(messages.map((message) => JSON.stringify(verified(secret, message)))).size).toBe(1);
    expect(await desk.settled(webhook, 'delivered')).toMatchObject([
      { attempts: 5, status: 200, answer: 'Thank you' },
    ]);
    expect(desk.receivedAt('/elsewhere')).toEqual([]);
  });

  it('are given up after the last attempt, the owners are notified once, and a replay sends the same', async () => {
    receiver.react = () => 'hang';
    const { secret, ...webhook } = await desk.create('/dead', { topics: ['limit_warning', 'escalation'] });
    await desk.publish(desk.happening(1), desk.happening(2));
    const dead = await desk.settled(webhook, 'dead', 2);
    expect(dead[0]).toMatchObject({
      attempts: 4,
      status: null,
      error: 'No answer within 0.2 s',
      next_attempt_at: null,
    });
    await countNotifications(app);
    const inbox = () =>
      app.http<{ kind: string; count: number; subject: string; title: string }[]>(
        'GET',
        '/api/notifications',
        {
          token: desk.token,
        },
      );
    const notified = (await inbox()).body.filter(({ kind }) => kind === 'webhook_dead');
    expect(notified).toMatchObject([
      { count: 2, subject: '/dead', title: '2 messages to a webhook were given up' },
    ]);
    // Of itself a webhook isn't notified.
    expect(await desk.log(webhook)).toHaveLength(2);
    const read = (await desk.call<WebhookDto>('GET', `/${webhook.id}`)).body;
    expect(read).toMatchObject({ enabled: true, dead: 2, waiting: 0, failures: 8 });

    receiver.react = () => 200;
    const before = desk.receivedAt('/dead').length;
    const one = await desk.call<ReplayAnswer>('POST', `/${webhook.id}/deliveries/replay`, {
      ids: [defined(dead[0]).id],
    });
    expect(one.body).toEqual({ replayed: 1 });
    await desk.settled(webhook, 'delivered');
    const rest = await desk.call<ReplayAnswer>('POST', `/${webhook.id}/deliveries/replay`, {});
    expect(rest.body).toEqual({ replayed: 1 });
    await desk.settled(webhook, 'delivered', 2);
    const replayed = desk.receivedAt('/dead').slice(before);
    expect(replayed.map((message) => (verified(secret, message) as Body).sequence)).toEqual([2, 1]);
    expect(replayed.map(({ id }) => id)).toEqual(dead.map(({ message_id }) => `msg_${message_id}`));
    expect(
      (await desk.call<ReplayAnswer>('POST', `/${webhook.id}/deliveries/replay`, {})).body.replayed,
    ).toBe(0);
  });

  it('keep no more than the beginning of an answer', async () => {
    receiver.answer = `\u0000${'ä'.repeat(100_000)}`;
    receiver.react = () => 200;
    const webhook = await desk.create('/long');
    await desk.publish(desk.happening(1));
    const [line] = await desk.settled(webhook, 'delivered');
    expect(Buffer.byteLength(line?.answer ?? '')).toBeLessThanOrEqual(1026);
    expect(line?.answer).toMatch(/^ä+/);
  });

  it('wait while their realm is suspended or they are disabled, and go with their webhook or realm', async () => {
    const administrator = await make.admin(app);
    const webhook = await desk.create('/suspended');
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [desk.realm]);
    await desk.publish(desk.happening(1));
    const other = await newDesk(app, receiver);
    await other.create('/awake');
    await desk.publish(other.happening(1));
    await desk.arrive('/awake', 1);
    expect(desk.receivedAt('/suspended')).toEqual([]);
    expect((await desk.call('POST', `/${webhook.id}/test`, undefined, administrator.token)).status).toBe(403);
    expect(
      (await desk.call('POST', '', { name: 'x', url: receiver.url('/x'), topics: ['orders'] })).status,
    ).toBe(403);
    await app.db.query("UPDATE realms SET status = 'active' WHERE id = $1", [desk.realm]);
    await app.db.query("SELECT pg_notify('tessera_webhook', '')");
    await desk.arrive('/suspended', 1);

    const dropped = await desk.create('/dropped');
    receiver.react = () => 500;
    setPace(app, { pauses: [3600] });
    await desk.publish(desk.happening(2));
    await desk.arrive('/dropped', 1);
    expect((await desk.call('DELETE', `/${dropped.id}`)).status).toBe(204);
    const rows = async (id: number) =>
      (await app.db.query('SELECT FROM webhook_deliveries WHERE webhook_id = $1', [id])).rowCount;
    expect(await rows(dropped.id)).toBe(0);

    await app.db.query('DELETE FROM users WHERE realm_id = $1', [desk.realm]);
    const removed = await app.http('DELETE', `/api/realms/${desk.realm}`, { token: administrator.token });
    expect(removed.status).toBe(204);
    expect(await rows(webhook.id)).toBe(0);
    expect((await app.db.query('SELECT FROM webhooks WHERE realm_id = $1', [desk.realm])).rowCount).toBe(0);
  });

  it('are one by one taken over from a server that died', async () => {
    const webhook = await desk.create('/orphan', { enabled: false });
    await app.db.query(
      `INSERT INTO webhook_deliveries (realm_id, webhook_id, topic, type, sequence, data, attempts, next_attempt_at)
       VALUES ($1, $2, 'orders', 'orders.recorded', 1, '{"title": "", "body": ""}', 1, now() - interval '1 second')`,
      [desk.realm, webhook.id],
    );
    await desk.call('PUT', `/${webhook.id}`, { enabled: true });
    expect(await desk.settled(webhook, 'delivered')).toMatchObject([{ attempts: 2 }]);
  });
});
