import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { connectToSmtp, smtpFault } from '../../platform/mail/transport';
import { type MailContent, renderMail } from './mail-content';
import { isMailbox } from './mailbox';
import type { TakenMail } from './mails.repository';

/** The outcome of an attempt; `again`: a later one may succeed. */
export type MailResult = { sent: true } | { sent: false; error: string; again: boolean };

/** A server that responds byte by byte doesn't outlast a mail's lease. */
const ATTEMPT_MS = 120_000;

/** Hands a mail to the SMTP server of `SMTP_URL`. */
@Injectable()
export class MailSender {
  constructor(private readonly config: Config) {}

  async send(taken: TakenMail, content: MailContent): Promise<MailResult> {
    const { mail } = this.config;
    if (!mail) return { sent: false, error: 'SMTP_URL is not set', again: true };
    if (!isMailbox(content.address))
      return { sent: false, error: 'This address is not one mailbox', again: false };
    const transport = connectToSmtp(mail);
    const { unsubscribe, subject } = content;
    const to = { name: '', address: content.address };
    const late = new AbortController();
    try {
      return await Promise.race([
        transport
          .sendMail({
            from: mail.from,
            to,
            envelope: { from: mail.from.address, to: [content.address] },
            subject,
            ...renderMail(content),
            // The same for every attempt, so that a mailbox recognises a mail that was sent twice.
            messageId: `<tessera.${taken.id}.${taken.created_at.getTime()}@${new URL(mail.origin).hostname}>`,
            headers: {
              'Auto-Submitted': 'auto-generated',
              ...(unsubscribe?.oneClick && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
            },
            ...(unsubscribe && { list: { unsubscribe: unsubscribe.oneClick ?? unsubscribe.page } }),
          })
          .then((): MailResult => ({ sent: true }), failed),
        delay(ATTEMPT_MS, failed({ code: 'ETIMEDOUT' }), { signal: late.signal, ref: false }),
      ]);
    } finally {
      late.abort();
      transport.close();
    }
  }
}

/** A server that refuses this recipient or message for good (5xx) does so again; all else may pass. */
function failed(error: unknown): MailResult {
  const { code, responseCode } = error as Record<string, string | number | undefined>;
  const isRefused = (code === 'EENVELOPE' || code === 'EMESSAGE') && Number(responseCode) >= 500;
  return { sent: false, error: smtpFault(error), again: !isRefused };
}
