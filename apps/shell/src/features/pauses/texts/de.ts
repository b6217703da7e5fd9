import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  region: 'Pausiert',
  everything: 'Alles ist pausiert',
  own: 'Ihr Mandant ist pausiert',
  realm: '{{name}} ist pausiert',
  since: 'seit {{time}} von {{who}}',
  effect: 'Nichts startet, laufende Aufgaben warten. Warenkörbe können weiter bezahlt werden.',
  administratorsOnly: 'Nur die Verwaltung setzt es fort.',
  title: 'Alles pausieren',
  help: 'Nichts startet und laufende Aufgaben warten, bis jemand fortsetzt. Aufgaben behalten ihren Zustand und ihren Platz.',
  what: 'Pausieren',
  all: 'Die ganze Installation',
  reason: 'Grund',
  reasonHelp: 'Alle Betroffenen sehen ihn.',
  reasonMissing: 'Nennen Sie den Grund: die anderen fragen sich',
  pause: 'Jetzt pausieren',
  running: 'Laufen jetzt',
  queued: 'Warten auf einen Worker',
  scheduled: 'Starten in der nächsten Stunde',
  baskets: 'Zu bezahlende Warenkörbe',
  nextExpiry: '{{number}}, der erste läuft um {{time}} ab',
  paused: 'Pausiert',
  already: 'Schon pausiert von {{who}}',
  resume: 'Fortsetzen',
  resumed: 'Fortgesetzt',
  resumeTitle: 'Fortsetzen?',
  resumeOverdue_one: 'geplante Aufgabe, deren Zeit vorbei ist, startet jetzt',
  resumeOverdue_other: 'geplante Aufgaben, deren Zeit vorbei ist, starten jetzt',
  resumeQueued_one: 'wartende Aufgabe kann von einem Worker übernommen werden',
  resumeQueued_other: 'wartende Aufgaben können von Workern übernommen werden',
  resumeRunning_one: 'laufende Aufgabe geht weiter',
  resumeRunning_other: 'laufende Aufgaben gehen weiter',
};

export default de;
