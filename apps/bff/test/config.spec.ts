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
