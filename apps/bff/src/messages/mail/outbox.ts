import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Tokens } from '../../platform/auth/tokens';
import { Config } from '../../platform/config/config';
import type { Tx } from '../../platform/database/transactions';
import type { MailKind } from './mail.entity';
import type { MailContent } from './mail-content';
import { isMailbox } from './mailbox';
import { MailsRepository, type NewMail, type Recipient, type TakenMail } from './mails.repository';

/** Words a mail that is about to be sent; null when it isn't needed any more. */
export type WordMail = (tx: Tx, mail: TakenMail) => Promise<MailContent | null>;

/** A link's token, and what its mail keeps to make it again. */
export interface MailToken {
  token: string;
  seed: string;
}

/** Queues mails in the transaction of what causes them. Areas word their own kinds when they are sent. */
@Injectable()
export class Outbox {
  private readonly words = new Map<MailKind, WordMail>();

  constructor(
    private readonly config: Config,
    private readonly tokens: Tokens,
    private readonly mails: MailsRepository,
  ) {}

  /** Whether the server sends mail. */
  get isOn(): boolean {
    return this.config.mail !== null;
  }

  /** Has an owner word its kind of mail from now on. */
  register(kind: MailKind, word: WordMail): void {
    this.words.set(kind, word);
  }

  /** Queues a mail to an address, and returns whether it did: not while the server sends none, nor to what isn't one mailbox. */
  async queue(tx: Tx, mail: NewMail): Promise<boolean> {
    if (!this.isOn || !isMailbox(mail.address)) return false;
    await this.mails.queue(tx, mail);
    return true;
  }

  /** The enabled user with this id, whose language and time zone a mail is written in. */
  findReader(tx: Tx, userId: number): Promise<Recipient | null> {
    return this.mails.findRecipient(tx, userId);
  }

  word(tx: Tx, mail: TakenMail): Promise<MailContent | null> {
    const word = this.words.get(mail.kind);
    // A newer server's kind waits for that server.
    if (!word) throw new Error(`Nobody words mails of the kind ${mail.kind}`);
    return word(tx, mail);
  }

  /** A page of the console, for the links of mails. */
  pageUrl(path: string): string {
    return `${this.config.mail?.origin ?? ''}${path}`;
  }

  /** A new token for a link. The table of mails holds its seed alone, which is worthless without TOKEN_SECRET. */
  createToken(prefix: string): MailToken {
    const seed = randomUUID();
    return { seed, token: this.tokenOf(prefix, seed) };
  }

  /** The token of a seed; always the same. */
  tokenOf(prefix: string, seed: string): string {
    return `${prefix}${this.tokens.keyed('mail link', seed)}`;
  }
}
