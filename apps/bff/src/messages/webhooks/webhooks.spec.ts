import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import { newDesk, type WebhookDesk } from '../../../test/webhook-desk';
import {
  setPace,
  startReceiver,
  verified,
  type WebhookReceiver,
  webhookSettings,
} from '../../../test/webhook-receiver';
import type { WebhookDto, WebhookTestDto, WebhookWithSecretDto } from './webhooks.dto';

describe('webhooks', () => {
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

  it('sign with both secrets while one is replaced', async () => {
    const webhook = await desk.create('/rotated');
    const rotated = await desk.call<WebhookWithSecretDto>('POST', `/${webhook.id}/rotate`);
    expect(rotated.body.secret).not.toBe(webhook.secret);
    expect(rotated.body.rotated_until).not.toBeNull();
    await desk.publish(desk.happening(1));
    const [message] = await desk.arrive('/rotated', 1);
    for (const secret of [webhook.secret, rotated.body.secret])
      expect(verified(secret, defined(message))).toMatchObject({ sequence: 1 });
    expect(String(message?.headers['webhook-signature']).split(' ')).toHaveLength(2);
    await app.db.query('UPDATE webhooks SET rotated_until = now() WHERE id = $1', [webhook.id]);
    await desk.publish(desk.happening(2));
    const [, later] = await desk.arrive('/rotated', 2);
    expect(verified(rotated.body.secret, defined(later))).toMatchObject({ sequence: 2 });
    expect(() => verified(webhook.secret, defined(later))).toThrow();
    expect((await desk.call<WebhookDto>('GET', `/${webhook.id}`)).body.rotated_until).toBeNull();
  });

  it('show a test with its answer, outside the numbers', async () => {
    receiver.react = () => 200;
    const webhook = await desk.create('/tested', { enabled: false });
    const test = await desk.call<WebhookTestDto>('POST', `/${webhook.id}/test`);
    expect(test.body).toMatchObject({ ok: true, status: 200, error: null, answer: 'Thank you' });
    const [message] = desk.receivedAt('/tested');
    expect(verified(webhook.secret, defined(message))).toMatchObject({ type: 'test', sequence: 0 });
    receiver.react = () => 302;
    expect((await desk.call<WebhookTestDto>('POST', `/${webhook.id}/test`)).body).toMatchObject({
      ok: false,
      status: 302,
      error: 'Answered 302',
    });
    expect(await desk.log(webhook)).toEqual([]);
  });

  it('write their body for Slack and Teams, whose addresses are not shown', async () => {
    const slack = await desk.create('/slack/HARBOUR/secret', { name: 'Slack', format: 'slack' });
    const teams = await desk.create('/teams/secret', { name: 'Teams', format: 'teams' });
    expect(slack.url).toBe(`${receiver.url('')}/…`);
    await desk.publish({ ...desk.happening(1), subject: '<!channel>' });
    const [toSlack] = await desk.arrive('/slack/HARBOUR/secret', 1);
    expect(JSON.parse(defined(toSlack).text)).toEqual({
      text: '*1 of 100 tasks in use*\nThe limit is nearly reached.',
    });
    const [toTeams] = await desk.arrive('/teams/secret', 1);
    expect(JSON.parse(defined(toTeams).text)).toMatchObject({
      type: 'message',
      attachments: [{ content: { body: [{ text: '1 of 100 tasks in use' }, {}] } }],
    });
    const standard = await desk.call('PUT', `/${slack.id}`, { format: 'standard' });
    expect(standard.status).toBe(400);
    const list = await desk.call<WebhookDto[]>('GET', '');
    expect(JSON.stringify(list.body)).not.toContain('secret');
    const audit = await app.db.query<{ after: object; before: object }>(
      "SELECT before, after FROM audit WHERE entity = 'webhook' AND realm_id = $1",
      [desk.realm],
    );
    expect(JSON.stringify(audit.rows)).not.toMatch(/HARBOUR|whsec/);
    expect(teams.url).not.toContain('secret');
  });

  it('are sealed at rest', async () => {
    const { id, secret } = await desk.create('/sealed/hidden', { name: 'Slack', format: 'slack' });
    const { rows } = await app.db.query('SELECT * FROM webhooks WHERE id = $1', [id]);
    expect(JSON.stringify(rows)).not.toContain('hidden');
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 20));
  });

  it('change only as people see them, with an ETag', async () => {
    const webhook = await desk.create('/changed');
    const got = await desk.call('GET', `/${webhook.id}`);
    const etag = defined(got.headers.get('etag'));
    await desk.publish(desk.happening(1));
    await desk.settled(webhook, 'delivered');
    expect((await desk.call('GET', `/${webhook.id}`)).headers.get('etag')).toBe(etag);
    const put = (body: object, tag: string) =>
      app.http<WebhookDto>('PUT', `/api/webhooks/${webhook.id}`, {
        token: desk.token,
        body,
        headers: { 'If-Match': tag },
      });
    const changed = await put({ topics: ['task_failed'], enabled: false }, etag);
    expect(changed.body).toMatchObject({
      topics: ['task_failed'],
      enabled: false,
      url: receiver.url('/changed'),
    });
    expect((await put({ enabled: true }, etag)).status).toBe(412);
    expect((await desk.call('PUT', `/${webhook.id}`, { topics: [] })).status).toBe(400);
    expect((await desk.call('PUT', `/${webhook.id}`, { event_ids: [999_999] })).status).toBe(400);
    expect((await desk.call('PUT', `/${webhook.id}`, { site_ids: [999_999] })).status).toBe(400);
  });

  it('are at most twenty in a realm', async () => {
    const made = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        desk.call('POST', '', { name: `w${index}`, url: receiver.url('/many'), topics: ['orders'] }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(20);
    const refused = made.find(({ status }) => status !== 201);
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'LIMIT_REACHED', context: { limit: 20, used: 20 } },
    });
  });
});
