import type { Translation } from '@tessera/ui';
import type { people as english } from '../en/people';

export const people: Translation<typeof english> = {
  title: 'Personen',
  tabs: 'Konto, Personen und Einladungen',
  account: 'Konto',
  noun: 'Personen',
  search: 'Name oder E-Mail',
  role: 'Rolle',
  roles: { admin: 'Administrator', realm_owner: 'Mandantenleitung', realm_user: 'Mandantennutzer' },
  realmMissing: 'Wählen Sie einen Mandanten',
  lastSignIn: 'Letzte Anmeldung',
  empty: 'Noch keine Personen in diesem Mandanten.',
  invite: 'Einladen',
  inviteHelp: 'Sie bekommen einen Link zum Verschicken. Er gilt einmal und 72 Stunden lang.',
  emailHelp: 'Wenn Sie eine Adresse angeben, kann sich nur diese registrieren',
  adminsOnly: 'Bei Administratoren kann das nur ein Administrator',
  resetLink: 'Link zum Zurücksetzen erstellen',
  resetTitle: 'Link zum Zurücksetzen des Passworts von {{email}} erstellen?',
  resetBody:
    'Der Link gilt einmal und eine Stunde lang. Wird er benutzt, enden alle Sitzungen. Geben Sie ihn nur der Person selbst.',
  resetLinkTitle: 'Link zum Zurücksetzen des Passworts',
  resetLinkWarning:
    'Kopieren Sie den Link jetzt: Er wird nicht noch einmal gezeigt. Er gilt einmal und eine Stunde lang.',
  resetRequested: 'Passwort-Zurücksetzung angefordert',
  createLink: 'Link erstellen',
  invitations: 'Einladungen',
  invitationsNoun: 'Einladungen',
  invitationsEmpty: 'Noch keine Einladungen.',
  anyone: 'Alle mit dem Link',
  invitedBy: 'Eingeladen von',
  expires: 'Gilt bis',
  notPending: 'Bereits benutzt, widerrufen oder abgelaufen',
  revoke: 'Widerrufen',
  revokeTitle: 'Die Einladung für {{name}} widerrufen?',
  revokeBody: 'Der Link funktioniert dann nicht mehr.',
  revokeDone: 'Einladung widerrufen',
  linkTitle: 'Diesen Link verschicken',
  linkWarning:
    'Kopieren Sie den Link jetzt: Er wird nicht noch einmal gezeigt. Wer ihn öffnet, kann beitreten.',
  copyLink: 'Link kopieren',
  linkMailed:
    'Er wird an {{email}} geschickt. Sie können ihn jetzt auch kopieren: Er wird nicht noch einmal angezeigt. Wer ihn öffnet, kann beitreten.',
  linkNotMailed:
    'Dieser Server verschickt keine E-Mails: Kopieren Sie den Link jetzt und schicken Sie ihn an {{email}}. Er wird nicht noch einmal angezeigt, und wer ihn öffnet, kann beitreten.',
  linkCopied: 'Link kopiert',
  done: 'Fertig',
};
