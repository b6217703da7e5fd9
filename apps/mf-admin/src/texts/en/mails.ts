/** The outbox of mails. */
export const mails = {
  title: 'Mails',
  noun: 'mails',
  empty: 'No mail was sent in the last 30 days.',
  off: 'This server sends no e-mail: SMTP_URL and SMTP_FROM are not set.',
  kind: 'What',
  kinds: {
    invitation: 'Invitation',
    password_reset: 'New password',
    notice: 'Notice',
    digest: 'Digest',
  },
  statuses: { queued: 'Waits', sent: 'Sent', dead: 'Not sent' },
  attempts: 'Attempts',
  next: 'Next attempt',
  error: 'Latest error',
  repeat: 'Repeat',
  notDead: 'Only a mail that could not be sent can be repeated',
  repeated: 'The mail to {{address}} is being sent again',
};
