import { startApp, type TestApp } from '../../../test/app';
import { defined } from '../../../test/defined';
import * as make from '../../../test/factories';
import {
  mailed,
  type MailServer,
  mailSettings,
  mailsTo,
  skipMailPauses,
  startMailServer,
} from '../../../test/mail-server';
import { until } from '../../../test/work';
import { mailSubject, mailText } from '../../messages';
import type { NewInvitationDto } from './invitations.dto';

let address = 0;
const newAddress = () => `invited-${(address += 1)}@quayside.example`;

describe('an invitation by mail', () => {
  let server: MailServer;
  let app: TestApp;
  let owner: make.Signed;
  beforeAll(async () => {
    server = await startMailServer();
    app = await startApp(mailSettings(server));
    owner = await make.user(app, 'realm_owner', await make.realm(app, { name: 'Quayside <b>Desk</b>' }));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });

  const invite = (body: object) =>
    app.http<NewInvitationDto>('POST', '/api/invitations', { token: owner.token, body });

  it.each(['en', 'de'])(
    'is sent in %s, the language of its sender, and opens the same link',
    async (language) => {
      await app.http('PUT', '/api/me/preferences', { token: owner.token, body: { language } });
      const email = newAddress();
      const { status, body } = await invite({ email, role: 'realm_owner' });
      expect([status, body.mailed]).toEqual([201, true]);
      const [sent] = await mailed(server, email);
      const { mail } = defined(sent);
      expect(mail.subject).toBe(mailSubject(language, 'invitation'));
      expect(mail.text).toContain(`https://console.tessera.example/auth/register#invitation=${body.token}`);
      expect(mail.text).toContain('Quayside <b>Desk</b>');
      expect(mail.text).toContain(mailText(language, 'role_realm_owner'));
      expect(mail.text).toContain(mailText(language, 'invitation_why'));
      expect(mail.html).toContain('Quayside &lt;b&gt;Desk&lt;/b&gt;');
      const invitation_token = body.token;
      const offer = await app.http('POST', '/api/auth/invitation', { body: { invitation_token } });
      expect(offer.status).toBe(200);
      const registered = await app.http('POST', '/api/auth/register', {
        body: { email, name: 'Ida', password: 'three-lanterns-by-the-quay', invitation_token },
      });
      expect(registered.status).toBe(201);
    },
  );

  it('is not sent once it was revoked, nor without an address', async () => {
    expect((await invite({})).body.mailed).toBe(false);
    await server.close();
    const email = newAddress();
    const { body } = await invite({ email });
    await app.http('DELETE', `/api/invitations/${body.id}`, { token: owner.token });
    await server.open();
    await until(async () => {
      await skipMailPauses(app);
      return (await app.db.query('SELECT FROM mails WHERE address = $1', [email])).rowCount === 0;
    }, 'the mail is dropped');
    expect(mailsTo(server, email)).toEqual([]);
  });

  it('leaves nothing behind when it is refused or its transaction fails', async () => {
    const before = (await app.db.query('SELECT FROM mails')).rowCount;
    const stranger = await make.user(app, 'realm_user', await make.realm(app));
    const refused = await app.http('POST', '/api/invitations', {
      token: stranger.token,
      body: { email: newAddress() },
    });
    expect(refused.status).toBe(403);
    expect((await invite({ email: newAddress(), role: 'admin' })).status).toBe(403);
    expect((await app.db.query('SELECT FROM mails')).rowCount).toBe(before);
  });

  it.each([
    'a@quayside.example\r\nBcc: b@evil.example',
    'a@quayside.example,b@evil.example',
    '"a b"@quayside.example',
    '"a@evil.example"@quayside.example',
    'A <a@quayside.example>',
    'a@[127.0.0.1]',
    'a%evil.example@quayside.example',
  ])('goes to no address such as %j', async (email) => {
    const { status, body } = await invite({ email });
    if (status === 201) expect(body.mailed).toBe(false);
    else expect(status).toBe(400);
  });
});

it('is not sent by a server without SMTP, which says so', async () => {
  const app = await startApp();
  const owner = await make.user(app, 'realm_owner', await make.realm(app));
  const { body } = await app.http<NewInvitationDto>('POST', '/api/invitations', {
    token: owner.token,
    body: { email: newAddress() },
  });
  expect(body).toMatchObject({ mailed: false, token: expect.stringMatching(/^ti_/) as string });
  expect((await app.db.query('SELECT FROM mails')).rowCount).toBe(0);
  await app.close();
});
