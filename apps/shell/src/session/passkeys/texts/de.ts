import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  use: 'Passkey benutzen',
  otherAddress: 'Passkeys funktionieren nur unter einer anderen Adresse dieser Konsole.',
  openThere: '{{address}} öffnen',
  obstacle: {
    NO_ADDRESS: 'Passkeys gibt es hier nicht: diese Installation hat keine öffentliche Adresse (PUBLIC_URL).',
    NOT_SECURE: 'Passkeys gibt es hier nicht: Browser haben sie nur unter https-Adressen.',
    NOT_A_DOMAIN:
      'Passkeys gibt es hier nicht: sie brauchen eine Domain, und diese Installation hat eine IP-Adresse.',
    OTHER_DOMAIN: 'Passkeys gibt es hier nicht: PASSKEY_DOMAIN gehört nicht zur Adresse dieser Installation.',
  },
  problem: {
    cancelled:
      'Der Passkey wurde nicht benutzt: abgebrochen oder zu lange gewartet. Versuchen Sie es noch einmal.',
    unsupported:
      'Dieser Browser hat keine Passkeys. Nehmen Sie einen anderen Browser oder ein anderes Gerät.',
    registered: 'Auf diesem Gerät ist schon einer Ihrer Passkeys.',
    unverified:
      'Dieses Gerät kann nicht prüfen, wer Sie sind. Richten Sie darauf PIN, Fingerabdruck oder Gesicht ein, oder nehmen Sie ein anderes.',
    wrongAddress: 'Der Browser nimmt unter dieser Adresse keine Passkeys an.',
    failed: 'Der Browser konnte keinen Passkey benutzen. Versuchen Sie es noch einmal.',
    refused:
      'Der Passkey wurde nicht angenommen. Melden Sie sich anders an, oder versuchen Sie es noch einmal.',
  },
  panel: {
    title: 'Passkeys',
    meta: 'ohne Passwort anmelden',
    none: 'Keine Passkeys. Damit melden Sie sich mit Fingerabdruck, Gesicht oder PIN an statt mit Passwort und Code.',
    add: 'Passkey hinzufügen',
    more: 'Sie können {{max}} Passkeys haben. Entfernen Sie zuerst einen.',
    addTitle: 'Passkey hinzufügen',
    addHelp:
      'Ihr Browser fragt, wo er liegen soll: auf diesem Gerät, auf einem Telefon oder auf einem Sicherheitsschlüssel.',
    name: 'Name',
    nameHelp: 'Daran erkennen Sie das Gerät',
    nameNeeded: 'Geben Sie einen Namen ein',
    next: 'Weiter',
    added: 'Passkey hinzugefügt',
    created: 'Hinzugefügt',
    lastUsed: 'Zuletzt benutzt',
    never: 'Nie',
    synced: 'Auf mehreren Geräten',
    oneDevice: 'Auf einem Gerät',
    unusable: 'Gehört zu einer früheren Adresse dieser Installation und funktioniert nicht mehr',
    rename: 'Umbenennen',
    renameTitle: 'Passkey umbenennen',
    renamed: 'Passkey umbenannt',
    save: 'Speichern',
    remove: 'Entfernen',
    removeTitle: '„{{name}}“ entfernen?',
    removeBody:
      'Damit melden Sie sich nicht mehr an. Entfernen Sie ihn auch in den Einstellungen des Geräts.',
    removed: 'Passkey entfernt',
    actions: 'Aktionen für {{name}}',
  },
  due: {
    title: 'Richten Sie die Zwei-Faktor-Anmeldung ein',
    until: 'Vorgeschrieben ab',
    text: 'Ab dann können Sie nichts anderes tun, bis sie eingerichtet ist.',
    pastTitle: 'Richten Sie die Zwei-Faktor-Anmeldung ein, um fortzufahren',
    pastText:
      'Sie ist für Sie vorgeschrieben. Fügen Sie einen Passkey hinzu oder schalten Sie Codes einer App ein; danach ist alles andere wieder offen.',
    open: 'Jetzt einrichten',
  },
};

export default de;
