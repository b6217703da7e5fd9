import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { RowReader } from '../../platform/database/row-reader';
import type { Tx } from '../../platform/database/transactions';
import { type ReaderColumns, readerColumns, readerJoins } from '../notifications/readers';
import { type Mail, mailKinds, mailStatuses } from './mail.entity';
import type { MailDto, MailListQuery } from './mails.dto';

/** Channel that announces mails. */
export const MAIL_CHANNEL = 'tessera_mail';

/** A mail to be queued, to an address. */
export type NewMail = Pick<Mail, 'realm_id' | 'kind' | 'params' | 'link_seed'> & { address: string };

/** A mail that this process sends now. `attempts` counts this attempt, and fences it off from a later one. */
export type TakenMail = Pick<
  Mail,
  'id' | 'user_id' | 'address' | 'kind' | 'params' | 'link_seed' | 'attempts' | 'created_at'
>;

/** The person who gets a mail. */
export type Recipient = ReaderColumns & { user_id: number; address: string };

/** For how long a mail belongs to the process that took it: longer than an attempt may take. */
const LEASE = '5 minutes';
/** The first attempt is repeated after 30 s, each later one after twice as long, at most an hour: 30 take about a day. */
const MAX_ATTEMPTS = 30;
const pauseSql = 'make_interval(secs => least(3600, 30 * 2 ^ (m.attempts - 1)))';

/** Reads and writes the outbox. Attempts are timed by the database's clock. */
@Injectable()
export class MailsRepository extends RowReader<MailDto, MailListQuery> {
  constructor() {
    super({
      what: 'Mail',
      table: 'mails',
      columns: `m.id, m.realm_id, r.name AS realm_name, m.user_id, coalesce(u.email, m.address) AS address, m.kind, m.status,
        m.attempts, CASE WHEN m.status = 'queued' THEN m.next_attempt_at END AS next_attempt_at, m.error, m.sent_at, m.created_at`,
      from: 'FROM mails m LEFT JOIN realms r ON r.id = m.realm_id LEFT JOIN users u ON u.id = m.user_id',
      id: 'm.id',
      version: 'extract(epoch FROM coalesce(m.sent_at, m.next_attempt_at))::int',
      filter: (query) =>
        new Conditions()
          .words('m.status', query.status, 'status', mailStatuses)
          .words('m.kind', query.kind, 'kind', mailKinds),
      sorts: { created_at: 'm.created_at', status: 'm.status', kind: 'm.kind' },
      defaultSort: '-created_at',
    });
  }

  /** Queues a mail, and wakes the servers when the transaction commits. */
  async queue(tx: Tx, { realm_id, address, kind, params, link_seed }: NewMail): Promise<void> {
    await tx.execute(
      'INSERT INTO mails (realm_id, address, kind, params, link_seed) VALUES ($1, $2, $3, $4, $5)',
      [realm_id, address, kind, params, link_seed],
    );
    await this.announce(tx);
  }

  /** Wakes the servers when the transaction commits. */
  async announce(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_notify($1, $2)', [MAIL_CHANNEL, '']);
  }

  /** Takes up to `count` mails that are due: no other process gets them until the lease is over. */
  take(tx: Tx, count: number): Promise<TakenMail[]> {
    return tx.query<TakenMail>(
      `WITH due AS (
         SELECT id FROM mails WHERE status = 'queued' AND next_attempt_at <= now()
         ORDER BY next_attempt_at, id LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE mails m SET attempts = m.attempts + 1, next_attempt_at = now() + interval '${LEASE}'
       FROM due WHERE m.id = due.id
       RETURNING m.id, m.user_id, m.address, m.kind, m.params, m.link_seed, m.attempts, m.created_at`,
      [count],
    );
  }

  /** The enabled user with this id; null when there is none any more. */
  async findRecipient(tx: Tx, userId: number): Promise<Recipient | null> {
    const [row] = await tx.query<Recipient>(
      `SELECT u.id AS user_id, u.email AS address, ${readerColumns} FROM users me ${readerJoins('me.id')}
       WHERE me.id = $1 AND u.status = 'active'`,
      [userId],
    );
    return row ?? null;
  }

  /** Removes a mail that nobody needs any more. */
  async drop(tx: Tx, { id, attempts }: TakenMail): Promise<void> {
    await tx.execute('DELETE FROM mails WHERE id = $1 AND attempts = $2', [id, attempts]);
  }

  /** Records that the server took over a mail, and empties it. */
  async settle(tx: Tx, { id, attempts }: TakenMail): Promise<void> {
    await tx.execute(
      `UPDATE mails SET status = 'sent', sent_at = now(), params = '{}', link_seed = NULL, error = NULL
       WHERE id = $1 AND attempts = $2 AND status = 'queued'`,
      [id, attempts],
    );
  }

  /** Records a failed attempt: the mail is due again later, or dead when that would be of no use. */
  async fail(tx: Tx, { id, attempts }: TakenMail, error: string, again: boolean): Promise<void> {
    await tx.execute(
      `UPDATE mails m SET error = $3, next_attempt_at = now() + ${pauseSql},
         status = CASE WHEN $4::boolean AND m.attempts < ${MAX_ATTEMPTS} THEN 'queued' ELSE 'dead' END
       WHERE m.id = $1 AND m.attempts = $2 AND m.status = 'queued'`,
      [id, attempts, error.slice(0, 300), again],
    );
  }

  /** Queues a dead mail again. */
  async repeat(tx: Tx, id: number): Promise<void> {
    await tx.execute(
      `UPDATE mails SET status = 'queued', attempts = 0, next_attempt_at = now(), error = NULL
       WHERE id = $1 AND status = 'dead'`,
      [id],
    );
    await this.announce(tx);
  }
}
