import path from 'node:path';
import { readSettings, root } from './settings.mjs';

describe('the launcher’s settings', () => {
  it('have defaults', () => {
    expect(readSettings({})).toEqual({
      dataDir: path.join(root, '.data'),
      host: '127.0.0.1',
      port: null,
      sandboxPort: null,
      databaseUrl: null,
      migrationDatabaseUrl: null,
      demo: true,
      mailbox: true,
      adminEmail: 'admin@tessera.local',
      adminPassword: null,
    });
  });

  it.each([
    { MAILBOX: 'off' },
    { DEMO: 'off' },
    { NODE_ENV: 'production' },
    { SMTP_URL: 'smtps://mail.quayside.example' },
    { SMTP_URL_FILE: '/run/secrets/smtp_url' },
  ])('keep no mails on a page with %j', (env) => {
    expect(readSettings(env).mailbox).toBe(false);
  });

  it.each([
    [{ PORT: '0' }, 'PORT must be a port from 1 to 65535, not "0".'],
    [{ SANDBOX_PORT: '70000' }, 'SANDBOX_PORT must be a port from 1 to 65535, not "70000".'],
    [{ PORT: '4000', SANDBOX_PORT: '4000' }, 'PORT and SANDBOX_PORT must differ.'],
    [{ MAILBOX: 'maybe' }, 'MAILBOX must be on or off, not "maybe".'],
    [{ DEMO: 'maybe' }, 'DEMO must be on or off, not "maybe".'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL must be an e-mail address.'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD must have 12 to 128 characters.'],
    [
      { DATABASE_URL: 'mysql://db.example/x', TOKEN_SECRET: 'x', SEALING_KEYS: 'x' },
      'DATABASE_URL must be an address that begins with postgres://.',
    ],
    [
      { DATABASE_URL: 'postgres://db.example/x', SEALING_KEYS: 'x' },
      'TOKEN_SECRET is required together with DATABASE_URL.',
    ],
  ])('%j is refused in one sentence', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });
});
