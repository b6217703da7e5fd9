import type { Translation } from '../text-types';
import type { figures as english } from '../en/figures';

export const figures: Translation<typeof english> = {
  duration: {
    seconds: '{{seconds}} s',
    minutes: '{{minutes}} min',
    hours: '{{hours}} h',
    hoursMinutes: '{{hours}} h {{minutes}}',
    days: '{{days}} Tg.',
  },
  countdown: {
    over: 'Abgelaufen',
    underTwo: 'Noch weniger als 2 Minuten',
    underOne: 'Noch weniger als 1 Minute',
    timeIsUp: 'Die Zeit ist um',
    tilesNone: 'Keine Zeit mehr',
    tilesUnderTwo: 'Noch keine 2 Minuten',
    tilesMinutes: 'Noch etwa {{minutes}} Minuten',
  },
  tiles: { part: '{{number}} {{part}}', whole: 'von {{number}}' },
  series: {
    bought: 'Gekauft',
    carted: 'Im Warenkorb',
    running: 'Läuft',
    waiting: 'Warteraum',
    notStarted: 'Ruht, geplant, eingereiht',
    failed: 'Gescheitert, gestoppt, verfallen',
    spoken: '{{series}}',
  },
  chart: {
    time: 'Zeit',
    column: '{{column}}: {{values}}',
    value: '{{series}} {{number}}',
    opens: 'Eingabe öffnet die Aufgaben dieser Zeit',
  },
};
