import type { Translation } from '@tessera/ui';
import type { mails as english } from '../en/mails';

export const mails: Translation<typeof english> = {
  title: 'E-Mails',
  noun: 'E-Mails',
  empty: 'In den letzten 30 Tagen wurde keine E-Mail verschickt.',
  off: 'Dieser Server verschickt keine E-Mails: SMTP_URL und SMTP_FROM sind nicht gesetzt.',
  kind: 'Was',
  kinds: {
    invitation: 'Einladung',
    password_reset: 'Neues Passwort',
    notice: 'Hinweis',
    digest: 'Zusammenfassung',
  },
  statuses: { queued: 'Wartet', sent: 'Verschickt', dead: 'Nicht verschickt' },
  attempts: 'Versuche',
  next: 'Nächster Versuch',
  error: 'Letzter Fehler',
  repeat: 'Wiederholen',
  notDead: 'Nur eine E-Mail, die nicht verschickt werden konnte, kann wiederholt werden',
  repeated: 'Die E-Mail an {{address}} wird noch einmal verschickt',
};
