import type { Translation } from '@tessera/ui';
import type { devices as english } from '../en/devices';

export const devices: Translation<typeof english> = {
  notifications: { title: 'Benachrichtigungen' },
  device: {
    title: 'Dieses Gerät',
    noKey: 'Auf diesem Server nicht eingerichtet',
    noKeyHelp:
      'Der Server hat keinen Schlüssel für Web-Push. Die Verwaltung kann einen einrichten (VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY).',
    refused: 'Benachrichtigungen wurden nicht erlaubt: Dieses Gerät bleibt still',
    silent: 'Still',
    silentHelp:
      'Auf diesem Gerät von gehaltenen Plätzen, Käufen und Fehlschlägen erfahren, auch wenn keine Seite der Konsole offen ist. Der Browser fragt Sie zuerst.',
    enable: 'Auf diesem Gerät einschalten',
    told: 'Benachrichtigt',
    toldHelp: 'Dieses Gerät erfährt, was unten dafür gewählt ist.',
    test: 'Probe senden',
    testSent:
      'Probe gesendet: Sie sollte in Sekunden erscheinen. Die Liste unten sagt, was daraus geworden ist.',
    turnOff: 'Ausschalten',
    insecure: 'Nicht über diese Verbindung',
    insecureHelp:
      'Browser benachrichtigen nur auf sicheren Seiten: Öffnen Sie die Konsole unter ihrer https-Adresse oder unter localhost.',
    unsupported: 'Nicht in diesem Browser',
    unsupportedHelp:
      'Dieser Browser kann kein Web-Push. Aktuelle Versionen von Chrome, Edge, Firefox und Safari können es; auf einem iPhone oder iPad legen Sie die Konsole zuerst auf den Home-Bildschirm. In privaten Fenstern geht es nicht.',
    blocked: 'Der Browser sperrt Benachrichtigungen dieser Website',
    blockedHelp:
      'Von selbst fragt er nicht noch einmal. Öffnen Sie die Einstellungen der Website über das Symbol links neben der Adresse, stellen Sie Benachrichtigungen auf „Zulassen“, und laden Sie diese Seite neu. Kommt auch dann nichts an, sehen Sie nach, ob das System den Browser stummschaltet (Nicht stören, Fokus).',
  },
  topics: {
    title: 'Was ich erfahren will',
    meta: 'für jedes Gerät',
    none: 'Noch wird kein Gerät benachrichtigt. Schalten Sie es für dieses ein, und wählen Sie hier, was es erfährt.',
    topic: 'Thema',
    on: '{{topic}} auf {{device}}',
    here: '{{device}} (dieses hier)',
    stop: '{{device}} nicht mehr benachrichtigen?',
    stopHelp: 'Es bleibt still, bis es dort wieder eingeschaltet wird.',
    stopConfirm: 'Gerät entfernen',
    removed: 'Gerät entfernt',
    remove: 'Entfernen',
    removeOf: '{{device}} entfernen',
    test: 'Probe',
    hold_expiring: {
      label: 'Plätze kurz vor dem Verfall',
      help: 'Zwei Minuten und eine halbe Minute, bevor gehaltene Plätze zurückgegeben werden.',
    },
    hold_created: {
      label: 'Plätze gehalten',
      help: 'Eine Aufgabe hält Plätze: Sie warten im Warenkorb auf die Bezahlung.',
    },
    queue_turn: {
      label: 'In der Warteschlange an der Reihe',
      help: 'Eine Aufgabe wird aus einem Warteraum eingelassen.',
    },
    purchase_confirmed: { label: 'Tickets gekauft', help: 'Ein Kauf ist verzeichnet.' },
    task_failed: {
      label: 'Aufgabe gescheitert',
      help: 'Eine Aufgabe hat aufgegeben oder ihre Plätze verloren.',
    },
    job_finished: { label: 'Auftrag beendet', help: 'An einem Auftrag ist nichts mehr zu tun.' },
    limit_warning: {
      label: 'Grenze fast erreicht',
      help: 'Aufgaben oder Logins kommen dem nahe, was der Mandant haben darf.',
    },
    security: {
      label: 'Sicherheit',
      help: 'Anmeldungen und Änderungen Ihres Kontos, und was die Verwaltung mitteilt.',
    },
  },
  deliveries: {
    reasons: {
      NOT_SET_UP: 'Web-Push ist auf diesem Server nicht eingerichtet',
      UNKNOWN_SERVICE: 'Kein bekannter Push-Dienst',
      INNER_ADDRESS: 'Der Push-Dienst liegt an einer internen Adresse',
      TIMED_OUT: 'Der Push-Dienst hat nicht rechtzeitig geantwortet',
      UNREACHABLE: 'Der Push-Dienst war nicht erreichbar',
      NOT_SENT: 'Die Nachricht ließ sich nicht senden',
      TOO_OLD: 'Die Nachricht war zu alt, um noch zu nützen',
    },
    title: 'Zustellungen',
    meta: 'die neuesten {{count}}',
    none: 'Noch wurde nichts an Ihre Geräte gesendet.',
    goneDevice: 'Ein Gerät, das es nicht mehr gibt',
    status: 'Status {{status}}',
    attempt: 'Versuch {{attempt}}',
    when: 'Zeit',
    message: 'Nachricht',
    topic: 'Thema',
    device: 'Gerät',
    outcome: 'Ergebnis',
    detail: 'Näheres',
    outcomes: {
      sent: 'Gesendet',
      waiting: 'Wartet',
      gone: 'Gerät gibt es nicht mehr',
      failed: 'Gescheitert',
    },
  },
};
