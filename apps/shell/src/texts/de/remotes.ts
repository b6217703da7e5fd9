import type { Translation } from '@tessera/ui';
import type { remotes as english } from '../en/remotes';

export const remotes: Translation<typeof english> = {
  overrides: {
    open: 'Module von diesem Computer laden',
    title: 'Module von diesem Computer',
    silent: 'Unter {{address}} antwortet nichts, deshalb wird {{name}} nicht von dort geladen.',
    misnamed:
      'Unter {{address}} läuft {{served}}, nicht {{name}}: entfernen Sie es, und fügen Sie {{served}} hinzu.',
  },
  updates: {
    available_one: 'Eine andere Version von {{modules}} ist verfügbar.',
    available_other: 'Andere Versionen von {{modules}} sind verfügbar.',
    reload: 'Neu laden',
    waiting: 'Die Seite wird neu geladen, sobald Ihre Änderungen gespeichert oder verworfen sind.',
    cancel: 'Nicht neu laden',
    dismiss: 'Ausblenden',
  },
  remotes: {
    loading: 'Die Seite wird geladen',
    why: {
      TIMEOUT: 'Das Modul {{module}} hat nicht rechtzeitig geantwortet.',
      NETWORK: 'Das Modul {{module}} war nicht erreichbar.',
      MISNAMED:
        'Unter dieser Adresse läuft das Modul {{served}}, nicht {{name}}. Berichtigen Sie den Namen unter „Module von diesem Computer“.',
      INTEGRITY:
        'Das Modul {{module}} passt nicht zu seinem veröffentlichten Fingerabdruck und wurde deshalb nicht ausgeführt.',
      SIGNATURE:
        'Das Modul {{module}} ist von keinem Herausgeber signiert, der es hier ausliefern darf, und wurde deshalb nicht ausgeführt.',
      CRASHED: 'Im Modul {{module}} trat ein Fehler auf, und es wurde angehalten.',
      INCOMPATIBLE:
        'Das Modul {{module}} passt nicht zu dieser Version der Konsole und wurde deshalb nicht ausgeführt.',
      DISABLED:
        'Das Modul {{module}} ist ausgeschaltet. Administratoren können es unter Module im Kontomenü einschalten.',
      REGISTRY: 'Die Liste der Module konnte nicht geladen werden.',
    },
    noPage: 'Unter {{path}} gibt es keine Seite für Sie.',
    unaffected: 'Ihre Aufgaben laufen weiter, und reservierte Plätze bleiben reserviert, bis sie verfallen.',
    held_one: 'Ihre Aufgaben laufen weiter, und Ihr reservierter Platz bleibt noch {{time}} reserviert.',
    held_other:
      'Ihre Aufgaben laufen weiter, und Ihre {{seats}} reservierten Plätze bleiben reserviert; der nächste verfällt in {{time}}.',
    tries_one: 'Einmal versucht.',
    tries_other: '{{count}}-mal versucht.',
    again: 'Neuer Versuch läuft …',
    nextTry: 'Nächster automatischer Versuch in {{time}}.',
    previousRelease: 'Vorherige Version geben',
    registry: {
      missing: 'Die Module konnten nicht aufgelistet werden, deshalb fehlen hier ihre Seiten.',
      outdated: 'Der Server hat die Module nicht aufgelistet. Diese sind von Ihrem letzten Besuch.',
      empty: 'Der Server führt keine Module auf.',
      retry: 'Erneut versuchen',
    },
    titles: { tasks: 'Aufgaben', tickets: 'Tickets', admin: 'Verwaltung' },
  },
};
