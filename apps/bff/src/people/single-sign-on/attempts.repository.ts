import { Injectable } from '@nestjs/common';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { type SealedLocation, Sealing } from '../../platform/sealing/sealing';
import type { RecordedGuess } from '../auth/throttling/guess-budgets.repository';
import { type AttemptPurpose, SsoAttempt } from './identity-provider.entity';

/** A sign-in in progress, with what is sealed of it. */
export type Attempt = {
  id: number;
  provider_id: number;
  purpose: AttemptPurpose;
  session_id: string | null;
  cookie_hash: string;
  return_to: string;
  reservation: RecordedGuess[];
  secrets: Readonly<Record<string, string>>;
};

type Row = Omit<Attempt, 'secrets'> & { secrets: unknown };

const columns = 'id, provider_id, purpose, session_id, cookie_hash, return_to, reservation, secrets';

const sealedAt = (id: number): SealedLocation => ({ table: 'sso_attempts', row: id, realm: 0 });

/** Keeps sign-ins that are on their way to a provider and back. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly sealing: Sealing) {}

  /** Stores an attempt that expires in ten minutes. */
  async insertAttempt(tx: Tx, attempt: Omit<Attempt, 'id'> & { state_hash: string }): Promise<void> {
    const id = await insertRow(tx, SsoAttempt, {
      ...attempt,
      secrets: {},
      expires_at: () => "now() + interval '10 minutes'",
    });
    await updateRow(tx, SsoAttempt, id, { secrets: this.sealing.seal(sealedAt(id), attempt.secrets) });
  }

  /** The attempt that the provider answers, locked; null when it was answered before or has expired. */
  async lockByState(tx: Tx, stateHash: string): Promise<Attempt | null> {
    const [row] = await tx.query<Row>(
      `SELECT ${columns} FROM sso_attempts
       WHERE state_hash = $1 AND answered_at IS NULL AND expires_at > clock_timestamp() FOR UPDATE`,
      [stateHash],
    );
    return row ? this.open(row) : null;
  }

  async setAnswered(tx: Tx, id: number): Promise<void> {
    await tx.manager.update(SsoAttempt, id, { answered_at: () => 'clock_timestamp()' });
  }

  /** Keeps what the provider said, for the page that exchanges the code within a minute. */
  async storeAnswer(tx: Tx, id: number, identity: string, codeHash: string): Promise<void> {
    const secrets = this.sealing.seal(sealedAt(id), { identity });
    await tx.execute(
      `UPDATE sso_attempts SET secrets = $2, code_hash = $3, code_expires_at = clock_timestamp() + interval '1 minute'
       WHERE id = $1`,
      [id, JSON.stringify(secrets), codeHash],
    );
  }

  /** The attempt of a code, locked; null when it was exchanged before or has expired. */
  async lockByCode(tx: Tx, codeHash: string): Promise<Attempt | null> {
    const [row] = await tx.query<Row>(
      `SELECT ${columns} FROM sso_attempts
       WHERE code_hash = $1 AND done_at IS NULL AND code_expires_at > clock_timestamp() FOR UPDATE`,
      [codeHash],
    );
    return row ? this.open(row) : null;
  }

  /** Leaves the code valid as long as the attempt, while a person enters their password. */
  async extendCode(tx: Tx, id: number): Promise<void> {
    await tx.manager.update(SsoAttempt, id, { code_expires_at: () => 'expires_at' });
  }

  /** Ends an attempt and forgets what the provider said. */
  async finish(tx: Tx, id: number): Promise<void> {
    await tx.execute(`UPDATE sso_attempts SET done_at = clock_timestamp(), secrets = '{}' WHERE id = $1`, [
      id,
    ]);
  }

  private open = ({ secrets, ...row }: Row): Attempt => ({
    ...row,
    secrets: this.sealing.open(sealedAt(row.id), secrets),
  });
}
