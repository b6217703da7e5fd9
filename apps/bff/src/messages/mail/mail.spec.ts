import { messageText } from '@tessera/domain/messages';
import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { hostileAddresses } from '../../../test/hostile-addresses';
import {
  allAttempted,
  mailed,
  type MailServer,
  mailSettings,
  mailsTo,
  skipMailPauses,
  startMailServer,
} from '../../../test/mail-server';
import { sweep, until } from '../../../test/work';
import { type Config, loadConfig } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from '../notifications/notification-publisher';
import { type MailContent, mailSubject, mailText } from './mail-content';
import { MailSender } from './mail-sender';
import type { MailDto } from './mails.dto';
import type { TakenMail } from './mails.repository';

type Row = { id: number; status: string; attempts: number; error: string | null; params: object };

const enough = {
  DATABASE_URL: 'postgres://tessera:hidden@localhost/tessera',
  TOKEN_SECRET: 'a secret that is long enough to sign with',
  SEALING_KEYS: 'one:AAAA',
};
const taken: TakenMail = {
  id: 1,
  user_id: null,
  address: null,
  kind: 'notice',
  params: {},
  link_seed: null,
  attempts: 1,
  created_at: new Date(0),
};
const content: Omit<MailContent, 'address'> = {
  language: 'en',
  subject: 'Subject',
  paragraphs: ['Text'],
  link: { label: 'Open', url: 'https://console.tessera.example' },
  why: 'Why',
  unsubscribe: null,
};

describe('the outbox', () => {
  let server: MailServer;
  let app: TestApp;
  beforeAll(async () => {
    server = await startMailServer();
    app = await startApp(mailSettings(server));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  afterEach(() => {
    server.refuse = () => null;
  });

  const rows = async (address: string) =>
    (
      await app.db.query<Row>(
        'SELECT m.* FROM mails m LEFT JOIN users u ON u.id = m.user_id WHERE coalesce(u.email, m.address) = $1 ORDER BY m.id',
        [address],
      )
    ).rows;
  const person = async (language: string) => {
    const signed = await make.user(app, 'realm_user', await make.realm(app));
    const preferences = { language, mail: { topics: ['job_finished', 'escalation'], digest_hours: 1 } };
    const saved = await app.http('PUT', '/api/me/preferences', { token: signed.token, body: preferences });
    expect(saved.status).toBe(200);
    return signed;
  };
  const settle = async () => {
    await skipMailPauses(app);
    await allAttempted(app);
  };
  /** A mail to nobody in particular, written as the server writes one. */
  const queue = (address: string, params: object = {}) =>
    app.db.query(
      "INSERT INTO mails (user_id, address, kind, params) SELECT id, NULL, 'notice', $2 FROM users WHERE email = $1",
      [
        address,
        JSON.stringify({ topic: 'security', kind: 'password_changed', count: 1, seats: 0, ...params }),
      ],
    );

  it.each(['en', 'de'])(
    'sends a security notice in %s, as text and as HTML, whatever its reader chose',
    async (language) => {
      const [subject, title, why] = [
        mailSubject(language, 'security'),
        messageText(language, 'title', 'password_changed'),
        mailText(language, 'security_why'),
      ];
      const { email, token } = await person(language);
      const changed = await app.http('POST', '/api/me/password', {
        token,
        body: { current_password: make.PASSWORD, new_password: 'three-lanterns-by-the-quay' },
      });
      expect(changed.status).toBeLessThan(300);
      const mails = await mailed(server, email);
      const sent = mails.find(({ mail }) => mail.text?.includes(title));
      expect(sent).toMatchObject({ from: 'console@tessera.example', to: [email], mail: { subject } });
      expect(sent?.mail.text).toContain(why);
      expect(sent?.mail.text).toContain('https://console.tessera.example/account');
      expect(sent?.mail.html).toContain(`<html lang="${language}">`);
      expect(sent?.mail.html).toContain(title);
      expect(sent?.mail.html).toContain('href="https://console.tessera.example/account"');
      expect(sent?.mail.from?.value).toEqual([{ name: 'Tessera', address: 'console@tessera.example' }]);
      expect(sent?.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
      expect(sent?.raw).not.toMatch(/^List-Unsubscribe/m);
      await until(async () => (await rows(email)).every(({ status }) => status === 'sent'), 'all are sent');
      expect((await rows(email)).map(({ params }) => params)).toEqual(mails.map(() => ({})));
    },
  );

  it.each(['en', 'de'])(
    'gathers the unread lines of the chosen topics in a digest in %s, once in so many hours',
    async (language) => {
      const [subject, title, why] = [
        mailSubject(language, 'digest'),
        messageText(language, 'title', 'job_finished'),
        mailText(language, 'chosen_why'),
      ];
      const { email, id } = await person(language);
      const line = {
        user_id: id,
        kind: 'job_finished',
        subject: 'Derby',
        title: 'T',
        count: 1,
        params: { count: 3 },
      };
      await make.insert(app, 'notifications', { ...line, topic: 'job_finished' });
      await make.insert(app, 'notifications', { ...line, topic: 'task_failed', subject: 'Not chosen' });
      await make.insert(app, 'notifications', {
        ...line,
        topic: 'job_finished',
        subject: 'Read',
        read_at: new Date(),
      });
      await sweep(app);
      await sweep(app);
      const isDigest = ({ mail }: { mail: { subject?: string } }) => mail.subject === subject;
      await until(() => Promise.resolve(mailsTo(server, email).some(isDigest)), 'the digest');
      const [digest] = mailsTo(server, email).filter(isDigest);
      expect(digest?.mail.text).toContain(title);
      expect(digest?.mail.text).toContain('Derby');
      expect(digest?.mail.text).toContain(why);
      expect(digest?.mail.text).not.toMatch(/Not chosen|Read/);
      expect(digest?.raw).toMatch(
        /^List-Unsubscribe:\s+<https:\/\/console\.tessera\.example\/api\/mail\/unsubscribe\?token=digest\.\d+\.[\w-]{43}>\r$/m,
      );
      await make.insert(app, 'notifications', { ...line, topic: 'job_finished', subject: 'Later' });
      await sweep(app);
      await app.db.query("UPDATE mails SET created_at = now() - interval '2 hours' WHERE user_id = $1", [id]);
      await app.db.query(
        "UPDATE notifications SET created_at = now() - interval '3 hours' WHERE user_id = $1 AND subject = 'Derby'",
        [id],
      );
      await sweep(app);
      await until(
        () => Promise.resolve(mailsTo(server, email).filter(isDigest).length === 2),
        'the next digest',
      );
      const [, next] = mailsTo(server, email).filter(isDigest);
      expect(next?.mail.text).toContain('Later');
      expect(next?.mail.text).not.toContain('Derby');
    },
  );

  it('loses and doubles nothing while the server is down for an hour, with two processes', async () => {
    const beside = await startBeside(app, mailSettings(server));
    await settle();
    const people = await Promise.all(Array.from({ length: 8 }, () => make.user(app, 'realm_user', null)));
    await settle();
    server.received.length = 0;
    await server.close();
    for (const { email } of people) await queue(email);
    // 30 s, then twice as long each time, make an hour.
    for (let round = 0; round < 7; round += 1) {
      await skipMailPauses(app);
      await allAttempted(app);
    }
    for (const { email } of people)
      expect(await rows(email)).toContainEqual(
        expect.objectContaining({ status: 'queued', error: 'ESOCKET' }),
      );
    await server.open();
    await skipMailPauses(app);
    for (const { email } of people) await mailed(server, email);
    await until(
      async () => (await app.db.query("SELECT FROM mails WHERE status = 'queued'")).rowCount === 0,
      'nothing waits',
    );
    expect(server.received.map(({ to }) => to[0]).toSorted()).toEqual(
      people.map(({ email }) => email).toSorted(),
    );
    expect(new Set(server.received.map(({ mail }) => mail.messageId)).size).toBe(people.length);
    await beside.close();
  });

  it('has the same Message-ID when a process died before it could record what it sent', async () => {
    const { email } = await make.user(app, 'realm_user', null);
    await settle();
    server.received.length = 0;
    await queue(email);
    await skipMailPauses(app);
    await mailed(server, email);
    await until(async () => (await rows(email)).every(({ status }) => status === 'sent'), 'it is sent');
    const last = 'SELECT max(id) FROM mails WHERE user_id = (SELECT id FROM users WHERE email = $1)';
    await app.db.query(
      `UPDATE mails SET status = 'queued', next_attempt_at = now(), params = '{"topic":"security","kind":"password_changed","count":1,"seats":0}' WHERE id = (${last})`,
      [email],
    );
    await skipMailPauses(app);
    const [first, second] = await mailed(server, email, 2);
    expect(second?.mail.messageId).toBe(first?.mail.messageId);
  });

  it('takes no text of people into a header, and shows it as text', async () => {
    const { email } = await make.user(app, 'realm_user', null);
    await settle();
    server.received.length = 0;
    const evil = 'Hi\r\nBcc: everybody@evil.example\r\n\r\n<script>alert(1)</script> \u202e"x"';
    await queue(email, { kind: null, title: evil, body: evil });
    await skipMailPauses(app);
    const [sent] = await mailed(server, email);
    expect(sent?.to).toEqual([email]);
    const head = sent?.raw.slice(0, sent.raw.indexOf('\r\n\r\n'));
    expect(head).not.toMatch(/evil|script|Hi/);
    expect(sent?.mail.headers.has('bcc')).toBe(false);
    expect(sent?.mail.html).toContain('&lt;script&gt;');
    expect(sent?.mail.html).not.toContain('<script');
    expect(sent?.mail.text).not.toContain('\u202e');
  });

  it('sends to none of 200 hostile addresses', async () => {
    await settle();
    server.received.length = 0;
    expect(hostileAddresses.length).toBeGreaterThanOrEqual(200);
    const sender = app.nest.get(MailSender, { strict: false });
    const send = (address: string) => sender.send(taken, { ...content, address });
    for (const address of hostileAddresses)
      expect([address, await send(address)]).toEqual([
        address,
        { sent: false, error: 'This address is not one mailbox', again: false },
      ]);
    const harmless = [
      'ida.b+desk@quayside.example',
      "o'neil_7@mail.quayside.example",
      'jörg@quayside.example',
    ];
    for (const address of harmless) expect([address, await send(address)]).toEqual([address, { sent: true }]);
    expect(server.received.map(({ to }) => to)).toEqual(harmless.map((address) => [address]));
  });

  it('sends nothing to a server elsewhere without TLS and a certificate', async () => {
    server.received.length = 0;
    const { mail } = loadConfig({ ...enough, ...mailSettings(server) });
    for (const tls of ['required', 'implicit'] as const) {
      const config = { mail: { ...mail, tls } } as Config;
      const result = await new MailSender(config).send(taken, {
        ...content,
        address: 'ida@quayside.example',
      });
      expect([tls, result]).toMatchObject([tls, { sent: false, again: true }]);
    }
    expect(server.received).toEqual([]);
  });

  it('gives up on a mailbox that the server refuses for good, and goes on with one that it refuses for now', async () => {
    const admin = await make.admin(app);
    const gone = await make.user(app, 'realm_user', null);
    const busy = await make.user(app, 'realm_user', null);
    await settle();
    server.refuse = (address) => (address === gone.email ? 550 : address === busy.email ? 451 : null);
    await queue(gone.email);
    await queue(busy.email);
    await settle();
    await until(async () => (await rows(gone.email)).some(({ status }) => status === 'dead'), 'one is dead');
    expect(await rows(gone.email)).toContainEqual(
      expect.objectContaining({ status: 'dead', error: expect.stringContaining('550') as string }),
    );
    await until(async () => (await rows(busy.email)).some(({ error }) => error !== null), 'one failed');
    expect(await rows(busy.email)).toContainEqual(
      expect.objectContaining({ status: 'queued', error: expect.stringContaining('451') as string }),
    );
    const list = await app.http<MailDto[]>('GET', '/api/mails?status=dead', { token: admin.token });
    const dead = list.body.find(({ address }) => address === gone.email);
    expect(dead).toMatchObject({ kind: 'notice', status: 'dead', attempts: 1, next_attempt_at: null });
    const dashboard = await app.http<{ attention: object[] }>('GET', '/api/dashboard', {
      token: admin.token,
    });
    expect(dashboard.body.attention).toContainEqual(
      expect.objectContaining({ kind: 'mail_dead', title: gone.email, count: 1 }),
    );
    server.refuse = () => null;
    const repeat = () => app.http<MailDto>('POST', `/api/mails/${dead?.id}/repeat`, { token: admin.token });
    expect((await repeat()).body).toMatchObject({ status: 'queued', error: null });
    await mailed(server, gone.email);
    await until(async () => (await rows(gone.email)).every(({ status }) => status === 'sent'), 'it is sent');
    expect((await repeat()).body).toMatchObject({ status: 'sent' });
    expect(mailsTo(server, gone.email)).toHaveLength(1);
  });

  it('says who sends it, and shows the outbox to administrators alone', async () => {
    const { token } = await make.user(app, 'realm_owner', await make.realm(app));
    expect((await app.http('GET', '/api/mail-sender', { token })).body).toEqual({
      from: 'console@tessera.example',
    });
    expect((await app.http('GET', '/api/mails', { token })).status).toBe(403);
  });

  it('sends an escalation to those who chose it, with a header to end it', async () => {
    const realm = await make.realm(app);
    const chosen = await make.user(app, 'realm_user', realm, { duties: ['pay'] });
    const other = await make.user(app, 'realm_user', realm);
    const body = { language: 'de', mail: { topics: ['escalation'] } };
    await app.http('PUT', '/api/me/preferences', { token: chosen.token, body });
    await app.nest.get(Transactions, { strict: false }).run(systemScope('test'), (tx) =>
      app.nest.get(NotificationPublisher, { strict: false }).publish(tx, {
        topic: 'escalation',
        realm_id: realm,
        kind: 'seats_unpaid',
        subject: 'Derby',
        params: { count: 2, minutes: 5 },
        path: '/purchases',
      }),
    );
    const [sent] = await mailed(server, chosen.email);
    expect(sent?.mail.subject).toBe(mailSubject('de', 'escalation'));
    expect(sent?.mail.text).toContain('Derby');
    expect(sent?.mail.text).toContain('https://console.tessera.example/purchases');
    expect(sent?.raw).toMatch(/^List-Unsubscribe:\s+</m);
    await allAttempted(app);
    expect(mailsTo(server, other.email)).toEqual([]);
  });

  it.each([
    [{ topics: 'security' }, 'mail.topics'],
    [{ topics: ['weather'] }, 'mail.topics'],
    [{ topics: [], digest_hours: 0 }, 'mail.digest_hours'],
    [{ topics: [], often: true }, 'mail.often'],
    [7, 'mail'],
  ])('refuses the choice %j', async (mail, field) => {
    const { token } = await make.user(app, 'realm_user', null);
    const refused = await app.http<{ details: { field: string }[] }>('PUT', '/api/me/preferences', {
      token,
      body: { mail },
    });
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ field }]);
  });
});
