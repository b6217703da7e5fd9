import { ConfigError, loadConfig } from '../src/platform/config/config';

const enough = {
  DATABASE_URL: 'postgres://tessera:hidden@localhost/tessera',
  TOKEN_SECRET: 'a secret that is long enough to sign with',
  SEALING_KEYS: 'one:AAAA',
};

const failure = (env: Record<string, string>) => {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
  }
  return null;
};

describe('settings', () => {
  it('have defaults, except for secrets', () => {
    expect(loadConfig(enough)).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      registration: 'open',
      loginAttempts: 10,
    });
  });

  it('keep the files of modules in the data folder, another one, or a bucket', () => {
    const store = (env: Record<string, string>) => loadConfig({ ...enough, ...env }).moduleStore;
    expect(store({ DATA_DIR: '/data' })).toEqual({ folder: '/data/modules' });
    expect(store({ MODULE_STORE: '/shared' })).toEqual({ folder: '/shared' });
    const keys = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
    expect(store({ ...keys, MODULE_STORE: 's3://bucket/a/b' })).toEqual({
      s3: {
        endpoint: 'https://s3.us-east-1.amazonaws.com',
        bucket: 'bucket',
        prefix: ['a', 'b'],
        region: 'us-east-1',
        accessKeyId: 'id',
        secretAccessKey: 'secret',
      },
    });
    const S3_ENDPOINT = 'http://127.0.0.1:9000/';
    expect(store({ ...keys, S3_ENDPOINT, MODULE_STORE: 's3://bucket' })).toMatchObject({
      s3: { endpoint: 'http://127.0.0.1:9000', prefix: [] },
    });
  });

  it('require the keys of a bucket', () => {
    const message = failure({ ...enough, MODULE_STORE: 's3://bucket' });
    expect(message).toContain('S3_ACCESS_KEY_ID is required');
    expect(message).toContain('S3_SECRET_ACCESS_KEY is required');
  });

  it('send mail by TLS, except to a server on this machine', () => {
    const mail = (SMTP_URL: string, SMTP_FROM = 'Tessera <console@quayside.example>') =>
      loadConfig({ ...enough, PUBLIC_URL: 'https://quayside.example/x', SMTP_FROM, SMTP_URL }).mail;
    expect(mail('smtps://ida%40x:p%2Fw@mail.quayside.example')).toEqual({
      host: 'mail.quayside.example',
      port: 465,
      tls: 'implicit',
      login: { user: 'ida@x', password: 'p/w' },
      from: { name: 'Tessera', address: 'console@quayside.example' },
      origin: 'https://quayside.example',
    });
    expect(mail('smtp://mail.quayside.example', 'console@quayside.example')).toMatchObject({
      port: 587,
      tls: 'required',
      login: null,
      from: { name: '', address: 'console@quayside.example' },
    });
    expect(mail('smtp://[::1]:2525')).toMatchObject({ host: '::1', port: 2525, tls: 'none' });
    expect(mail('smtp://Localhost')?.tls).toBe('none');
    expect(mail('smtp://127.0.0.1.quayside.example')?.tls).toBe('required');
    expect(mail('smtp://localhost.quayside.example')?.tls).toBe('required');
  });

  it('send links of mails to PUBLIC_URL, or where MAIL_LINK_URL says', () => {
    const mail = (given: Record<string, string>) =>
      loadConfig({ ...enough, SMTP_URL: 'smtp://localhost', SMTP_FROM: 'a@b.example', ...given });
    const PUBLIC_URL = 'https://quayside.example';
    const MAIL_LINK_URL = 'http://127.0.0.1:3000/x';
    expect(mail({ PUBLIC_URL }).mail?.origin).toBe(PUBLIC_URL);
    expect(mail({ PUBLIC_URL, MAIL_LINK_URL }).mail?.origin).toBe('http://127.0.0.1:3000');
    expect(mail({ MAIL_LINK_URL }).publicOrigin).toBeNull();
  });

  it.each([
    [{ SMTP_URL: 'smtp://hidden@localhost' }, 'SMTP_URL, SMTP_FROM and PUBLIC_URL must be given together'],
    [{ SMTP_URL: 'https://hidden@localhost' }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://hidden@localhost?tls=off' }, 'SMTP_URL must be'],
    [{ SMTP_URL: 'smtp://hidden@localhost/x' }, 'SMTP_URL must be'],
    [{ SMTP_FROM: 'a@b.example, c@d.example' }, 'SMTP_FROM must be'],
    [{ SMTP_FROM: 'A <a@b.example> B' }, 'SMTP_FROM must be'],
    [{ SMTP_FROM: 'A\r\nBcc: x <a@b.example>' }, 'SMTP_FROM must be'],
  ])('refuse mail by %j', (given, message) => {
    const usual = {
      PUBLIC_URL: 'https://quayside.example',
      SMTP_FROM: 'a@b.example',
      SMTP_URL: 'smtp://localhost',
    };
    const env = message.includes('together') ? given : { ...usual, ...given };
    expect(failure({ ...enough, ...env })).toContain(message);
    expect(failure({ ...enough, ...env })).not.toContain('hidden');
  });

  it('require invitations in production', () => {
    expect(loadConfig({ ...enough, NODE_ENV: 'production' }).registration).toBe('invite');
  });

  it('report all missing ones at once', () => {
    const message = failure({});
    for (const name of ['DATABASE_URL', 'TOKEN_SECRET', 'SEALING_KEYS'])
      expect(message).toContain(`${name} is required`);
  });

  it.each([
    ['PORT', '70000'],
    ['PORT', 'http'],
    ['DATABASE_URL', 'mysql://hidden@localhost'],
    ['TOKEN_SECRET', 'hidden'],
    ['REGISTRATION', 'everybody'],
    ['LOG_LEVEL', 'loud'],
    ['LOGIN_ATTEMPTS', '0'],
    ['RATE_LIMIT', '-1'],
    ['TRUST_PROXY', '10.0.0.0/40'],
    ['MODULE_STORE', 's3://no bucket'],
    ['MODULE_STORE', 's3:bucket'],
    ['MODULE_STORE', 's3://bucket/../other?'],
    ['MODULE_ORIGINS', 'ftp://remotes.example'],
    ['ADMIN_PASSWORD', 'a-password-without-its-email'],
  ])('refuse %s=%s, naming it without its secret', (name, value) => {
    const message = failure({ ...enough, [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('hidden');
  });
});
