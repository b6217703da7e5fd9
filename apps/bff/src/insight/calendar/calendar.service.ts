import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import { parseList } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  type CalendarDto,
  type CalendarEntryDto,
  type CalendarKind,
  calendarKinds,
  type CalendarQuery,
  MAX_DAYS,
  MAX_ENTRIES,
} from './calendar.dto';
import { CalendarRepository, type CalendarRow } from './calendar.repository';
import { CONFLICT_MINUTES } from './conflicts';

const DAY_MS = 86_400_000;

/** On-sales, kick-offs and scheduled jobs in order of time. */
@Injectable()
export class CalendarService {
  constructor(
    private readonly transactions: Transactions,
    private readonly calendar: CalendarRepository,
  ) {}

  /** What the scope sees between two instants. @throws 400 for a range that is empty or too long */
  read(scope: Scope, query: CalendarQuery): Promise<CalendarDto> {
    checkRange(query);
    const kinds = readKinds(query.kind);
    return this.transactions.read(scope, async (tx) => {
      const rows: CalendarRow[] = [];
      let capped = false;
      for (const kind of kinds) {
        const found = await this.calendar.findEntries(tx, kind, query);
        capped ||= found.length > MAX_ENTRIES;
        rows.push(...found.slice(0, MAX_ENTRIES));
      }
      return {
        entries: rows.map(toEntry).sort(byTime),
        conflicts: await this.calendar.findConflicts(tx, query),
        conflict_minutes: CONFLICT_MINUTES,
        capped,
      };
    });
  }
}

const instant = (value: Date | string): string => new Date(value).toISOString();

const toEntry = ({ version: _version, updated_at: _updated, ...row }: CalendarRow): CalendarEntryDto => ({
  ...row,
  at: instant(row.at),
  ends_at: row.ends_at === null ? null : instant(row.ends_at),
});

const byTime = (a: CalendarEntryDto, b: CalendarEntryDto): number =>
  a.at < b.at ? -1 : a.at > b.at ? 1 : calendarKinds.indexOf(a.kind) - calendarKinds.indexOf(b.kind);

function checkRange({ from, to }: CalendarQuery): void {
  const length = Date.parse(to) - Date.parse(from);
  if (length > 0 && length <= MAX_DAYS * DAY_MS) return;
  const message = length > 0 ? `to must be at most ${MAX_DAYS} days after from` : 'to must be after from';
  throw invalid([{ field: 'to', message, code: 'INVALID' }]);
}

/** The kinds that are named; without any, all of them. */
function readKinds(value: string | undefined): CalendarKind[] {
  const list = parseList(value, 'kind');
  if (!list) return [...calendarKinds];
  const unknown = list.values.filter((word) => !calendarKinds.some((kind) => kind === word));
  if (unknown.length > 0) {
    const values = calendarKinds.join(', ');
    throw invalid([
      { field: 'kind', message: `kind may be ${values}`, code: 'NOT_ONE_OF', params: { values } },
    ]);
  }
  return calendarKinds.filter((kind) => list.values.includes(kind) !== list.exclude);
}
