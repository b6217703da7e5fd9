import { Injectable } from '@nestjs/common';
import { Listener } from '../../platform/database/listener';
import { Transactions } from '../../platform/database/transactions';
import { Runner } from '../../platform/queue/runner';
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
export class MailRunner extends Runner {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly mails: MailsRepository,
    private readonly sender: MailSender,
    listener: Listener,
  ) {
    super({
      name: 'mail',
      intervalMs: 5000,
      failure: 'Mails could not be taken',
      postponed: 'A mail is postponed',
      maxParallel: MAX_PARALLEL,
      farewellMs: FAREWELL_MS,
    });
    this.wakeOn(listener, MAIL_CHANNEL);
  }

  protected async poll(): Promise<void> {
    const { room } = this;
    if (!this.outbox.isOn || room <= 0) return;
    for (const mail of await this.transactions.run(scope, (tx) => this.mails.take(tx, room)))
      this.start(() => this.send(mail));
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
