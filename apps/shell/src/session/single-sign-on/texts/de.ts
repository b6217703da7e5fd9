import type { Translation } from '@tessera/ui';
import type { en } from './en';

/** Was die Anmeldung über einen Identitätsanbieter sagt. */
const de: Translation<typeof en> = {
  page: {
    title: 'Anmeldung',
    working: 'Sie werden angemeldet …',
    done: 'Fertig. Sie können dieses Fenster schließen.',
    again: 'Neu beginnen',
    back: 'Anders anmelden',
    noAccess: '{{provider}} gibt Ihnen keinen Zugang zu dieser Konsole. Fragen Sie Ihren Administrator.',
  },
  faults: {
    EXPIRED: 'Diese Anmeldung ist abgelaufen oder wurde schon verwendet. Beginnen Sie neu.',
    OTHER_BROWSER: 'Diese Anmeldung wurde in einem anderen Browser begonnen. Beginnen Sie in diesem neu.',
    UNREACHABLE:
      'Der Identitätsanbieter ist nicht erreichbar. Versuchen Sie es gleich noch einmal. Ihre anderen Sitzungen bleiben bestehen.',
    REFUSED:
      'Die Antwort des Identitätsanbieters ist nicht gültig. Beginnen Sie neu; geschieht es wieder, sagen Sie es Ihrem Administrator.',
    DECLINED: 'Die Anmeldung wurde beim Identitätsanbieter abgebrochen.',
    OTHER_IDENTITY:
      'Das war die Anmeldung einer anderen Person. Verwenden Sie die, die zu Ihrem Konto gehört.',
    TOO_MANY: 'Zu viele Versuche aus Ihrem Netz. Warten Sie einige Minuten und versuchen Sie es noch einmal.',
  },
  link: {
    title: 'Konto verbinden',
    why: 'Ihre Anmeldung mit {{provider}} gehört hier noch zu keinem Konto.',
    how: 'Wenn Sie ein Konto mit {{email}} haben, geben Sie einmal dessen Passwort ein. Danach genügt {{provider}}.',
    howBare: 'Bitten Sie Ihren Administrator, Ihr Konto zu verbinden.',
    else: 'Wenn Sie keines haben, fragen Sie Ihren Administrator.',
    password: 'Passwort',
    passwordNeeded: 'Geben Sie Ihr Passwort ein',
    go: 'Verbinden und anmelden',
    wrong: 'Das Passwort ist falsch, oder es gibt kein solches Konto',
  },
  again: {
    why: 'Dafür müssen Sie sich gerade erst angemeldet haben. Melden Sie sich noch einmal mit {{name}} an.',
    cancel: 'Abbrechen',
    waiting: 'Fahren Sie in dem Fenster fort, das sich geöffnet hat.',
    blocked:
      'Der Browser hat das Fenster blockiert. Erlauben Sie es für diese Seite und versuchen Sie es noch einmal.',
  },
  account: {
    title: 'Anmeldung über einen Anbieter',
    none: 'Mit Ihrem Konto ist keine Anmeldung verbunden.',
    noPassword: 'Ihr Konto hat kein Passwort: {{name}} weist nach, wer Sie sind.',
    linkedAt: 'Verbunden',
    lastSignIn: 'Letzte Anmeldung',
    never: 'nie',
    unlink: 'Trennen',
    unlinkTitle: '{{name}} trennen?',
    unlinkBody: 'Sie können sich damit nicht mehr anmelden, und Sitzungen, die davon kamen, enden.',
    unlinked: '{{name}} getrennt',
    link: '{{name}} verbinden',
    onlyWayIn: 'Anders können Sie sich nicht anmelden',
  },
};
export default de;
