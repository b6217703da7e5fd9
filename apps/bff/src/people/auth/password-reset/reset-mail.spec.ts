import { startApp, type TestApp } from '../../../../test/app';
import { defined } from '../../../../test/defined';
import * as make from '../../../../test/factories';
import {
  allAttempted,
  mailed,
  type MailServer,
  mailSettings,
  mailsTo,
  skipMailPauses,
  startMailServer,
  stopMail,
} from '../../../../test/mail-server';
import { until } from '../../../../test/work';
import { mailText } from '../../../messages';

const password = 'three-lanterns-by-the-quay';

describe('a link for a new password, by mail', () => {
  let server: MailServer;
  let app: TestApp;
  let person: make.Signed;
  beforeAll(async () => {
    server = await startMailServer();
    app = await startApp(mailSettings(server));
  });
  afterAll(async () => {
    await app.close();
    await server.close();
  });
  beforeEach(async () => {
    await app.db.query('DELETE FROM guess_budgets');
    person = await make.user(app, 'realm_user', await make.realm(app));
  });

  const call = <T = { code: string; details?: { field: string }[] }>(
    method: string,
    path: string,
    body?: unknown,
    token?: string,
  ) => app.http<T>(method, `/api${path}`, { token, body });
  const forgot = (email: string) => call('POST', '/auth/forgot-password', { email });
  const reset = (token: string, next = password) =>
    call('POST', '/auth/reset-password', { token, password: next });
  const waiting = async () => {
    const { rows } = await app.db.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM mails WHERE kind = 'password_reset' AND status = 'queued'",
    );
    return rows[0]?.n;
  };
  const isReset = ({ mail }: { mail: { text?: string } }) =>
    mail.text?.includes('/auth/reset#token=') === true;
  const links = () =>
    mailsTo(server, person.email)
      .filter(isReset)
      .map(({ mail }) => /reset#token=(\S+)/.exec(mail.text ?? '')?.[1] ?? '');
  /** Asks for a link and returns its token. */
  const ask = async () => {
    const before = links().length;
    await forgot(person.email);
    await until(() => Promise.resolve(links().length > before), 'the mail');
    await until(async () => (await waiting()) === 0, 'its record');
    return defined(links().at(-1));
  };
  const change = (sql: string) => app.db.query(sql, [person.id]);

  it.each(['en', 'de'])('is sent in %s, works once, and ends the sessions', async (language) => {
    await call('PUT', '/me/preferences', { language }, person.token);
    expect(await forgot(person.email.toUpperCase())).toMatchObject({ status: 200, body: { mailed: true } });
    await mailed(server, person.email);
    const sent = mailsTo(server, person.email).find(isReset);
    expect(sent?.mail.text).toContain(mailText(language, 'reset_asked'));
    expect(sent?.mail.html).toContain(mailText(language, 'reset_open'));
    expect(sent?.mail.text).toContain('https://console.tessera.example/auth/reset#token=tr_');
    const [token = ''] = links();
    expect((await reset(token)).status).toBe(204);
    expect((await reset(token)).body.details).toMatchObject([{ field: 'token' }]);
    expect((await call('POST', '/auth/refresh', undefined, person.refreshToken)).status).toBe(401);
    expect((await call('POST', '/auth/login', { email: person.email, password })).status).toBe(200);
    const { rows } = await app.db.query<{ who: string; address: string }>(
      "SELECT who, address FROM audit WHERE entity = 'user' AND entity_id = $1 AND action = 'user.reset_requested'",
      [String(person.id)],
    );
    expect(rows).toEqual([expect.objectContaining({ who: 'sign-in', address: '127.0.0.1' })]);
  });

  it('is asked for with the same response and the same writes for every address', async () => {
    const quiet = await startApp(mailSettings(server));
    await stopMail(quiet);
    const known = await make.user(quiet, 'realm_user', null);
    const disabled = await make.user(quiet, 'realm_user', null);
    await quiet.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [disabled.id]);
    const written = async (email: string) => {
      const { status, body } = await quiet.http('POST', '/api/auth/forgot-password', { body: { email } });
      const { rows } = await quiet.db.query<{ address: string }>(
        `SELECT address, user_id, realm_id, kind, status, attempts, length(link_seed) AS seed,
           ARRAY(SELECT jsonb_object_keys(params)) AS params, (SELECT count(*) FROM password_resets) AS resets,
           (SELECT count(*) FROM notifications) AS notifications, (SELECT max(id) FROM audit) AS audited
         FROM mails WHERE kind = 'password_reset' AND address = $1`,
        [email],
      );
      return {
        status,
        body,
        rows: rows.map(({ address, ...row }) => ({ ...row, isTheirs: address === email })),
      };
    };
    const ofKnown = await written(known.email);
    expect(ofKnown).toMatchObject({
      status: 200,
      body: { mailed: true },
      rows: [{ isTheirs: true, resets: '0' }],
    });
    expect(await written('nobody@quayside.example')).toEqual(ofKnown);
    expect(await written(disabled.email)).toEqual(ofKnown);
    await quiet.close();
  });

  it('is sent to nobody who has no enabled account, and leaves no trace of their address', async () => {
    await app.db.query("UPDATE users SET status = 'disabled' WHERE id = $1", [person.id]);
    await forgot('nobody@quayside.example');
    await forgot(person.email);
    await until(async () => (await waiting()) === 0, 'nothing waits');
    expect([...mailsTo(server, 'nobody@quayside.example'), ...links()]).toEqual([]);
    const { rows } = await app.db.query(
      "SELECT FROM mails WHERE kind = 'password_reset' AND status = 'queued' OR address = 'nobody@quayside.example'",
    );
    expect(rows).toEqual([]);
  });

  it('is refused when it is too old', async () => {
    const token = await ask();
    const { rows } = await app.db.query<{ minutes: number }>(
      'SELECT round(extract(epoch FROM mailed_until - now()) / 60)::int AS minutes FROM password_resets WHERE user_id = $1',
      [person.id],
    );
    expect(rows).toEqual([{ minutes: 30 }]);
    await change('UPDATE password_resets SET mailed_until = now() WHERE user_id = $1');
    expect((await reset(token)).body.details).toMatchObject([{ field: 'token' }]);
  });

  it('is refused once the password, the address or the account has changed', async () => {
    const afterPassword = await ask();
    const changed = { current_password: make.PASSWORD, new_password: 'four-lanterns-by-the-quay' };
    expect((await call('POST', '/me/password', changed, person.token)).status).toBeLessThan(300);
    expect((await reset(afterPassword)).status).toBe(400);

    const afterAddress = await ask();
    await change("UPDATE users SET email = 'moved-' || email WHERE id = $1");
    expect((await reset(afterAddress)).status).toBe(400);
    await change('UPDATE users SET email = substr(email, 7) WHERE id = $1');

    await change('DELETE FROM password_resets WHERE user_id = $1');
    const afterAccount = await ask();
    await change("UPDATE users SET status = 'disabled' WHERE id = $1");
    expect((await reset(afterAccount)).status).toBe(400);
  });

  it('is not sent again once it was used, even if the process died after sending it', async () => {
    const token = await ask();
    const seed = 'kept';
    await app.db.query(
      'UPDATE mails SET link_seed = $2 WHERE id = (SELECT max(id) FROM mails WHERE address = $1)',
      [person.email, seed],
    );
    expect((await reset(token)).status).toBe(204);
    await app.db.query(
      "UPDATE mails SET status = 'queued', next_attempt_at = now() WHERE id = (SELECT max(id) FROM mails WHERE address = $1)",
      [person.email],
    );
    await skipMailPauses(app);
    await until(async () => (await waiting()) === 0, 'nothing waits');
    expect(links()).toEqual([token]);
    expect((await reset(token)).status).toBe(400);
  });

  it('is mailed at most every five minutes, and leaves a link alone that somebody created', async () => {
    const owner = await make.admin(app);
    const created = await call<{ token: string }>(
      'POST',
      `/users/${person.id}/password-reset`,
      undefined,
      owner.token,
    );
    await ask();
    await forgot(person.email);
    await until(async () => (await waiting()) === 0, 'nothing waits');
    expect(links()).toHaveLength(1);
    expect((await reset(created.body.token)).status).toBe(204);
  });

  it('keeps nothing that opens it in the table of mails', async () => {
    await until(async () => (await waiting()) === 0, 'nothing waits');
    await server.close();
    await forgot(person.email);
    await allAttempted(app);
    const dump = JSON.stringify(
      (await app.db.query('SELECT * FROM mails WHERE address = $1', [person.email])).rows,
    );
    await server.open();
    await skipMailPauses(app);
    await until(() => Promise.resolve(links().length === 1), 'the mail');
    expect(dump).not.toContain(links()[0]?.slice(3));
    await until(async () => (await waiting()) === 0, 'nothing waits');
    const { rows } = await app.db.query('SELECT params, link_seed FROM mails WHERE address = $1', [
      person.email,
    ]);
    expect(rows).toEqual([{ params: {}, link_seed: null }]);
  });
});
