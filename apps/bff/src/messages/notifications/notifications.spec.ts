import { startApp, type TestApp } from '../../../test/app';
import { admin, realm, type Signed, user } from '../../../test/factories';
import { newDevice } from '../../../test/push-service';
import { openStream } from '../../../test/stream';
import { Transactions } from '../../platform/database/transactions';
import { inRealm, systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from './notification-publisher';
import type { NotificationDto, SubscriptionDto } from './notifications.dto';
import { topics } from './topics';

type ApiError = { code: string; details?: { field: string }[] };

describe('notifications', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  /** A browser at a known service that these tests never reach. */
  const device = () => {
    const { path, keys } = newDevice({ port: 443 });
    return { endpoint: `https://fcm.googleapis.com${path}`, keys };
  };
  const post = <T = SubscriptionDto & ApiError>(who: Signed, path: string, body: object = {}) =>
    app.http<T>('POST', `/api/notifications/${path}`, { token: who.token, body });
  const list = async <T>(who: Signed, path = ''): Promise<T[]> =>
    (await app.http<T[]>('GET', `/api/notifications${path}`, { token: who.token })).body;
  const messages = async (who: Signed) => (await list<NotificationDto>(who)).map(({ title }) => title);
  /** Counts devices and makes no deliveries, since nothing may leave this machine. */
  const hold = () => app.db.query("DELETE FROM pgboss.job WHERE name = 'notify'");

  it('return the key that browsers subscribe with', async () => {
    const me = await user(app, 'realm_user', await realm(app));
    const { body } = await app.http<{ public_key: string }>('GET', '/api/vapid-public-key', {
      token: me.token,
    });
    expect(Buffer.from(body.public_key, 'base64url')).toHaveLength(65);
    expect((await app.http('GET', '/api/vapid-public-key')).status).toBe(401);
  });

  it("accept a browser's subscription as it is, one row per endpoint", async () => {
    const me = await user(app, 'realm_user', await realm(app));
    const mine = device();
    const first = await post(me, 'subscribe', {
      ...mine,
      expirationTime: null,
      notificationTypes: ['security'],
    });
    expect(first).toMatchObject({
      status: 200,
      body: { endpoint: mine.endpoint, notification_types: ['security'] },
    });
    expect(first.body).not.toHaveProperty('keys');
    const renewed = await post(me, 'subscribe', { ...device(), endpoint: mine.endpoint });
    expect(renewed.body).toMatchObject({ id: first.body.id, notification_types: ['security'] });
    const changed = await post(me, 'subscribe', { endpoint: mine.endpoint, notification_types: [] });
    expect(changed.body).toMatchObject({ id: first.body.id, notification_types: [] });
    expect(changed.headers.get('etag')).not.toBe(renewed.headers.get('etag'));
    expect(await list<SubscriptionDto>(me, '/subscriptions')).toEqual([changed.body]);
    expect(await list<SubscriptionDto>(me, `/subscriptions/${first.body.id}`)).toEqual(changed.body);
  });

  it.each([
    ['endpoint', { endpoint: undefined }],
    ['endpoint', { endpoint: 'https://push.quayside.example/x' }],
    ['keys', { keys: undefined }],
    ['keys.p256dh', { keys: { p256dh: 'short', auth: 'x'.repeat(22) } }],
    ['keys.auth', { keys: { p256dh: 'x'.repeat(87), auth: '<script>' } }],
    ['notification_types', { notification_types: ['everything'] }],
    ['user_id', { user_id: 1 }],
  ])('refuse a bad subscription and name the field: %s', async (field, change) => {
    const me = await user(app, 'realm_user', await realm(app));
    const { status, body } = await post(me, 'subscribe', { ...device(), ...change });
    expect([status, body.code, body.details?.[0]?.field]).toEqual([400, 'VALIDATION', field]);
  });

  it("are a user's own: others, even administrators, neither see nor change them", async () => {
    const realmId = await realm(app);
    const me = await user(app, 'realm_user', realmId);
    const { body } = await post(me, 'subscribe', device());
    for (const other of [
      await user(app, 'realm_owner', realmId),
      await admin(app),
      await user(app, 'realm_user', null),
    ]) {
      expect(await list(other, '/subscriptions')).not.toContainEqual(
        expect.objectContaining({ id: body.id }),
      );
      expect((await post(other, `unsubscribe/${body.id}`)).status).toBe(404);
      expect((await post(other, 'send', { subscription_id: body.id })).status).toBe(404);
      const read = await app.http('GET', `/api/notifications/subscriptions/${body.id}`, {
        token: other.token,
      });
      expect(read.status).toBe(404);
    }
    expect((await post(me, `unsubscribe/${body.id}`)).status).toBe(204);
    expect((await post(me, `unsubscribe/${body.id}`)).status).toBe(404);
    expect(await list(me, '/subscriptions')).toEqual([]);
  });

  it("keep the user of a device: another user can't register it", async () => {
    const realmId = await realm(app);
    const owner = await user(app, 'realm_user', realmId);
    const colleague = await user(app, 'realm_owner', realmId);
    const foreign = await user(app, 'realm_owner', await realm(app));
    const mine = device();
    await post(owner, 'subscribe', { ...mine, notification_types: ['security'] });
    for (const other of [colleague, foreign, await admin(app)]) {
      const { status, body } = await post(other, 'subscribe', { ...device(), endpoint: mine.endpoint });
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
    }
    expect(await list(owner, '/subscriptions')).toEqual([
      expect.objectContaining({ endpoint: mine.endpoint, notification_types: ['security'] }),
    ]);
  });

  it('allow exactly fifty devices', async () => {
    const me = await user(app, 'realm_user', null);
    for (let count = 0; count < 48; count += 1) await post(me, 'subscribe', device());
    const responses = await Promise.all(Array.from({ length: 6 }, () => post(me, 'subscribe', device())));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'LIMIT_REACHED',
      context: { limit: 50, used: 50, asked: 1 },
    });
  });

  describe('that people send', () => {
    const message = { topic: 'job_finished', title: 'The gate has moved', body: 'To the north side.' };

    it('are only tests to oneself for a realm_user', async () => {
      const realmId = await realm(app);
      const [me, colleague] = [
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_user', realmId),
      ];
      expect(await post(me, 'send')).toMatchObject({ status: 200, body: { recipients: 1, devices: 0 } });
      for (const to of ['realm', 'all'])
        expect(await post(me, 'send', { ...message, to })).toMatchObject({
          status: 403,
          body: { code: 'FORBIDDEN' },
        });
      expect(await messages(me)).toEqual(['This device receives notifications']);
      expect(await messages(colleague)).toEqual([]);
      const waiting = await user(app, 'realm_user', null);
      expect((await post(waiting, 'send')).body).toEqual({ recipients: 1, devices: 0 });
      expect(await messages(waiting)).toHaveLength(1);
    });

    it("reach the active users of an owner's realm", async () => {
      const [realmId, foreign] = [await realm(app), await realm(app)];
      const owner = await user(app, 'realm_owner', realmId);
      const [colleague, gone, other] = [
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_owner', foreign),
      ];
      await app.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [gone.id]);
      await post(colleague, 'subscribe', { ...device(), notification_types: ['job_finished'] });
      const counted = await post(owner, 'send', { to: 'realm', topic: message.topic, preview: true });
      expect(counted.body).toEqual({ recipients: 2, devices: 1 });
      expect(await messages(owner)).toEqual([]);
      expect((await post(owner, 'send', { ...message, to: 'realm', realm_id: foreign })).status).toBe(400);
      expect((await post(owner, 'send', { ...message, to: 'all' })).status).toBe(403);
      expect((await post(owner, 'send', { ...message, to: 'realm' })).body).toEqual({
        recipients: 2,
        devices: 1,
      });
      await hold();
      expect([await messages(owner), await messages(colleague), await messages(other)]).toEqual([
        [message.title],
        [message.title],
        [],
      ]);
      const { rows } = await app.db.query(
        "SELECT role, realm_id, after FROM audit WHERE action = 'notification.send' AND realm_id = $1",
        [realmId],
      );
      expect(rows).toEqual([
        {
          role: 'realm_owner',
          realm_id: realmId,
          after: expect.objectContaining({ ...message, recipients: 2 }) as unknown,
        },
      ]);
    });

    it('are about security only from administrators', async () => {
      const realmId = await realm(app);
      const owner = await user(app, 'realm_owner', realmId);
      const about = { ...message, topic: 'security', to: 'realm' };
      for (const sent of [about, { ...about, preview: true }])
        expect((await post(owner, 'send', sent)).status).toBe(403);
      expect((await post(await admin(app), 'send', { ...about, realm_id: realmId })).status).toBe(200);
    });

    it('reach the realm that an administrator names, or everybody', async () => {
      const realmId = await realm(app);
      const [inside, outside] = [
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_user', await realm(app)),
      ];
      const root = await admin(app);
      const { body } = await post(root, 'send', { ...message, to: 'realm' });
      expect(body).toMatchObject({ code: 'VALIDATION', details: [{ field: 'realm_id' }] });
      expect((await post(root, 'send', { ...message, to: 'realm', realm_id: 999_999 })).status).toBe(400);
      await post(root, 'send', { ...message, to: 'realm', realm_id: realmId });
      expect([await messages(inside), await messages(outside)]).toEqual([[message.title], []]);
      await post(root, 'send', { ...message, to: 'all', title: 'To everybody' });
      expect(await messages(outside)).toEqual(['To everybody']);
      expect(await messages(root)).toContain('To everybody');
    });

    it.each([
      ['topic', { topic: undefined }],
      ['title', { title: undefined }],
      ['topic', { topic: 'test' }],
      ['path', { path: 'https://quayside.example/' }],
      ['path', { path: '//quayside.example/' }],
      ['path', { path: '/\\quayside.example' }],
      ['path', { path: '/.//quayside.example/x' }],
      ['path', { path: '/tasks/..//quayside.example' }],
      ['path', { path: '/%2e//quayside.example' }],
      ['subscription_id', { subscription_id: 1 }],
      ['to', { to: 'world' }],
    ])('are refused with the name of the wrong field: %s', async (field, change) => {
      const owner = await user(app, 'realm_owner', await realm(app));
      const { status, body } = await post(owner, 'send', { ...message, to: 'realm', ...change });
      expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    });

    it('are sent once for one Idempotency-Key', async () => {
      const owner = await user(app, 'realm_owner', await realm(app));
      const ask = () =>
        app.http('POST', '/api/notifications/send', {
          token: owner.token,
          body: { ...message, to: 'realm' },
          headers: { 'Idempotency-Key': 'once' },
        });
      expect([(await ask()).body, (await ask()).body]).toEqual([
        { recipients: 1, devices: 0 },
        { recipients: 1, devices: 0 },
      ]);
      expect(await messages(owner)).toHaveLength(1);
    });
  });

  describe('of events', () => {
    const publish = (realmId: number, draft: object) =>
      app.nest.get(Transactions).run(inRealm(systemScope('test'), realmId), (tx) =>
        app.nest.get(NotificationPublisher, { strict: false }).publish(tx, {
          topic: 'hold_created',
          realm_id: realmId,
          title: '2 seats held',
          body: '',
          path: null,
          ...draft,
        }),
      );

    it('reach the realm, once per dedupe key', async () => {
      const realmId = await realm(app);
      const [me, other] = [
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_user', await realm(app)),
      ];
      expect(await publish(realmId, { dedupeKey: 'task:7' })).toMatchObject({ recipients: 1 });
      expect(await publish(realmId, { dedupeKey: 'task:7' })).toMatchObject({ recipients: 0 });
      expect(await publish(realmId, { dedupeKey: 'task:8' })).toMatchObject({ recipients: 1 });
      expect([await messages(me), await messages(other)]).toEqual([['2 seats held', '2 seats held'], []]);
    });

    it('are on the live stream of their recipients', async () => {
      const realmId = await realm(app);
      const [me, colleague] = [
        await user(app, 'realm_user', realmId),
        await user(app, 'realm_owner', realmId),
      ];
      const streams = [await openStream(app, me.token), await openStream(app, colleague.token)];
      for (const stream of streams) await stream.next(({ event }) => event === 'ready');
      await publish(realmId, { user_id: me.id, title: 'For one' });
      await publish(realmId, { title: 'For all' });
      const titles = async (index: number) => {
        const of = ({ data }: { data: unknown }) => (data as { row?: NotificationDto }).row?.title;
        await streams[index]!.next((event) => of(event) === 'For all');
        return streams[index]!.seen.map(of).filter(Boolean);
      };
      expect([await titles(0), await titles(1)]).toEqual([['For one', 'For all'], ['For all']]);
      for (const stream of streams) stream.close();
    });

    it('can be any of the topics', async () => {
      const realmId = await realm(app);
      const me = await user(app, 'realm_user', realmId);
      for (const topic of topics) await publish(realmId, { topic });
      const found = await list<NotificationDto>(me, '?sort=created_at&topic=!security');
      expect(found.map(({ topic }) => topic)).toEqual(topics.filter((topic) => topic !== 'security'));
      expect(await list(me, `/${found[0]!.id}`)).toEqual(found[0]);
    });
  });
});
