import { useCallback, useMemo } from 'react';
import { formatInstant, formatMoney, useLocale } from '@tessera/ui';
import { formatSeats } from '../seats/format-seats';
import type { EventSeats, SeatHolder, SeatLocation } from './seats';
import { useSeatTexts } from './texts';

const namesOf = (holders: readonly SeatHolder[]) => new Map(holders.map(({ id, name }) => [id, name]));

/** Returns a function that describes a seat in lines: where it is, its state and price, and for whom by which job and task. */
export function useSeatDescription({
  jobs,
  tasks,
  logins,
}: EventSeats): (location: SeatLocation) => string[] {
  const t = useSeatTexts();
  const locale = useLocale();
  const names = useMemo(
    () => ({ jobs: namesOf(jobs), tasks: namesOf(tasks), logins: namesOf(logins) }),
    [jobs, logins, tasks],
  );
  return useCallback(
    ({ seat, row, area }) => {
      const place = formatSeats([{ area: area.name || t('unknownArea'), row: row.name, seat: seat.seat }]);
      const until = seat.expires_at
        ? t('until', { at: formatInstant(seat.expires_at, { ...locale, style: 'time' }) })
        : '';
      const price =
        seat.price === null ? '' : formatMoney(seat.price, seat.currency, { locale: locale.locale });
      const job = seat.job_id === null ? '' : (names.jobs.get(seat.job_id) ?? '');
      const task = seat.task_id === null ? '' : (names.tasks.get(seat.task_id) ?? '');
      const login = names.logins.get(seat.login_id) ?? '';
      const level = area.price_level === null ? '' : t('level', { level: area.price_level });
      const join = (...parts: string[]) => parts.filter(Boolean).join(', ');
      return [
        join(place, seat.seat ? '' : t('noNumber')),
        join(t(seat.state) + (until && ` ${until}`), price, level),
        job && t('ofJob', { job }),
        task && t('ofTask', { task }),
        login && t('ofLogin', { login }),
      ].filter(Boolean);
    },
    [locale, names, t],
  );
}
