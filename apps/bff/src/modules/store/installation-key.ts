import { type KeyObject, randomBytes } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { isDatabaseUnavailable } from '../../platform/errors/database-error';
import { systemScope } from '../../platform/realm-scope/scope';
import { type SealedLocation, Sealing } from '../../platform/sealing/sealing';
import { keyIdOf, privateKeyFromSeed, publicKeyTextOf, signManifest } from '../release-keys';

const SEED_BYTES = 32;
const scope = systemScope('modules');
const location: SealedLocation = { table: 'module_signing_key', row: 1, realm: 0 };

/** The public part of the installation's key. */
export type InstallationPublicKey = { id: string; publicKey: string };

type Key = InstallationPublicKey & { privateKey: KeyObject };

/**
 * The Ed25519 key with which the installation signs the modules that it ships. All server processes share it; its seed is
 * sealed in the database, so that it outlives a rotation of `SEALING_KEYS` and a copy of the database can't sign.
 */
@Injectable()
export class InstallationKey {
  private readonly logger = new Logger('modules');
  private key: Key | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly sealing: Sealing,
  ) {}

  /**
   * The public key; null while nothing was signed, and when no configured key opens its seed: then bundled modules can't be
   * announced, and everything else can.
   */
  async findPublicKey(): Promise<InstallationPublicKey | null> {
    try {
      const key = await this.read();
      return key && { id: key.id, publicKey: key.publicKey };
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      this.logger.error(`The key that signs bundled modules can't be used: ${(error as Error).message}`);
      return null;
    }
  }

  /** Signs a module.json; creates the key for the first one. Throws when no configured key opens its seed. */
  async sign(manifestText: string): Promise<{ keyId: string; signature: string }> {
    const key = (await this.read()) ?? (await this.create());
    return { keyId: key.id, signature: signManifest(manifestText, key.privateKey) };
  }

  /** Stores a new seed, unless another process has stored one by now, and gives the stored one's key. */
  private async create(): Promise<Key> {
    const sealed = this.sealing.seal(location, { seed: randomBytes(SEED_BYTES).toString('base64') });
    await this.transactions.run(scope, (tx) =>
      tx.execute('INSERT INTO module_signing_key (secrets) VALUES ($1) ON CONFLICT DO NOTHING', [
        JSON.stringify(sealed),
      ]),
    );
    const key = await this.read();
    if (!key) throw new Error('The key that was stored is missing');
    return key;
  }

  private async read(): Promise<Key | null> {
    this.key ??= await this.readStored();
    return this.key;
  }

  private async readStored(): Promise<Key | null> {
    const [row] = await this.transactions.read(scope, (tx) =>
      tx.query<{ secrets: unknown }>('SELECT secrets FROM module_signing_key'),
    );
    if (!row) return null;
    const { seed } = this.sealing.open(location, row.secrets);
    if (!seed) throw new Error('The stored key of the installation has no seed');
    const privateKey = privateKeyFromSeed(Buffer.from(seed, 'base64'));
    const publicKey = publicKeyTextOf(privateKey);
    return { id: keyIdOf(publicKey), publicKey, privateKey };
  }
}
