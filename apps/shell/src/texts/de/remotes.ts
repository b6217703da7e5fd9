import type { Translation } from '@tessera/ui';
import type { remotes as english } from '../en/remotes';

export const remotes: Translation<typeof english> = {
  remotes: {
    loading: 'Die Seite wird geladen',
    why: {
      TIMEOUT: 'Das Modul {{module}} hat nicht rechtzeitig geantwortet.',
      NETWORK: 'Das Modul {{module}} war nicht erreichbar.',
      INTEGRITY_MISMATCH:
        'Das Modul {{module}} kam an, aber sein Inhalt passt nicht zu seinem veröffentlichten Fingerabdruck; deshalb wurde es nicht ausgeführt.',
      CRASHED: 'Im Modul {{module}} trat ein Fehler auf, und es wurde angehalten.',
    },
    goesOn:
      'Nichts, was bei Ihnen lief, hat angehalten: Aufgaben laufen weiter, und gehaltene Plätze bleiben gehalten, bis sie verfallen.',
    held_one: 'Aufgaben laufen weiter, und Ihr gehaltener Platz bleibt noch {{time}} gehalten.',
    held_other:
      'Aufgaben laufen weiter, und Ihre {{seats}} gehaltenen Plätze bleiben gehalten, der nächste noch {{time}}.',
    tries_one: 'Einmal versucht.',
    tries_other: '{{count}}-mal versucht.',
    again: 'Neuer Versuch läuft …',
    nextTry: 'Nächster Versuch von selbst in {{time}}.',
    titles: { tasks: 'Aufgaben', tickets: 'Tickets', admin: 'Verwaltung' },
  },
};
