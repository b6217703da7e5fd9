import type { Translation } from '@tessera/ui';
import type { secondFactor as english } from '../en/second-factor';

export const secondFactor: Translation<typeof english> = {
  secondFactor: {
    title: 'Zweiter Faktor',
    off: 'Aus: Die Anmeldung erfordert nur Ihr Passwort.',
    on: 'An: Die Anmeldung erfordert auch einen Code aus Ihrer App.',
    since: 'Seit',
    left: 'Übrige Wiederherstellungscodes',
    fewLeft:
      'Es sind nur noch wenige Wiederherstellungscodes übrig. Für neue schalten Sie den zweiten Faktor aus und wieder ein.',
    turnOn: 'Einschalten',
    turnOff: 'Ausschalten',
    turnOnTitle: 'Zweiten Faktor einschalten',
    turnOffTitle: 'Zweiten Faktor ausschalten',
    turnOffHelp: 'Die Anmeldung erfordert dann nur noch Ihr Passwort.',
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
      'Jeder Code meldet Sie einmal ohne Ihre App an. Die Codes werden nur jetzt gezeigt: Bewahren Sie sie sicher auf.',
    copy: 'Kopieren',
    copied: 'Wiederherstellungscodes kopiert',
    notCopied: 'Der Browser hat das Kopieren nicht erlaubt. Markieren und kopieren Sie die Codes selbst.',
    kept: 'Ich habe sie gespeichert',
    turnedOn: 'Der zweite Faktor ist an',
    turnedOff: 'Der zweite Faktor ist aus',
    cancel: 'Abbrechen',
  },
};
