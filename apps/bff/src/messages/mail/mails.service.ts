import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Config } from '../../platform/config/config';
import type { Found } from '../../platform/database/select';
import { Transactions } from '../../platform/database/transactions';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import type { MailDto, MailListQuery, MailSenderDto } from './mails.dto';
import { MailsRepository } from './mails.repository';

/** What administrators see of the outbox, and repeat. */
@Injectable()
export class MailsService {
  constructor(
    private readonly config: Config,
    private readonly transactions: Transactions,
    private readonly mails: MailsRepository,
  ) {}

  sender(): MailSenderDto {
    return { from: this.config.mail?.from.address ?? null };
  }

  list(scope: Scope, query: MailListQuery): Promise<ListResponse<MailDto>> {
    return this.transactions.readList(scope, (tx) => this.mails.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<MailDto>> {
    return this.transactions.read(scope, (tx) => this.mails.get(tx, id));
  }

  /** Queues a dead mail again; any other stays as it is. */
  repeat(scope: Scope, id: number): Promise<Found<MailDto>> {
    return this.transactions.run(scope, async (tx) => {
      const found = await this.mails.lock(tx, id);
      const { status, realm_id } = found.row;
      if (status !== 'dead') return found;
      await this.mails.repeat(tx, id);
      const repeated = await this.mails.get(tx, id);
      await audit(tx, {
        action: 'mail.repeat',
        entity: 'mail',
        entity_id: id,
        realm_id,
        before: { status },
        after: { status: repeated.row.status },
      });
      return repeated;
    });
  }
}
