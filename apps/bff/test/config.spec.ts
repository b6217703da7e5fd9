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
    ['MODULE_ORIGINS', 'ftp://remotes.example'],
    ['ADMIN_PASSWORD', 'a-password-without-its-email'],
  ])('refuse %s=%s, naming it without its secret', (name, value) => {
    const message = failure({ ...enough, [name]: value });
    expect(message).toContain(name);
    expect(message).not.toContain('hidden');
  });
});
