import type { MailTexts } from '../messages';

export const german: MailTexts = {
  mailSubject: {
    invitation: 'Ihre Einladung zu Tessera',
    password_reset: 'Ein neues Passwort für Tessera setzen',
    security: 'Sicherheitshinweis von Tessera',
    escalation: 'In Tessera wartet etwas auf Sie',
    digest: 'Was in Tessera geschehen ist',
  },
  mail: {
    invited: '{{inviter}} lädt Sie zu Tessera ein, in den Mandanten {{realm}}. Ihre Rolle: {{role}}.',
    invited_without_realm: '{{inviter}} lädt Sie zu Tessera ein. Ihre Rolle: {{role}}.',
    role_admin: 'Verwaltung',
    role_realm_owner: 'Mandantenleitung',
    role_realm_user: 'Mandantenmitglied',
    invitation_valid:
      'Der Link gilt einmal, bis {{until}}. Wer ihn hat, kann ihn benutzen; geben Sie ihn nicht weiter.',
    invitation_open: 'Konto anlegen',
    invitation_why:
      'Sie erhalten diese Nachricht, weil jemand diese Adresse als Ihre angegeben hat. Wenn Sie die Person nicht kennen, ignorieren Sie sie.',
    reset_asked:
      'Jemand, vermutlich Sie, hat ein neues Passwort für das Konto mit dieser Adresse angefordert.',
    reset_valid:
      'Der Link gilt einmal, 30 Minuten lang. Die Zwei-Faktor-Authentifizierung bleibt, wie sie ist.',
    reset_open: 'Neues Passwort setzen',
    reset_single_sign_on:
      'Sie brauchen kein Passwort: Wählen Sie auf der Anmeldeseite „Weiter mit {{name}}“.',
    sign_in_open: 'Anmeldeseite öffnen',
    reset_why: 'Wenn Sie das nicht waren, ignorieren Sie diese Nachricht: Ihr Passwort bleibt, wie es ist.',
    open: 'Tessera öffnen',
    security_why: 'Sie erhalten diese Nachricht, weil sie die Sicherheit Ihres Kontos betrifft.',
    chosen_why:
      'Sie erhalten diese Nachricht, weil Sie sie in Tessera unter Benachrichtigungen gewählt haben. Dort können Sie sie abbestellen:',
    more_one: 'Und {{count}} weitere.',
    more_other: 'Und {{count, number}} weitere.',
  },
};
