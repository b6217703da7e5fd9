import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  title: 'Zwei-Faktor-Anmeldung',
  off: 'Aus: Die Anmeldung erfordert keinen Code einer App.',
  on: 'An: Die Anmeldung erfordert auch einen Code aus Ihrer App.',
  since: 'Seit',
  left: 'Übrige Wiederherstellungscodes',
  fewLeft:
    'Es sind nur noch wenige Wiederherstellungscodes übrig. Für neue schalten Sie die Zwei-Faktor-Anmeldung aus und wieder ein.',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  turnOnTitle: 'Zwei-Faktor-Anmeldung einschalten',
  turnOffTitle: 'Zwei-Faktor-Anmeldung ausschalten',
  turnOffHelp: 'Die Anmeldung erfordert dann keinen Code einer App mehr.',
  next: 'Weiter',
  scan: 'Scannen Sie dies mit Ihrer Authenticator-App. Ohne Kamera geben Sie den Schlüssel ein, oder öffnen Sie den Link auf dem Gerät mit der App.',
  qr: 'QR-Code des Schlüssels für eine Authenticator-App. Der Schlüssel steht auch als Text daneben.',
  key: 'Schlüssel',
  open: 'In der App öffnen',
  code: 'Code aus Ihrer App',
  codeHelp: 'Sechs Ziffern; die App zeigt alle 30 Sekunden neue',
  anyCode: 'Code aus Ihrer App oder ein Wiederherstellungscode',
  codeNeeded: 'Geben Sie den Code ein',
  codesTitle: 'Wiederherstellungscodes',
  codesHelp:
    'Jeder Code meldet Sie einmal ohne App oder Passkey an. Die Codes werden nur jetzt gezeigt: Bewahren Sie sie sicher auf.',
  copy: 'Kopieren',
  copied: 'Wiederherstellungscodes kopiert',
  notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie die Codes selbst.',
  kept: 'Ich habe sie gespeichert',
  turnedOn: 'Die Zwei-Faktor-Anmeldung ist an',
  turnedOff: 'Die Zwei-Faktor-Anmeldung ist aus',
  cancel: 'Abbrechen',
};

export default de;
