import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  signIn: {
    code: 'Code',
    codeHelp: 'Die sechs Ziffern aus Ihrer Authenticator-App oder ein Wiederherstellungscode',
    codeNeeded: 'Geben Sie den Code ein',
    codeFor: 'Anmeldung als {{email}}',
    go: 'Anmelden',
    back: 'Anderes Konto verwenden',
  },
  signInPage: {
    title: 'Anmelden',
    heading: 'Bei Tessera anmelden',
    wrong: 'E-Mail-Adresse oder Passwort ist falsch. Prüfen Sie beides und versuchen Sie es noch einmal.',
    newHere: 'Neu hier?',
    forgot: 'Passwort vergessen?',
    passkey: 'Mit einem Passkey anmelden',
    toRegister: 'Konto anlegen',
  },
  recentSignIn: {
    title: 'Bestätigen Sie, dass Sie es sind',
    why: 'Diese Änderung erfordert eine Anmeldung in den letzten 5 Minuten. Ihre Eingaben bleiben erhalten.',
    who: 'Angemeldet als {{email}}',
    confirm: 'Bestätigen',
  },
  register: {
    title: 'Konto anlegen',
    heading: 'Konto bei Tessera anlegen',
    invited: 'Sie wurden eingeladen. Ihr Konto kommt zu dem Mandanten, der Sie eingeladen hat.',
    invitedTo: '{{inviter}} lädt Sie zu {{realm}} ein. Ihre Rolle: {{role}}.',
    invitedAs: '{{inviter}} lädt Sie zu Tessera ein. Ihre Rolle: {{role}}.',
    invitationInvalid:
      'Diese Einladung gilt nicht mehr: Sie wurde benutzt, widerrufen oder ist abgelaufen. Bitten Sie um einen neuen Link.',
    go: 'Konto anlegen',
    haveOne: 'Sie haben ein Konto?',
    toSignIn: 'Anmelden',
  },
  person: {
    name: 'Name',
    nameNeeded: 'Geben Sie Ihren Namen ein',
    email: 'E-Mail',
    emailNeeded: 'Geben Sie Ihre E-Mail-Adresse ein',
  },
  password: {
    title: 'Passwort',
    label: 'Passwort',
    needed: 'Geben Sie Ihr Passwort ein',
    current: 'Aktuelles Passwort',
    currentNeeded: 'Geben Sie Ihr aktuelles Passwort ein',
    new: 'Neues Passwort',
    newNeeded: 'Wählen Sie ein Passwort',
    help: '{{min}} bis {{max}} Zeichen; am besten mehrere Wörter.',
    short: 'Verwenden Sie mindestens {{min}} Zeichen',
    long: 'Verwenden Sie höchstens {{max}} Zeichen',
    show: 'Passwort zeigen',
    hide: 'Passwort verbergen',
    change: 'Passwort ändern',
    changed: 'Passwort geändert. Ihre anderen Sitzungen sind beendet.',
  },
  ended: {
    UNKNOWN: 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, um weiterzuarbeiten.',
    IDLE: 'Ihre Sitzung wurde nach 12 Stunden ohne Nutzung beendet.',
    TOO_OLD: 'Ihre Sitzung ist beendet: Eine Anmeldung gilt 7 Tage.',
    PASSWORD_CHANGED: 'Ihre Sitzung ist beendet, weil Ihr Passwort geändert wurde.',
    ACCOUNT_CHANGED: 'Ihre Sitzung ist beendet, weil ein Administrator Ihr Konto geändert hat.',
    ENDED_BY_ADMINISTRATOR: 'Ein Administrator hat Ihre Sitzung beendet.',
    ENDED_BY_PROVIDER: 'Ihre Sitzung ist beendet, weil Sie bei Ihrem Identitätsanbieter abgemeldet wurden.',
    ENDED_BY_USER: 'Sie haben diese Sitzung von einem anderen Gerät aus beendet.',
    USED_TWICE:
      'Ihre Sitzung ist beendet, weil ihre Anmeldung an zwei Orten benutzt wurde. Wenn Sie das nicht waren, ändern Sie Ihr Passwort.',
    SECOND_FACTOR_CHANGED:
      'Ihre Sitzung ist beendet, weil Ihre Zwei-Faktor-Anmeldung ein- oder ausgeschaltet wurde.',
    TOO_MANY_SESSIONS:
      'Ihre Sitzung ist beendet, weil Sie sich auf zu vielen anderen Geräten angemeldet haben.',
    COOKIE_MISSING: 'Ihre Sitzung ist beendet, weil ihr Cookie fehlt. Vielleicht wurde es gelöscht.',
    SIGNED_OUT: 'Sie haben sich abgemeldet.',
    OTHER_TAB: 'Ihre Sitzung wurde in einem anderen Tab beendet.',
  },
  requestWait: {
    tooMany: 'Zu viele Anfragen.',
    unavailable: 'Der Server ist nicht erreichbar.',
    nextAttempt: 'Nächster Versuch in {{time}}.',
    cancel: 'Abbrechen',
  },
};

export default de;
