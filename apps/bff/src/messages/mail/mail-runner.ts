import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { Transactions } from '../../platform/database/transactions';
import { Poller } from '../../platform/queue/poller';
import { systemScope } from '../../platform/realm-scope/scope';
import { MailSender } from './mail-sender';
import { MAIL_CHANNEL, MailsRepository, type TakenMail } from './mails.repository';
import { Outbox } from './outbox';

const scope = systemScope('mail');
/** Mails that a process sends at a time. */
const MAX_PARALLEL = 4;
/** How long a process that ends waits for mails in progress; one that isn't over is sent again when its lease ends. */
const FAREWELL_MS = 3000;

/** Sends what is due in the outbox. */
@Injectable()
export class MailRunner extends Poller {
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly mails: MailsRepository,
    private readonly sender: MailSender,
    listener: Listener,
  ) {
    super({ name: 'mail', intervalMs: 5000, failure: 'Mails could not be taken' });
    this.wakeOn(listener, MAIL_CHANNEL);
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.race([Promise.all(this.running), delay(FAREWELL_MS, undefined, { ref: false })]);
  }

  protected async poll(): Promise<void> {
    const free = MAX_PARALLEL - this.running.size;
    if (!this.outbox.isOn || free <= 0) return;
    for (const mail of await this.transactions.run(scope, (tx) => this.mails.take(tx, free)))
      this.start(mail);
  }

  private start(mail: TakenMail): void {
    const work = this.send(mail)
      .catch((error: unknown) => this.logger.warn(`A mail is postponed: ${(error as Error).message}`))
      .finally(() => {
        this.running.delete(work);
        this.wake();
      });
    this.running.add(work);
  }

  private async send(mail: TakenMail): Promise<void> {
    const content = await this.transactions.run(scope, (tx) => this.outbox.word(tx, mail));
    if (!content) return this.transactions.run(scope, (tx) => this.mails.drop(tx, mail));
    const result = await this.sender.send(mail, content);
    await this.transactions.run(scope, (tx) =>
      result.sent ? this.mails.settle(tx, mail) : this.mails.fail(tx, mail, result.error, result.again),
    );
  }
}
