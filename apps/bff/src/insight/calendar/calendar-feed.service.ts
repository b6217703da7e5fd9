import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimit } from '../../platform/access/rate-limit';
import { tokenHash } from '../../platform/auth/tokens';
import { Transactions } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import type { Tagged } from '../../platform/http/tagged.interceptor';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import { MAX_ENTRIES } from './calendar.dto';
import { CalendarRepository, type CalendarRow } from './calendar.repository';
import { calendarFile } from './calendar-file';
import { CalendarSettingsRepository, type FeedOwner } from './calendar-settings.repository';

const DAY_MS = 86_400_000;
/** The days that a feed covers, before and after today. */
const DAYS_BACK = 30;
const DAYS_AHEAD = 370;
/** Reads of one feed in a minute; programs read it a few times an hour. */
const READS_PER_MINUTE = 30;

const token = /^tc_[\w-]{43}$/;

/** Calendars for people's calendar programs, which can't sign in: the token in the address is all that they show. */
@Injectable()
export class CalendarFeeds {
  constructor(
    private readonly transactions: Transactions,
    private readonly rateLimit: RateLimit,
    private readonly settings: CalendarSettingsRepository,
    private readonly calendar: CalendarRepository,
  ) {}

  /**
   * The calendar of the token's owner as they would see it now. Nothing is cached, so that the address ends with their
   * account. `origin` is the console's own address.
   *
   * @throws 404 for any other file, 429 when this one is read too often
   */
  async read(file: string, origin: string): Promise<Tagged> {
    const given = file.replace(/\.ics$/, '');
    if (!file.endsWith('.ics') || !token.test(given)) throw notFound('Calendar feed');
    const hash = tokenHash(given);
    this.rateLimit.count('calendar feed', hash, READS_PER_MINUTE);
    const owner = await this.transactions.run(systemScope('calendar feed'), async (tx) => {
      const found = await this.settings.findFeedOwner(tx, hash);
      if (found) await this.settings.markRead(tx, found.user_id);
      return found;
    });
    if (!owner) throw notFound('Calendar feed');
    const { minutes, language } = owner;
    const bytes = Buffer.from(calendarFile(await this.findRows(owner), { origin, minutes, language }));
    const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
    return { bytes, tag: `"${tag}"` };
  }

  private findRows(owner: FeedOwner): Promise<CalendarRow[]> {
    const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
    const range = {
      from: new Date(today - DAYS_BACK * DAY_MS).toISOString(),
      to: new Date(today + DAYS_AHEAD * DAY_MS).toISOString(),
      ...(owner.planned && { planned: true }),
    };
    return this.transactions.read(scopeOf(owner), async (tx) => {
      const rows: CalendarRow[] = [];
      for (const kind of owner.kinds) {
        rows.push(...(await this.calendar.findEntries(tx, kind, range)).slice(0, MAX_ENTRIES));
      }
      return rows;
    });
  }
}

/** The scope that the owner has when they are signed in. */
function scopeOf({ user_id, email, role, realm_id }: FeedOwner): Scope {
  const actor = { ...systemScope(email).actor, kind: 'user' as const, userId: user_id, role };
  if (role === 'admin') return { kind: 'all', hidesRehearsals: true, actor };
  return realm_id === null ? { kind: 'none', actor } : { kind: 'realm', realmId: realm_id, actor };
}
