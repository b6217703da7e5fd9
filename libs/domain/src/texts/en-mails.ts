/** Sentences of mails. A subject has no values, so that nobody's text gets into a header. */
export const english = {
  mailSubject: {
    invitation: 'Your invitation to Tessera',
    password_reset: 'Set a new password for Tessera',
    security: 'Security notice from Tessera',
    escalation: 'Something waits for you in Tessera',
    digest: 'What happened in Tessera',
  },
  mail: {
    invited: '{{inviter}} invites you to Tessera, to the realm {{realm}}. Your role: {{role}}.',
    invited_without_realm: '{{inviter}} invites you to Tessera. Your role: {{role}}.',
    role_admin: 'administrator',
    role_realm_owner: 'realm owner',
    role_realm_user: 'realm user',
    invitation_valid:
      'The link works once, until {{until}}. Anybody who has it can use it, so don’t pass it on.',
    invitation_open: 'Create your account',
    invitation_why:
      'This message was sent because somebody entered this address as yours. If you don’t know them, ignore it.',
    reset_asked: 'Somebody, probably you, asked for a new password for the account with this address.',
    reset_valid: 'The link works once, for 30 minutes. Two-factor authentication stays as it is.',
    reset_open: 'Set a new password',
    reset_single_sign_on: 'You need no password: on the sign-in page choose “Continue with {{name}}”.',
    sign_in_open: 'Open the sign-in page',
    reset_why: 'If it was not you, ignore this message: your password stays as it is.',
    open: 'Open Tessera',
    security_why: 'This message was sent because it is about the security of your account.',
    chosen_why:
      'This message was sent because you chose it in Tessera under Notifications, where you can end it:',
    more_one: 'And {{count}} more.',
    more_other: 'And {{count, number}} more.',
  },
};
