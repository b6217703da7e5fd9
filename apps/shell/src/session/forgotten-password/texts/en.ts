/** What the pages for a forgotten password say: fetched with them. */
export const en = {
  forgot: {
    title: 'Forgot your password?',
    how: 'Enter the e-mail address of your account to get a link to set a new password.',
    go: 'Ask for a link',
    mailed:
      'If there is an account with this address, a link was sent to it. It works once, for 30 minutes. If nothing arrives, look among unwanted mail, or ask an owner of your realm or an administrator.',
    asked:
      'This server sends no e-mail. If there is an account with this address, its realm’s owners and the administrators were notified. One of them will contact you with a link.',
    remembered: 'Remembered it?',
  },
  reset: {
    title: 'Set a new password',
    go: 'Set password',
    done: 'Your password is set, and all sessions have ended. Sign in with it now.',
    invalid: 'This link is no longer valid: it was used, replaced or has expired. Ask for a new one.',
  },
};
