import type { Translation } from '@tessera/ui';
import type { devices as english } from '../en/devices';

export const devices: Translation<typeof english> = {
  notifications: { title: 'Benachrichtigungen' },
  device: {
    title: 'Dieses Gerät',
    noKey: 'Auf diesem Server nicht eingerichtet',
    noKeyHelp:
      'Der Server hat keinen Schlüssel für Web-Push. Die Verwaltung kann einen einrichten (VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY).',
    refused: 'Sie haben Benachrichtigungen nicht erlaubt; auf diesem Gerät bleiben sie aus',
    off: 'Aus',
    offHelp:
      'Auf diesem Gerät Benachrichtigungen über reservierte Plätze, Käufe und Fehlschläge erhalten, auch wenn die Konsole geschlossen ist. Der Browser fragt zuerst nach Ihrer Erlaubnis.',
    enable: 'Auf diesem Gerät einschalten',
    on: 'An',
    onHelp: 'Dieses Gerät erhält Benachrichtigungen zu den unten gewählten Themen.',
    test: 'Test senden',
    testSent:
      'Test gesendet. Er sollte in Sekunden erscheinen; das Ergebnis steht unten bei den Zustellungen.',
    turnOff: 'Ausschalten',
    insecure: 'Über diese Verbindung nicht verfügbar',
    insecureHelp:
      'Browser zeigen Benachrichtigungen nur für sichere Seiten. Öffnen Sie die Konsole unter ihrer https-Adresse oder unter localhost.',
    unsupported: 'In diesem Browser nicht verfügbar',
    unsupportedHelp:
      'Dieser Browser unterstützt kein Web-Push. Aktuelle Versionen von Chrome, Edge, Firefox und Safari unterstützen es; auf einem iPhone oder iPad legen Sie die Konsole zuerst auf den Home-Bildschirm. In privaten Fenstern ist es nicht verfügbar.',
    blocked: 'Der Browser sperrt Benachrichtigungen dieser Website',
    blockedHelp:
      'Der Browser fragt nicht noch einmal. Öffnen Sie die Einstellungen der Website über das Symbol links neben der Adresse, stellen Sie Benachrichtigungen auf „Zulassen“, und laden Sie diese Seite neu. Kommt auch dann nichts an, prüfen Sie, ob das System den Browser stummschaltet (Nicht stören, Fokus).',
  },
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
    security: {
      label: 'Sicherheit',
      help: 'Anmeldungen, Änderungen an Ihrem Konto, Nachrichten der Verwaltung und zurückgesetzte Module.',
    },
  },
  deliveries: {
    title: 'Zustellungen',
    meta: 'die neuesten {{count}}',
    none: 'Noch wurde nichts an Ihre Geräte gesendet.',
    removedDevice: 'Entferntes Gerät',
    status: 'Status {{status}}',
    attempt: 'Versuch {{attempt}}',
    when: 'Zeit',
    message: 'Nachricht',
    topic: 'Thema',
    device: 'Gerät',
    outcome: 'Ergebnis',
    detail: 'Details',
    outcomes: {
      sent: 'Gesendet',
      waiting: 'Wartet',
      gone: 'Gerät abgemeldet',
      failed: 'Gescheitert',
    },
  },
};
