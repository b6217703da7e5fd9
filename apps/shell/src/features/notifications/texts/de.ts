import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
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
  mail: {
    title: 'Per E-Mail',
    off: 'Dieser Server verschickt keine E-Mails. Ein Administrator kann das einrichten.',
    help: 'Nachrichten zur Sicherheit Ihres Kontos kommen immer auch per E-Mail, an {{email}}. Wählen Sie, was sonst noch kommt.',
    prompt: 'Sofort',
    gathered: 'Gesammelt: was Sie nicht gelesen haben',
    every: 'Gesammeltes höchstens so oft schicken: alle',
    hours_one: '{{count}} Stunde',
    hours_other: '{{count}} Stunden',
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

export default de;
