import { startApp, startBeside, type TestApp } from '../../../test/app';
import * as make from '../../../test/factories';
import { mailed, type MailServer, mailSettings, mailsTo, startMailServer } from '../../../test/mail-server';
import { sweep, until } from '../../../test/work';
import { Transactions } from '../../platform/database/transactions';
import { systemScope } from '../../platform/realm-scope/scope';
import { NotificationPublisher } from '../notifications/notification-publisher';
import { Unsubscriptions } from './unsubscriptions';

const FORM = 'application/x-www-form-urlencoded';

describe('one-click unsubscription', () => {
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

  const person = async (topics: string[]) => {
    const realm = await make.realm(app);
    const signed = await make.user(app, 'realm_owner', realm);
    const body = { theme: 'dark', mail: { topics, digest_hours: 2 } };
    await app.http('PUT', '/api/me/preferences', { token: signed.token, body });
    return { ...signed, realm };
  };
  const chosen = async ({ id }: { id: number }) =>
    (await app.db.query<{ data: object }>('SELECT data FROM preferences WHERE user_id = $1', [id])).rows[0]
      ?.data;
  const linkFor = (userId: number, subscription: 'escalation' | 'digest') => {
    const { oneClick } = app.nest.get(Unsubscriptions, { strict: false }).linksOf(userId, subscription);
    return new URL(oneClick ?? '');
  };
  const post = (link: URL, init: RequestInit = {}, to = app) =>
    fetch(to.url + link.pathname + link.search, {
      method: 'POST',
      headers: { 'Content-Type': FORM },
      body: 'List-Unsubscribe=One-Click',
      ...init,
    });
  const audited = async ({ id }: { id: number }) =>
    (
      await app.db.query<{ who: string; actor_id: number; address: string; after: object }>(
        "SELECT who, actor_id, realm_id, address, after FROM audit WHERE action = 'mail.unsubscribe' AND entity_id = $1::text",
        [id],
      )
    ).rows;

  it('ends escalations by the link of a mail, once and for this person alone', async () => {
    const me = await person(['escalation', 'job_finished', 'security']);
    const other = await person(['escalation']);
    const publish = (realm_id: number, subject: string) =>
      app.nest.get(Transactions, { strict: false }).run(systemScope('test'), (tx) =>
        app.nest.get(NotificationPublisher, { strict: false }).publish(tx, {
          topic: 'escalation',
          realm_id,
          kind: 'seats_unpaid',
          subject,
          params: { count: 2, minutes: 5 },
          path: '/purchases',
        }),
      );
    await publish(me.realm, 'Derby');
    const isEscalation = ({ raw }: { raw: string }) => /^List-Unsubscribe:/m.test(raw);
    await until(() => Promise.resolve(mailsTo(server, me.email).some(isEscalation)), 'the mail');
    const { raw, mail } = mailsTo(server, me.email).find(isEscalation)!;
    expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
    expect(mail.text).toContain('https://console.tessera.example/notifications');
    const link = new URL(/^List-Unsubscribe:\s+<([^>]+)>/m.exec(raw)?.[1] ?? '');
    expect(link.origin).toBe('https://console.tessera.example');

    for (let times = 0; times < 2; times += 1) {
      const answer = await post(link);
      expect([answer.status, await answer.text()]).toEqual([204, '']);
    }
    expect(await chosen(me)).toEqual({
      theme: 'dark',
      mail: { topics: ['job_finished', 'security'], digest_hours: 2 },
    });
    expect(await chosen(other)).toMatchObject({ mail: { topics: ['escalation'] } });
    expect(await audited(me)).toEqual([
      {
        who: me.email,
        actor_id: me.id,
        realm_id: me.realm,
        address: '127.0.0.1',
        after: { subscription: 'escalation' },
      },
    ]);
    expect(await audited(other)).toEqual([]);
    const before = mailsTo(server, me.email).length;
    await publish(me.realm, 'Final');
    await publish(other.realm, 'Final');
    await mailed(server, other.email);
    expect(mailsTo(server, me.email)).toHaveLength(before);
  });

  it('ends digests and leaves what is mailed at once, by either form and on every server', async () => {
    const me = await person(['escalation', 'job_finished', 'task_failed', 'security']);
    const second = await startBeside(app, mailSettings(server));
    const form = new FormData();
    form.set('List-Unsubscribe', 'One-Click');
    const answer = await post(linkFor(me.id, 'digest'), { body: form, headers: {} }, second);
    expect(answer.status).toBe(204);
    await second.close();
    expect(await chosen(me)).toMatchObject({ mail: { topics: ['escalation', 'security'] } });
    await make.insert(app, 'notifications', {
      user_id: me.id,
      topic: 'job_finished',
      kind: 'job_finished',
      subject: 'Derby',
      title: 'T',
    });
    await sweep(app);
    const { rowCount } = await app.db.query("SELECT FROM mails WHERE user_id = $1 AND kind = 'digest'", [
      me.id,
    ]);
    expect(rowCount).toBe(0);
  });

  it('says the same for tokens that name nobody, of another key or in another form, and changes nothing', async () => {
    const me = await person(['escalation', 'job_finished']);
    const link = linkFor(me.id, 'escalation');
    const token = link.searchParams.get('token') ?? '';
    const [, , proof = ''] = token.split('.');
    const gone = linkFor(99_999_999, 'escalation').searchParams.get('token') ?? '';
    const others = await startBeside(app, {
      ...mailSettings(server),
      TOKEN_SECRET: 'another secret of the tests, long enough',
    });
    expect((await post(link, {}, others)).status).toBe(204);
    await others.close();
    for (const wrong of [
      '',
      'x',
      gone,
      `digest.${me.id}.${proof}`,
      `escalation.${me.id + 1}.${proof}`,
      `${token}x`,
      token.slice(1),
      `escalation.0${me.id}.${proof}`,
    ]) // prettier-ignore
    {
      const address = new URL(link);
      address.searchParams.set('token', wrong);
      const answer = await post(address);
      expect([wrong, answer.status, await answer.text()]).toEqual([wrong, 204, '']);
    }
    const doubled = new URL(link);
    doubled.searchParams.append('token', token);
    expect((await post(doubled)).status).toBe(204);
    const bare = new URL(link);
    bare.search = '';
    expect((await post(bare)).status).toBe(204);
    expect(await chosen(me)).toMatchObject({ mail: { topics: ['escalation', 'job_finished'] } });
    expect(await audited(me)).toEqual([]);
  });

  it('only leads to the page when the link is opened', async () => {
    const me = await person(['escalation']);
    const { pathname, search } = linkFor(me.id, 'escalation');
    for (const method of ['GET', 'HEAD']) {
      const answer = await fetch(app.url + pathname + search, { method, redirect: 'manual' });
      expect(answer.status).toBe(302);
      expect(answer.headers.get('location')).toBe('https://console.tessera.example/notifications');
    }
    expect(await chosen(me)).toMatchObject({ mail: { topics: ['escalation'] } });
  });

  it('works for people who chose nothing, are disabled or in a suspended realm', async () => {
    const without = await make.user(app, 'realm_user', await make.realm(app));
    expect((await post(linkFor(without.id, 'digest'))).status).toBe(204);
    expect(await chosen(without)).toBeUndefined();
    const me = await person(['job_finished']);
    await app.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [me.id]);
    await app.db.query("UPDATE realms SET status = 'suspended' WHERE id = $1", [me.realm]);
    expect((await post(linkFor(me.id, 'digest'))).status).toBe(204);
    expect(await chosen(me)).toMatchObject({ mail: { topics: [] } });
  });

  it('is offered only where the console is opened by https', async () => {
    const plain = await startBeside(app, { ...mailSettings(server), PUBLIC_URL: 'http://127.0.0.1:3000' });
    expect(plain.nest.get(Unsubscriptions, { strict: false }).linksOf(1, 'digest')).toEqual({
      page: 'http://127.0.0.1:3000/notifications',
      oneClick: null,
    });
    await plain.close();
  });

  it('takes no other body, and no form in parts goes to another route', async () => {
    const me = await person(['escalation']);
    const link = linkFor(me.id, 'escalation');
    expect((await post(link, { headers: { 'Content-Type': 'text/xml' } })).status).toBe(415);
    const form = new FormData();
    form.set('email', 'ida@quayside.example');
    const answer = await fetch(`${app.url}/api/auth/login`, { method: 'POST', body: form });
    expect(answer.status).toBe(415);
  });
});
