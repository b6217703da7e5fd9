import { createECDH, randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Secrets that the launcher generates on the first start and stores in the data folder. */
export interface Secrets {
  tokenSecret: string;
  /** `id:base64 of 32 bytes`. */
  sealingKeys: string;
  vapidPublicKey: string;
  vapidPrivateKey: string;
  adminPassword: string;
  demoOwnerPassword: string;
  demoWorkerToken: string;
  /** Whether a start that became ready has printed the passwords. */
  announced: boolean;
}

/** Path of the stored secrets. */
export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json');

/** Reads the secrets and generates missing ones. */
export function openSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const stored = read(secretsFile(dataDir));
  const secrets: Secrets = { ...generate(), ...stored };
  if (Object.keys(stored).length < Object.keys(secrets).length) saveSecrets(dataDir, secrets);
  return secrets;
}

/** Writes the file atomically, readable by its owner only. */
export function saveSecrets(dataDir: string, secrets: Secrets): void {
  const file = secretsFile(dataDir);
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

function generate(): Secrets {
  const pushKeys = createECDH('prime256v1');
  pushKeys.generateKeys();
  return {
    tokenSecret: randomBytes(48).toString('base64url'),
    sealingKeys: `k1:${randomBytes(32).toString('base64')}`,
    vapidPublicKey: pushKeys.getPublicKey('base64url'),
    vapidPrivateKey: padded(pushKeys.getPrivateKey()).toString('base64url'),
    adminPassword: password(),
    demoOwnerPassword: password(),
    demoWorkerToken: randomBytes(32).toString('base64url'),
    announced: false,
  };
}

/** Node omits leading zero bytes, which push services require. */
const padded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key]);

/** Generates a password of about 99 bits in four groups, without characters that look alike. */
function password(): string {
  const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
  const group = () => Array.from({ length: 5 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
  return [group(), group(), group(), group()].join('-');
}

function read(file: string): Partial<Secrets> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Secrets>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Error(`${file} can't be read.`, { cause: error });
  }
}
