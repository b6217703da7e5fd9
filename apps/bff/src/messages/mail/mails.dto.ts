import { Enum, Id, Instant, Int, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { type MailKind, mailKinds, type MailStatus, mailStatuses } from './mail.entity';

/** A mail in the outbox, without what it says. */
export class MailDto {
  @Id() id: number;
  @Id({ nullable: true, description: 'Null: of an administrator or of nobody yet' }) realm_id: number | null;
  @Text({ nullable: true, example: 'Quayside Desk' }) realm_name: string | null;
  @Id({ nullable: true, description: 'Null: the recipient has no account' }) user_id: number | null;
  @Text({ example: 'owner@quayside.example' }) address: string;
  @Enum(mailKinds, { description: 'notice: one notification; digest: several' }) kind: MailKind;
  @Enum(mailStatuses, { description: 'dead: not sent, and not tried any more' }) status: MailStatus;
  @Int() attempts: number;
  @Instant({ nullable: true, description: 'Null: it is not queued' }) next_attempt_at: Date | null;
  @Text({
    nullable: true,
    description: 'Why the latest attempt failed',
    example: '550 No such mailbox',
  })
  error: string | null;
  @Instant({ nullable: true }) sent_at: Date | null;
  @Instant() created_at: Date;
}

/** Filters of `GET /mails`. */
export class MailListQuery extends ListQuery {
  @Text({ optional: true, description: 'queued, sent or dead' }) status?: string;
  @Text({ optional: true, description: 'invitation, password_reset, notice or digest' }) kind?: string;
}

/** Whether the server sends mail. */
export class MailSenderDto {
  @Text({ nullable: true, description: 'Null: it sends none', example: 'console@example.com' })
  from: string | null;
}
