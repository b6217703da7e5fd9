import { startApp, type TestApp } from '../../../test/app';
import { approvalDesks } from '../../../test/approvals';
import type { Signed } from '../../../test/factories';
import { mailed, type MailServer, mailSettings, mailsTo, startMailServer } from '../../../test/mail-server';
import { WebhookDesk } from '../../../test/webhook-desk';
import {
  startReceiver,
  verified,
  type WebhookReceiver,
  webhookSettings,
} from '../../../test/webhook-receiver';

describe('the messages of an approval', () => {
  let mails: MailServer;
  let receiver: WebhookReceiver;
  let app: TestApp;
  beforeAll(async () => {
    mails = await startMailServer();
    receiver = await startReceiver();
    app = await startApp({ ...mailSettings(mails), ...webhookSettings });
  });
  afterAll(async () => {
    await app.close();
    await receiver.close();
    await mails.close();
  });

  const { desk, asked, post } = approvalDesks(() => app);
  const chooseMails = async ({ token }: Signed) => {
    const body = { mail: { topics: ['approvals'] } };
    expect((await app.http('PUT', '/api/me/preferences', { token, body })).status).toBe(200);
  };

  it.each([
    ['approve', 'approval_granted', {}],
    ['decline', 'approval_declined', { answer: 'Too dear' }],
  ])(
    'go to those who may decide, and after %s to the person who asked; a webhook gets both',
    async (decision, kind, body) => {
      const mine = await desk();
      const other = await desk();
      const payer = await mine.person('pay');
      for (const person of [mine.approver, mine.launcher, payer, other.approver]) await chooseMails(person);
      const hooks = new WebhookDesk(app, receiver, mine.realmId, mine.owner);
      const path = `/${decision}`;
      const { secret } = await hooks.create(path, { topics: ['approvals'] });

      const request = await asked(mine, { name: 'The derby, four seats' });
      const [mail] = await mailed(mails, mine.approver.email);
      expect(mail?.mail.text).toContain('The derby, four seats');
      expect(mail?.mail.text).toContain(`https://console.tessera.example/approvals/${request.id}`);
      const [asking] = await hooks.arrive(path, 1);
      expect(verified(secret, asking!)).toMatchObject({ type: 'approvals.approval_asked' });
      expect(mailsTo(mails, mine.launcher.email)).toEqual([]);

      expect((await post(mine.approver.token, `/${request.id}/${decision}`, body)).status).toBe(200);
      const [answer] = await mailed(mails, mine.launcher.email);
      expect(answer?.mail.text).toContain('The derby, four seats');
      expect(answer?.mail.text).toContain(`https://console.tessera.example/approvals/${request.id}`);
      const messages = await hooks.arrive(path, 2);
      expect(messages.map((message) => verified(secret, message).type)).toEqual([
        'approvals.approval_asked',
        `approvals.${kind}`,
      ]);
      expect(mailsTo(mails, mine.approver.email)).toHaveLength(1);
      for (const { email } of [payer, other.approver]) expect(mailsTo(mails, email)).toEqual([]);
    },
  );
});
