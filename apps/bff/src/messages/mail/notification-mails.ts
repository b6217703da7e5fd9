import { Injectable } from '@nestjs/common';
import type { Message } from '@tessera/domain/notifications';
import type { Tx } from '../../platform/database/transactions';
import { Sweeps } from '../../platform/sweeps/sweeps';
import { textForReader } from '../notifications/readers';
import type { MessageTopic } from '../notifications/topics';
import { type MailContent, mailSubject, mailText } from './mail-content';
import { MailsRepository, type Recipient, type TakenMail } from './mails.repository';
import { NotificationMailsRepository } from './notification-mails.repository';
import { Outbox } from './outbox';
import { Unsubscriptions } from './unsubscriptions';

/** A line of the inbox as a mail keeps it. */
type Line = Message & { topic: MessageTopic; path: string | null };

/** Mails notifications to people: those about their account and those they chose at once, others in a digest. */
@Injectable()
export class NotificationMails {
  constructor(
    sweeps: Sweeps,
    private readonly outbox: Outbox,
    private readonly mails: MailsRepository,
    private readonly queued: NotificationMailsRepository,
    private readonly unsubscriptions: Unsubscriptions,
  ) {
    outbox.register('notice', (tx, mail) =>
      this.word(tx, mail, { lines: [mail.params as unknown as Line], more: 0 }, wordNotice),
    );
    outbox.register('digest', (tx, mail) =>
      this.word(tx, mail, mail.params as unknown as Contents, wordDigest),
    );
    sweeps.register('mail digests', (tx) => this.queueDigests(tx));
  }

  /** Queues the mails that new notifications are sent by at once. */
  async queueNotices(tx: Tx, notificationIds: readonly number[]): Promise<void> {
    if (!this.outbox.isOn || notificationIds.length === 0) return;
    if ((await this.queued.queueNotices(tx, notificationIds)) > 0) await this.mails.announce(tx);
  }

  private async queueDigests(tx: Tx): Promise<number> {
    if (!this.outbox.isOn) return 0;
    const count = await this.queued.queueDigests(tx);
    if (count > 0) await this.mails.announce(tx);
    return count;
  }

  private async word(
    tx: Tx,
    { user_id }: TakenMail,
    { lines, more }: Contents,
    words: (reader: Recipient, contents: Kept, outbox: Outbox, links: Unsubscriptions) => Words,
  ): Promise<MailContent | null> {
    const reader = user_id === null ? null : await this.mails.findRecipient(tx, user_id);
    if (!reader) return null;
    const kept = await this.queued.keepLines(tx, reader.user_id, lines);
    const [first] = kept;
    if (!first) return null;
    const { address, language } = reader;
    return {
      address,
      language,
      ...words(reader, { first, lines: kept, more }, this.outbox, this.unsubscriptions),
    };
  }
}

/** The lines of a mail, and how many more there are. */
type Contents = { lines: Line[]; more: number };
/** Those that their reader still gets. */
type Kept = Contents & { first: Line };
type Words = Omit<MailContent, 'address' | 'language'>;

function wordNotice(reader: Recipient, { first: line }: Kept, outbox: Outbox, links: Unsubscriptions): Words {
  const { language } = reader;
  const isEscalation = line.topic === 'escalation';
  const { title, body } = textForReader(reader, line);
  return {
    subject: mailSubject(language, isEscalation ? 'escalation' : 'security'),
    paragraphs: [title, body].filter(Boolean),
    link: { label: mailText(language, 'open'), url: outbox.pageUrl(line.path ?? '/notifications') },
    why: mailText(language, isEscalation ? 'chosen_why' : 'security_why'),
    unsubscribe: isEscalation ? links.linksOf(reader.user_id, 'escalation') : null,
  };
}

function wordDigest(reader: Recipient, { lines, more }: Kept, outbox: Outbox, links: Unsubscriptions): Words {
  const { language } = reader;
  return {
    subject: mailSubject(language, 'digest'),
    paragraphs: [
      ...lines.map((line) => {
        const { title, body } = textForReader(reader, line);
        return [title, body].filter(Boolean).join('\n');
      }),
      ...(more > 0 ? [mailText(language, 'more', { count: more })] : []),
    ],
    link: { label: mailText(language, 'open'), url: outbox.pageUrl('/notifications') },
    why: mailText(language, 'chosen_why'),
    unsubscribe: links.linksOf(reader.user_id, 'digest'),
  };
}
