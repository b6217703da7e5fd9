import type { Translation } from '@tessera/ui';
import type { remotes as english } from '../en/remotes';

export const remotes: Translation<typeof english> = {
  remotes: {
    loading: 'Die Seite wird geladen',
    why: {
      TIMEOUT: 'Das Modul {{module}} hat nicht rechtzeitig geantwortet.',
      NETWORK: 'Das Modul {{module}} war nicht erreichbar.',
      INTEGRITY_MISMATCH:
        'Das Modul {{module}} passt nicht zu seinem veröffentlichten Fingerabdruck und wurde deshalb nicht ausgeführt.',
      CRASHED: 'Im Modul {{module}} trat ein Fehler auf, und es wurde angehalten.',
    },
    unaffected: 'Ihre Aufgaben laufen weiter, und reservierte Plätze bleiben reserviert, bis sie verfallen.',
    held_one: 'Ihre Aufgaben laufen weiter, und Ihr reservierter Platz bleibt noch {{time}} reserviert.',
    held_other:
      'Ihre Aufgaben laufen weiter, und Ihre {{seats}} reservierten Plätze bleiben reserviert; der nächste verfällt in {{time}}.',
    tries_one: 'Einmal versucht.',
    tries_other: '{{count}}-mal versucht.',
    again: 'Neuer Versuch läuft …',
    nextTry: 'Nächster automatischer Versuch in {{time}}.',
    titles: { tasks: 'Aufgaben', tickets: 'Tickets', admin: 'Verwaltung' },
  },
};
