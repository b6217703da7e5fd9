// The launcher's settings. The BFF validates its other settings.
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root folder of the workspace. */
export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Invalid settings; the message has one line per setting. */
export class SettingsError extends Error {}

/**
 * @typedef {object} Settings
 * @property {string} dataDir absolute
 * @property {string} host
 * @property {number | null} port null: 3000 or the next free one
 * @property {number | null} sandboxPort null: the one after `port`, or the next free one
 * @property {string | null} databaseUrl null: the embedded Postgres
 * @property {string | null} migrationDatabaseUrl of the tables' owner; null: the server migrates over databaseUrl
 * @property {boolean} demo
 * @property {boolean} mailbox whether mails go to a page on this machine
 * @property {string} adminEmail
 * @property {string | null} adminPassword null: generated
 */

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 */
export function readSettings(env) {
  /** @type {string[]} */
  const failures = [];
  const text = (/** @type {string} */ name) => env[name]?.trim() || null;

  /** @param {string} name */
  const port = (name) => {
    const value = text(name);
    if (value === null) return null;
    if (/^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535) return Number(value);
    failures.push(`${name} must be a port from 1 to 65535, not "${value}".`);
    return null;
  };

  const demo = text('DEMO') ?? 'on';
  if (!['on', 'off'].includes(demo)) failures.push(`DEMO must be on or off, not "${demo}".`);

  const mailbox = text('MAILBOX') ?? 'on';
  if (!['on', 'off'].includes(mailbox)) failures.push(`MAILBOX must be on or off, not "${mailbox}".`);
  const sendsMail = Boolean(text('SMTP_URL') ?? text('SMTP_URL_FILE') ?? text('SMTP_FROM'));

  const databaseUrl = text('DATABASE_URL');
  if (databaseUrl && !/^postgres(ql)?:\/\/./.test(databaseUrl))
    failures.push('DATABASE_URL must be an address that begins with postgres://.');
  const migrationDatabaseUrl = text('MIGRATION_DATABASE_URL');
  for (const name of databaseUrl ? ['TOKEN_SECRET', 'SEALING_KEYS'] : [])
    if (!text(name)) failures.push(`${name} is required together with DATABASE_URL.`);

  const adminEmail = text('ADMIN_EMAIL') ?? 'admin@tessera.local';
  if (!/^[^\s@]+@[^\s@]+$/.test(adminEmail)) failures.push('ADMIN_EMAIL must be an e-mail address.');
  const adminPassword = env.ADMIN_PASSWORD || null;
  if (adminPassword && (adminPassword.length < 12 || adminPassword.length > 128))
    failures.push('ADMIN_PASSWORD must have 12 to 128 characters.');

  const settings = {
    dataDir: path.resolve(root, text('DATA_DIR') ?? '.data'),
    host: text('HOST') ?? '127.0.0.1',
    port: port('PORT'),
    sandboxPort: port('SANDBOX_PORT'),
    databaseUrl,
    migrationDatabaseUrl,
    demo: demo === 'on',
    // Who runs it for work has mail sent for real, or not at all.
    mailbox: mailbox === 'on' && demo === 'on' && !sendsMail && text('NODE_ENV') !== 'production',
    adminEmail,
    adminPassword,
  };
  if (settings.demo && settings.port !== null && settings.port === settings.sandboxPort)
    failures.push('PORT and SANDBOX_PORT must differ.');
  if (failures.length > 0) throw new SettingsError(failures.join('\n'));
  return settings;
}
