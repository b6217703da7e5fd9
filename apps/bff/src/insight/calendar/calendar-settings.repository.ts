import { Injectable } from '@nestjs/common';
import type { Role } from '@tessera/domain';
import type { Tx } from '../../platform/database/transactions';
import type { CalendarKind, FeedDto, FeedInput, RemindersDto } from './calendar.dto';
import { CalendarFeed } from './calendar.entity';

/** Whose calendar an address shows, and what of it. */
export type FeedOwner = {
  user_id: number;
  email: string;
  role: Role;
  realm_id: number | null;
  kinds: CalendarKind[];
  planned: boolean;
  minutes: number[];
  language: string | null;
};

/** A feed ends with the password that its address was created under, so that a stolen address doesn't outlive it. */
const isCurrent = 'f.created_at > u.password_changed_at';

const feedColumns = 'f.kinds, f.planned, f.created_at, f.last_read_at';

/** Reads and writes what people chose about their calendars. */
@Injectable()
export class CalendarSettingsRepository {
  async readReminders(tx: Tx, userId: number): Promise<RemindersDto> {
    const [row] = await tx.query<RemindersDto>(
      'SELECT minutes, planned FROM on_sale_reminders WHERE user_id = $1',
      [userId],
    );
    return row ?? { minutes: [], planned: true };
  }

  async setReminders(tx: Tx, userId: number, { minutes, planned }: RemindersDto): Promise<void> {
    await tx.execute(
      `INSERT INTO on_sale_reminders (user_id, minutes, planned) VALUES ($1, $2, $3)
       ON CONFLICT (user_id) DO UPDATE SET minutes = excluded.minutes, planned = excluded.planned, updated_at = now()`,
      [userId, minutes, planned],
    );
  }

  async readFeed(tx: Tx, userId: number): Promise<FeedDto | null> {
    const [row] = await tx.query<FeedDto>(
      `SELECT ${feedColumns} FROM calendar_feeds f JOIN users u ON u.id = f.user_id WHERE f.user_id = $1 AND ${isCurrent}`,
      [userId],
    );
    return row ?? null;
  }

  /** Gives the user's feed a new address, which ends the earlier one. */
  async setFeed(tx: Tx, userId: number, tokenHash: string, { kinds, planned }: FeedInput): Promise<FeedDto> {
    const [row] = await tx.query<FeedDto>(
      `INSERT INTO calendar_feeds AS f (user_id, token_hash, kinds, planned) VALUES ($1, $2, $3, $4)
       ON CONFLICT (user_id) DO UPDATE SET token_hash = excluded.token_hash, kinds = excluded.kinds,
         planned = excluded.planned, created_at = now(), last_read_at = NULL
       RETURNING ${feedColumns}`,
      [userId, tokenHash, kinds, planned],
    );
    if (!row) throw new Error('An upsert returns its row');
    return row;
  }

  /** Ends the address of a user's feed; returns whether there was one. */
  async removeFeed(tx: Tx, userId: number): Promise<boolean> {
    const { affected } = await tx.manager.delete(CalendarFeed, userId);
    return affected === 1;
  }

  /** The active user whose feed has this token; undefined for any other token. */
  async findFeedOwner(tx: Tx, tokenHash: string): Promise<FeedOwner | undefined> {
    const [row] = await tx.query<FeedOwner>(
      `SELECT u.id AS user_id, u.email, u.role, u.realm_id, f.kinds, f.planned, coalesce(r.minutes, '{}') AS minutes,
         p.data ->> 'language' AS language
       FROM calendar_feeds f JOIN users u ON u.id = f.user_id LEFT JOIN on_sale_reminders r ON r.user_id = u.id
       LEFT JOIN preferences p ON p.user_id = u.id
       WHERE f.token_hash = $1 AND u.status = 'active' AND ${isCurrent}
         AND (u.role = 'admin' OR EXISTS (SELECT FROM realms m WHERE m.id = u.realm_id AND m.deleted_at IS NULL))`,
      [tokenHash],
    );
    return row;
  }

  /** Notes that a feed was read, at most once an hour. */
  async markRead(tx: Tx, userId: number): Promise<void> {
    await tx.execute(
      `UPDATE calendar_feeds SET last_read_at = date_trunc('hour', now())
       WHERE user_id = $1 AND last_read_at IS DISTINCT FROM date_trunc('hour', now())`,
      [userId],
    );
  }
}
