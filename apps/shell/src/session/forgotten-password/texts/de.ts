import type { Translation } from '@tessera/ui';
import type { en } from './en';

const de: Translation<typeof en> = {
  forgot: {
    title: 'Passwort vergessen?',
    how: 'Geben Sie die E-Mail-Adresse Ihres Kontos ein, um einen Link für ein neues Passwort zu bekommen.',
    go: 'Um einen Link bitten',
    mailed:
      'Falls es ein Konto mit dieser Adresse gibt, wurde ein Link dorthin geschickt. Er gilt einmal, 30 Minuten lang. Wenn nichts ankommt, sehen Sie unter den unerwünschten Nachrichten nach, oder wenden Sie sich an einen Inhaber Ihres Mandanten oder einen Administrator.',
    asked:
      'Dieser Server verschickt keine E-Mails. Falls es ein Konto mit dieser Adresse gibt, wurden die Inhaber seines Mandanten und die Administratoren benachrichtigt. Einer von ihnen meldet sich bei Ihnen mit einem Link.',
    remembered: 'Wieder eingefallen?',
  },
  reset: {
    title: 'Neues Passwort setzen',
    go: 'Passwort setzen',
    done: 'Ihr Passwort ist gesetzt, alle Sitzungen sind beendet. Melden Sie sich jetzt damit an.',
    invalid:
      'Dieser Link gilt nicht mehr: Er wurde benutzt, ersetzt oder ist abgelaufen. Bitten Sie um einen neuen.',
  },
};

export default de;
