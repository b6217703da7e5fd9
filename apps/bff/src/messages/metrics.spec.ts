import { startApp } from '../../test/app';
import * as make from '../../test/factories';
import { WebhookRunner } from './webhooks/webhook-runner';

it('metrics show mails and messages to webhooks that wait or were given up, and how long the oldest has waited', async () => {
  const app = await startApp();
  await app.nest.get(WebhookRunner, { strict: false }).stop();
  const ago = new Date(Date.now() - 7_200_000);
  const mail = (status: string) =>
    make.insert(app, 'mails', {
      address: 'ida@quayside.example',
      kind: 'notice',
      status,
      created_at: ago,
      next_attempt_at: new Date(Date.now() + 600_000),
    });
  for (const status of ['queued', 'queued', 'sent', 'dead']) await mail(status);
  const realm_id = await make.realm(app);
  const message = async (state: string, due: Date, enabled = true) => {
    const webhook_id = await make.insert(app, 'webhooks', {
      realm_id,
      name: 'Desk',
      url: 'https://desk.example/hook',
      topics: ['security'],
      enabled,
    });
    const sent = {
      topic: 'security',
      type: 'security',
      data: {},
      sequence: 1,
      state,
      next_attempt_at: due,
    };
    await make.insert(app, 'webhook_deliveries', { realm_id, webhook_id, ...sent });
  };
  await message('waiting', new Date(Date.now() + 600_000));
  await message('waiting', ago);
  await message('waiting', new Date(ago.getTime() - 36_000_000), false);
  await message('dead', ago);
  const text = (await app.http<string>('GET', '/metrics')).body;
  expect(text).toContain('tessera_mails{state="waiting"} 2\n');
  expect(text).toContain('tessera_mails{state="dead"} 1\n');
  expect(text).toContain('tessera_webhook_messages{state="waiting"} 2\n');
  expect(text).toContain('tessera_webhook_messages{state="dead"} 1\n');
  for (const name of ['tessera_mails_oldest_seconds', 'tessera_webhook_messages_oldest_seconds'])
    expect(Math.floor(Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]) / 3600)).toBe(2);
  expect(text).toContain('tessera_audit_stream_oldest_seconds 0\n');
  await app.close();
});
