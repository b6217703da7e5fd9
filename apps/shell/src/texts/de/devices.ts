import type { Translation } from '@tessera/ui';
import type { devices as english } from '../en/devices';

export const devices: Translation<typeof english> = {
  notifications: { title: 'Benachrichtigungen' },
  topics: {
    title: 'Benachrichtigen über',
    meta: 'je Gerät',
    none: 'Noch keine Geräte. Schalten Sie Benachrichtigungen auf diesem Gerät ein, und wählen Sie dann hier die Themen.',
    topic: 'Thema',
    on: '{{topic}} auf {{device}}',
    here: '{{device}} (dieses hier)',
    removeTitle: '{{device}} entfernen?',
    removeHelp: 'Es erhält keine Benachrichtigungen, bis sie dort wieder eingeschaltet werden.',
    removeConfirm: 'Gerät entfernen',
    removed: 'Gerät entfernt',
    remove: 'Entfernen',
    removeOf: '{{device}} entfernen',
    test: 'Test',
    hold_expiring: {
      label: 'Plätze kurz vor dem Verfall',
      help: '2 Minuten bevor reservierte Plätze verfallen, und noch einmal 30 Sekunden davor.',
    },
    hold_created: {
      label: 'Plätze reserviert',
      help: 'Eine Aufgabe hat Plätze reserviert: Sie liegen im Warenkorb und können bezahlt werden.',
    },
    queue_turn: {
      label: 'Durch den Warteraum',
      help: 'Ein Warteraum lässt eine Aufgabe ein.',
    },
    purchase_confirmed: { label: 'Tickets gekauft', help: 'Ein Kauf wurde eingetragen.' },
    task_failed: {
      label: 'Aufgabe gescheitert',
      help: 'Eine Aufgabe ist gescheitert oder hat ihre Plätze verloren.',
    },
    job_finished: { label: 'Auftrag beendet', help: 'Alle Aufgaben eines Auftrags sind beendet.' },
    on_sale: {
      label: 'Verkaufsstart steht bevor',
      help: 'Tickets gehen in den Verkauf. Wie lange vorher, wählen Sie im Kalender.',
    },
    threshold: {
      label: 'Schwellenwerte',
      help: 'Ein Wert, den Sie beobachten, ist erreicht: reservierte Plätze, oder seit einer Weile bewegt sich nichts.',
    },
    escalation: {
      label: 'Keine Reaktion',
      help: 'Plätze sind seit einer Weile unbezahlt, Zahlungen ungeprüft oder Aufgaben bewegen sich nicht.',
    },
    limit_warning: {
      label: 'Grenze fast erreicht',
      help: 'Der Mandant ist nahe an seiner Grenze für Aufgaben oder Logins.',
    },
    request: {
      label: 'Anfragen',
      help: 'Ein Mandant bittet um mehr, oder eine Ihrer Anfragen wurde beantwortet.',
    },
    pause: { label: 'Pausiert', help: 'Ihr Mandant oder alles wurde pausiert oder fortgesetzt.' },
    security: {
      label: 'Sicherheit',
      help: 'Anmeldungen, Änderungen an Ihrem Konto, Nachrichten der Verwaltung und zurückgesetzte Module.',
    },
  },
};
