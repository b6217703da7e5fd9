import { createECDH, randomBytes, randomInt } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the launcher makes up on a first start and keeps in the data folder. */
export interface Secrets {
  tokenSecret: string;
  /** `id:base64 of 32 bytes`. */
  sealingKeys: string;
  vapidPublicKey: string;
  vapidPrivateKey: string;
  adminPassword: string;
  demoOwnerPassword: string;
  demoWorkerToken: string;
  /** Whether the passwords were printed by a start that got as far as being ready. */
  announced: boolean;
}

/** Where they are kept. */
export const secretsFile = (dataDir: string): string => path.join(dataDir, 'secrets.json');

/** Reads the secrets, and makes those that are missing. */
export function openSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  chmodSync(dataDir, 0o700);
  const kept = read(secretsFile(dataDir));
  const secrets: Secrets = { ...generate(), ...kept };
  if (Object.keys(kept).length < Object.keys(secrets).length) saveSecrets(dataDir, secrets);
  return secrets;
}

/** Writes the file whole or not at all; nobody else can read it. */
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

/** One key in 256 begins with a zero byte, which Node leaves out and push services want. */
const padded = (key: Buffer): Buffer => Buffer.concat([Buffer.alloc(32 - key.length), key]);

/** About 99 bits in four groups that can be typed; no letters or digits that look alike. */
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
