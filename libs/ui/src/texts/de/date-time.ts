import type { Translation } from '../text-types';
import type { dateTime as english } from '../en/date-time';

export const dateTime: Translation<typeof english> = {
  dateTime: {
    title: 'Datum und Uhrzeit',
    choose: '{{label}}: Datum und Uhrzeit wählen',
    example: '28. Nov. 2026 15:00',
    venue: 'Zeit vor Ort',
    own: 'Ihre Zeit',
    inZone: '{{zone}} ({{name}})',
    unread: 'Kein Datum mit Uhrzeit. Zum Beispiel 28. Nov. 2026 15:00, morgen 9:30 oder +15 min',
    skipped: 'Diese Zeit überspringen die Uhren in jener Nacht',
    twice: 'Diese Zeit kommt in jener Nacht zweimal',
    first: 'Das erste Mal',
    second: 'Das zweite Mal',
    unreachable: 'Der Kalender ließ sich nicht laden. Eintippen lässt sich die Zeit trotzdem.',
    presets: 'Oft gemeint',
    now: 'Jetzt',
    soon: '+15 min',
    zone: 'Wessen Uhr',
    time: 'Uhrzeit',
    done: 'Fertig',
    months: 'Monate',
    nextMonth: 'Nächster Monat',
    previousMonth: 'Voriger Monat',
  },
};
