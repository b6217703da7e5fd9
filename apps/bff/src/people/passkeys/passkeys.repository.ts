import { Injectable } from '@nestjs/common';
import { type Found, lockFound, type Projection, selectOne } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import { type ChallengePurpose, Passkey } from './passkey.entity';
import type { PasskeyDto } from './passkeys.dto';

/** What a page needs to name a passkey to the browser. */
export type Credential = { id: string; transports: string[] };

/** A passkey that is about to be used. */
export type LockedPasskey = Pick<Passkey, 'id' | 'user_id' | 'public_key' | 'counter' | 'domain'>;

const columnsFor = (domain: string) =>
  `k.id, k.name, k.backed_up, k.domain = ${domain} AS usable, k.created_at, k.last_used_at`;

const projection: Projection = {
  what: 'Passkey',
  columns: columnsFor('$3'),
  from: 'FROM passkeys k',
  version: 'k.version',
};

/** Reads and writes passkeys and their challenges. Select them by their user. */
@Injectable()
export class PasskeysRepository {
  list(tx: Tx, userId: number, domain: string | null): Promise<PasskeyDto[]> {
    return tx.query(
      `SELECT ${columnsFor('$2')} FROM passkeys k WHERE k.user_id = $1 ORDER BY k.created_at, k.id`,
      [userId, domain ?? ''],
    );
  }

  /** One of the user's, with its version; 404 when it isn't theirs. */
  readPasskey(tx: Tx, id: number, userId: number, domain: string | null): Promise<Found<PasskeyDto>> {
    return selectOne(tx, projection, 'k.id = $1 AND k.user_id = $2', [id, userId, domain ?? '']);
  }

  /** As `read`, locked until the transaction ends; 412 when `ifMatch` is stale. */
  lockPasskey(
    tx: Tx,
    id: number,
    userId: number,
    domain: string | null,
    ifMatch: string | undefined,
  ): Promise<Found<PasskeyDto>> {
    return lockFound(tx, 'passkeys', id, () => this.readPasskey(tx, id, userId, domain), ifMatch);
  }

  /** Those of the user that are valid for the domain. */
  async findCredentials(tx: Tx, userId: number, domain: string): Promise<Credential[]> {
    return tx.query(
      'SELECT credential_id AS id, transports FROM passkeys WHERE user_id = $1 AND domain = $2 ORDER BY id',
      [userId, domain],
    );
  }

  /** The user of a passkey, whatever it is worth; null when nobody has it. */
  async findUser(tx: Tx, credentialId: string): Promise<number | null> {
    const [row] = await tx.query<{ user_id: number }>(
      'SELECT user_id FROM passkeys WHERE credential_id = $1',
      [credentialId],
    );
    return row?.user_id ?? null;
  }

  async findRealm(tx: Tx, userId: number): Promise<number | null> {
    const [row] = await tx.query<{ realm_id: number | null }>('SELECT realm_id FROM users WHERE id = $1', [
      userId,
    ]);
    return row?.realm_id ?? null;
  }

  /** Locks a passkey, so that of two uses at once the second sees the counter of the first. */
  async lockCredential(tx: Tx, credentialId: string): Promise<LockedPasskey | null> {
    const [row] = await tx.query<LockedPasskey>(
      `SELECT id, user_id, public_key, counter::float8 AS counter, domain
       FROM passkeys WHERE credential_id = $1 FOR UPDATE`,
      [credentialId],
    );
    return row ?? null;
  }

  /** Records a use. */
  async setUsed(tx: Tx, id: number, counter: number, backedUp: boolean): Promise<void> {
    await tx.execute(
      'UPDATE passkeys SET counter = $2, backed_up = $3, last_used_at = clock_timestamp() WHERE id = $1',
      [id, counter, backedUp],
    );
  }

  async count(tx: Tx, userId: number): Promise<number> {
    return tx.manager.countBy(Passkey, { user_id: userId });
  }

  /** Inserts a passkey and returns its id; null when there is one with its credential. */
  async insertPasskey(
    tx: Tx,
    passkey: Pick<
      Passkey,
      'user_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'backed_up' | 'domain' | 'name'
    >,
  ): Promise<number | null> {
    const [row] = await tx.query<{ id: number }>(
      `INSERT INTO passkeys (user_id, credential_id, public_key, counter, transports, backed_up, domain, name)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [
        passkey.user_id,
        passkey.credential_id,
        passkey.public_key,
        passkey.counter,
        passkey.transports,
        passkey.backed_up,
        passkey.domain,
        passkey.name,
      ],
    );
    return row?.id ?? null;
  }

  async rename(tx: Tx, id: number, name: string): Promise<void> {
    await tx.manager.update(Passkey, id, { name });
  }

  async removePasskey(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(Passkey, id);
  }

  /** Removes all of a user's; returns how many. */
  async removeAll(tx: Tx, userId: number): Promise<number> {
    return tx.execute('DELETE FROM passkeys WHERE user_id = $1', [userId]);
  }

  /** Stores the hash of a challenge for five minutes; `userId` null: of nobody yet. */
  async insertChallenge(
    tx: Tx,
    hash: string,
    purpose: ChallengePurpose,
    userId: number | null,
  ): Promise<void> {
    await tx.execute(
      `INSERT INTO passkey_challenges (challenge_hash, purpose, user_id, expires_at)
       VALUES ($1, $2, $3, clock_timestamp() + interval '5 minutes')`,
      [hash, purpose, userId],
    );
  }

  /** Uses up a challenge; false when there is none for this purpose and user, or it has expired. */
  async useChallenge(
    tx: Tx,
    hash: string,
    purpose: ChallengePurpose,
    userId: number | null,
  ): Promise<boolean> {
    const used = await tx.execute(
      `DELETE FROM passkey_challenges WHERE challenge_hash = $1 AND purpose = $2
         AND user_id IS NOT DISTINCT FROM $3::int AND expires_at > clock_timestamp()`,
      [hash, purpose, userId],
    );
    return used > 0;
  }
}
