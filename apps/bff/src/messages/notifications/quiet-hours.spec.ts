import { startApp, type TestApp } from '../../../test/app';
import { admin, realm, user } from '../../../test/factories';
import { newDevice, type PushService, startPushService } from '../../../test/push-service';
import { until } from '../../../test/work';
import type { DeliveryDto, NotificationDto } from './notifications.dto';

type Quiet = { start: string; end: string; time_zone: string; urgent?: boolean };
type ApiError = { details: { field: string }[] };

describe('quiet hours', () => {
  let app: TestApp;
  let service: PushService;
  beforeAll(async () => {
    service = await startPushService();
    app = await startApp({ PUSH_SERVICES: `localhost:${service.port}`, PUSH_ALLOW_PRIVATE: 'on' });
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });

  const night = { start: '22:00', end: '07:00', time_zone: 'Europe/Berlin' };
  const quietUntil = async (quiet: object | null, at: string) => {
    const { rows } = await app.db.query<{ until: Date | null }>('SELECT quiet_until($1, $2) AS until', [quiet && JSON.stringify(quiet), at]); // prettier-ignore
    return rows[0]?.until?.toISOString() ?? null;
  };

  it.each([
    ['before it', night, '2026-11-20T20:59:59Z', null],
    ['as it begins', night, '2026-11-20T21:00:00Z', '2026-11-21T06:00:00.000Z'],
    ['after midnight', night, '2026-11-21T03:00:00Z', '2026-11-21T06:00:00.000Z'],
    ['as it ends', night, '2026-11-21T06:00:00Z', null],
    ['in the night when clocks go forward', night, '2026-03-28T22:30:00Z', '2026-03-29T05:00:00.000Z'],
    ['in the night when clocks go back', night, '2026-10-24T21:30:00Z', '2026-10-25T06:00:00.000Z'],
    [
      'by day',
      { ...night, start: '12:00', end: '13:30' },
      '2026-11-20T11:15:00Z',
      '2026-11-20T12:30:00.000Z',
    ],
    [
      'ending in the hour that is left out',
      { ...night, end: '02:30' },
      '2026-03-29T00:45:00Z',
      '2026-03-29T01:30:00.000Z',
    ],
    [
      'far to the west, where it is yesterday',
      { ...night, time_zone: 'Pacific/Honolulu' },
      '2026-11-21T09:00:00Z',
      '2026-11-21T17:00:00.000Z',
    ],
    ['in an unknown time zone', { ...night, time_zone: 'Mars/Olympus' }, '2026-11-20T23:00:00Z', null],
    ['without quiet hours', null, '2026-11-20T23:00:00Z', null],
    ['with invalid quiet hours', { start: 1 }, '2026-11-20T23:00:00Z', null],
  ])('end at the right time: %s', async (_, quiet, at, expected) => {
    expect(await quietUntil(quiet, at)).toBe(expected);
  });

  const save = (token: string, quiet_hours: unknown) =>
    app.http<ApiError & { quiet_hours?: Quiet }>('PUT', '/api/me/preferences', {
      token,
      body: { quiet_hours },
    });

  it('are stored in the preferences; errors name the field', async () => {
    const { token } = await user(app, 'realm_user', null);
    expect((await save(token, night)).body.quiet_hours).toEqual(night);
    const bad: [unknown, string][] = [
      ['22-7', 'quiet_hours'],
      [{ ...night, start: '24:00' }, 'quiet_hours.start'],
      [{ ...night, end: '7:00' }, 'quiet_hours.end'],
      [{ ...night, end: '22:00' }, 'quiet_hours.end'],
      [{ ...night, time_zone: 'Mars/Olympus' }, 'quiet_hours.time_zone'],
      [{ ...night, urgent: 'yes' }, 'quiet_hours.urgent'],
      [{ ...night, days: [1] }, 'quiet_hours.days'],
    ];
    for (const [quiet, field] of bad) {
      const { status, body } = await save(token, quiet);
      expect([status, body.details[0]?.field]).toEqual([400, field]);
    }
    expect((await save(token, null)).body).toEqual({});
  });

  /** Quiet hours around the current time of the database. */
  const aroundNow = async (): Promise<Quiet> => {
    const { rows } = await app.db.query<{ start: string; end: string }>(
      `SELECT to_char(now() AT TIME ZONE 'UTC' - interval '1 hour', 'HH24:MI') AS start,
         to_char(now() AT TIME ZONE 'UTC' + interval '1 hour', 'HH24:MI') AS end`,
    );
    return { ...rows[0]!, time_zone: 'UTC' };
  };
  /** Seconds until the deliveries to these people are due. */
  const waitsOf = async (...ids: number[]): Promise<number[]> => {
    const { rows } = await app.db.query<{ wait: number }>(
      `SELECT extract(epoch FROM job.start_after - now())::float8 AS wait
       FROM pgboss.job JOIN push_subscriptions s ON s.id = (job.data ->> 'subscription_id')::int
       WHERE job.name = 'notify' AND job.state = 'created' AND s.user_id = ANY($1)`,
      [ids],
    );
    return rows.map(({ wait }) => wait);
  };
  const nextIsDue = () =>
    app.db.query("UPDATE pgboss.job SET start_after = now() WHERE name = 'notify' AND state = 'created'");

  async function listener(urgent?: boolean) {
    const realm_id = await realm(app);
    const { id, token } = await user(app, 'realm_owner', realm_id);
    const root = await admin(app);
    const device = newDevice(service);
    const { endpoint, keys } = device;
    const notification_types = ['job_finished', 'security'];
    await app.http('POST', '/api/notifications/subscribe', {
      token,
      body: { endpoint, keys, notification_types },
    });
    await save(token, { ...(await aroundNow()), ...(urgent === undefined ? {} : { urgent }) });
    // Only administrators send messages about security.
    const publish = (topic: string) =>
      app.http('POST', '/api/notifications/send', {
        token: root.token,
        body: { to: 'realm', realm_id, topic, title: topic },
      });
    const got = () =>
      service.received
        .filter(({ path }) => path === device.path)
        .map(({ body }) => (device.open(body) as { title: string }).title);
    return { id, token, publish, got };
  }

  it('delay the delivery of a message, which is listed at once', async () => {
    const me = await listener();
    await me.publish('job_finished');
    await until(async () => (await waitsOf(me.id)).some((wait) => wait > 3000), 'the delivery to be put off');
    const waits = await waitsOf(me.id);
    expect(waits).toHaveLength(1);
    expect(waits[0]).toBeLessThanOrEqual(3600);
    expect(me.got()).toEqual([]);
    const list = await app.http<NotificationDto[]>('GET', '/api/notifications', { token: me.token });
    expect(list.body).toMatchObject([{ topic: 'job_finished' }]);
    // The delivery is due and the quiet hours are over.
    await save(me.token, null);
    await nextIsDue();
    await until(() => Promise.resolve(me.got().length > 0), 'the delivery');
    expect(me.got()).toEqual(['job_finished']);
    const log = async () =>
      (await app.http<DeliveryDto[]>('GET', '/api/notifications/deliveries', { token: me.token })).body;
    await until(async () => (await log()).length > 0, 'the delivery in the log');
    expect(await log()).toMatchObject([{ outcome: 'sent', attempt: 1 }]);
  });

  it('let tests through, and urgent messages unless that is disabled', async () => {
    const [me, silent] = [await listener(), await listener(false)];
    await me.publish('security');
    await silent.publish('security');
    await app.http('POST', '/api/notifications/send', { token: silent.token, body: { title: 'test' } });
    await until(() => Promise.resolve(me.got().length > 0 && silent.got().length > 0), 'the deliveries');
    await until(async () => (await waitsOf(me.id, silent.id)).length === 1, 'the other one to be put off');
    expect([me.got(), silent.got()]).toEqual([['security'], ['test']]);
  });

  it('let messages be marked as read, some or all, and counted', async () => {
    const me = await listener();
    for (let count = 0; count < 3; count += 1) await me.publish('job_finished');
    const unread = async () =>
      app.http<NotificationDto[]>('GET', '/api/notifications?unread=true', { token: me.token });
    const [first] = (await unread()).body;
    const read = (token: string, body: object) =>
      app.http<{ unread: number }>('POST', '/api/notifications/read', { token, body });
    const stranger = await user(app, 'realm_user', null);
    expect((await read(stranger.token, { ids: [first!.id] })).body).toEqual({ unread: 0 });
    expect((await unread()).headers.get('x-total-count')).toBe('3');
    expect((await read(me.token, { ids: [first!.id] })).body).toEqual({ unread: 2 });
    expect((await read(me.token, {})).body).toEqual({ unread: 0 });
    expect((await unread()).body).toEqual([]);
  });
});
