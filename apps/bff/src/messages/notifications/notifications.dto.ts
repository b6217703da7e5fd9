import { applyDecorators } from '@nestjs/common';
import { Matches, Validate, ValidatorConstraint, type ValidatorConstraintInterface } from 'class-validator';
import { consolePath } from '@tessera/domain';
import {
  type MessageKind,
  messageKinds,
  type PushFailure,
  pushFailureCodes,
} from '@tessera/domain/notifications';
import { rule } from '../../platform/http/field-checks';
import {
  Bool, Decimal, Enum, type FieldOptions, Id, Ids, Instant, Int, Json, Text, Texts,
} from '../../platform/http/fields'; // prettier-ignore
import { ListQuery } from '../../platform/http/list-query';
import type { MessageParams } from './notification-draft';
import { type MessageTopic, messageTopics, type Topic, topics } from './topics';

/** A key of a fixed size, as base64url. */
const Key = (characters: number, what: string) => {
  const pattern = `^[A-Za-z0-9_-]{${characters}}={0,2}$`;
  return applyDecorators(
    Text({ max: 200, isOpaque: true, description: what, pattern }),
    Matches(new RegExp(pattern), rule(`$property must be ${what}, base64url`, 'INVALID')),
  );
};

const PAGE_PATH = '^/[^\\\\\\s]*$';

const isPagePath = rule('$property must be a path of this console, e.g. /tasks', 'INVALID');

@ValidatorConstraint()
class OpensConsole implements ValidatorConstraintInterface {
  validate = (value: unknown): boolean => consolePath(value) !== null;
}

/** The path of a page of the console. */
const PagePath = (options: FieldOptions = {}) =>
  applyDecorators(
    Text({ max: 500, pattern: PAGE_PATH, ...options }),
    Matches(new RegExp(PAGE_PATH), isPagePath),
    Validate(OpensConsole, isPagePath),
  );

export class SubscriptionKeysDto {
  @Key(87, "the device's public key (65 bytes)") p256dh: string;
  @Key(22, "the device's secret (16 bytes)") auth: string;
}

/** Body of `POST /notifications/subscribe`: the browser's PushSubscription and the topics to notify about. */
export class SubscribeInput {
  @Text({
    max: 2000,
    isOpaque: true,
    description: 'https, on a known push service',
    example: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  })
  endpoint: string;
  @Decimal({ optional: true, nullable: true }) expiration_time?: number | null;
  @Json({
    type: SubscriptionKeysDto,
    optional: true,
    description: 'Not required to change the topics of a subscribed device',
    example: {
      p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
      auth: 'tBHItJI5svbpez7KI4CCXg',
    },
  })
  keys?: SubscriptionKeysDto;
  @Texts({
    values: topics,
    max: topics.length,
    optional: true,
    description: 'Left out: the topics of the device do not change; a new device gets none',
    example: ['hold_expiring', 'purchase_confirmed'],
  })
  notification_types?: Topic[];
}

/** A device of the caller that receives push messages. */
export class SubscriptionDto {
  @Id() id: number;
  @Text({ example: 'https://updates.push.services.mozilla.com/wpush/v2/gAAAA' }) endpoint: string;
  @Texts({ values: topics, example: ['hold_expiring', 'purchase_confirmed'] }) notification_types: Topic[];
  @Text({ nullable: true, example: 'Mozilla/5.0' }) user_agent: string | null;
  @Instant({
    nullable: true,
    description: 'Nothing is sent to the device before this time, because its push service asked for it',
  })
  wait_until: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A notification to the caller. */
export class NotificationDto {
  @Id() id: number;
  @Id({ nullable: true }) realm_id: number | null;
  @Enum(messageTopics) topic: MessageTopic;
  @Enum(messageKinds, { nullable: true, description: 'What happened; null: only title and body are known' })
  kind: MessageKind | null;
  @Text({ nullable: true, description: 'Name of the event, job or user that it is about' }) subject:
    string | null;
  @Int({
    min: 1,
    description:
      'Number of tasks, or else seats, that it is about; notifications of one job and kind are counted in one',
  })
  count: number;
  @Int({ description: 'Seats of these tasks; 0: it is not about seats' }) seats: number;
  @Text({ example: 'Two seats held' }) title: string;
  @Text({ example: 'Harbour City v Northgate Rovers: pay within 10 minutes' }) body: string;
  @Json({
    nullable: true,
    description: 'Names, numbers and reasons in the body, by name; null: only the body is known',
  })
  params: MessageParams | null;
  @Text({ nullable: true, example: '/tickets' }) path: string | null;
  @Instant({ nullable: true }) read_at: Date | null;
  @Instant({ nullable: true, description: 'When the caller removed it from the inbox' })
  dismissed_at: Date | null;
  @Instant({ description: 'When the first of what it counts happened' }) first_at: Date;
  @Instant({ description: 'When it last happened' }) created_at: Date;
}

export const outcomes = ['sent', 'waiting', 'gone', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** An attempt to deliver a notification to a device of the caller. */
export class DeliveryDto {
  @Id() id: number;
  @Id({ nullable: true }) notification_id: number | null;
  @Id({ nullable: true, description: 'Null: the device no longer exists' }) subscription_id: number | null;
  @Text({ nullable: true, example: 'Mozilla/5.0' }) user_agent: string | null;
  @Enum(messageTopics) topic: MessageTopic;
  @Enum(messageKinds, { nullable: true, description: 'The kind of the notification' })
  kind: MessageKind | null;
  @Text({ nullable: true }) subject: string | null;
  @Int({ min: 1, nullable: true }) count: number | null;
  @Text({ nullable: true, example: 'Two seats held' }) title: string | null;
  @Json({ nullable: true }) params: MessageParams | null;
  @Enum(outcomes) outcome: Outcome;
  @Int({ nullable: true }) response_status: number | null;
  @Enum(pushFailureCodes, {
    nullable: true,
    description: 'Why it failed, unless that is known only from the message of the push service',
  })
  reason: PushFailure | null;
  @Text({ nullable: true, example: 'Seats held' }) message: string | null;
  @Int({ min: 1 }) attempt: number;
  @Instant() at: Date;
}

export const audiences = ['self', 'realm', 'all'] as const;

/** Body of `POST /notifications/send`; by default a test for the caller's devices. */
export class SendInput {
  @Enum(audiences, {
    optional: true,
    description: 'self: a test, for all devices of the caller or the one named',
    example: 'realm',
  })
  to?: (typeof audiences)[number];
  @Id({
    optional: true,
    nullable: true,
    description: 'Only with `to: realm`; required for administrators',
    example: 2,
  })
  realm_id?: number | null;
  @Id({ optional: true, description: 'Only with `to: self`: the one device to notify' })
  subscription_id?: number;
  @Enum(topics, {
    optional: true,
    description: 'Required except for a test; it reaches the devices that chose it',
    example: 'queue_turn',
  })
  topic?: Topic;
  @Text({ max: 200, optional: true, description: 'Required except for a test', example: 'Two seats held' })
  title?: string;
  @Text({
    max: 2000,
    lines: true,
    optional: true,
    example: 'Harbour City v Northgate Rovers: pay within 10 minutes',
  })
  body?: string;
  @PagePath({ optional: true, example: '/tickets' }) path?: string;
  @Bool({ optional: true, description: 'Counts recipients and devices, and sends nothing' })
  preview?: boolean;
}

/** The number of recipients, and of devices that get a push message. */
export class SendAnswer {
  @Int() recipients: number;
  @Int() devices: number;
}

/** Body of `POST /notifications/read`. */
export class ReadInput {
  @Ids({ optional: true, description: 'Left out: all notifications', example: [120, 121] }) ids?: number[];
}

/** Body of `POST /notifications/dismiss` and `POST /notifications/restore`. */
export class DismissInput {
  @Ids({ example: [120, 121] }) ids: number[];
}

export class UnreadDto {
  @Int({ description: 'Number of unread notifications' }) unread: number;
}

export class VapidKeyDto {
  @Text({
    description: 'The applicationServerKey, base64url',
    example: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
  })
  public_key: string;
}

/** Filters of `GET /notifications`. */
export class NotificationListQuery extends ListQuery {
  @Text({ optional: true }) topic?: string;
  @Bool({ optional: true, description: 'Only unread notifications, or only read ones' }) unread?: boolean;
  @Bool({ optional: true, description: 'Only dismissed notifications; by default only the others' })
  dismissed?: boolean;
}

/** Filters of `GET /notifications/deliveries`. */
export class DeliveryListQuery extends ListQuery {
  @Text({ optional: true }) topic?: string;
  @Text({ optional: true }) outcome?: string;
  @Text({ optional: true }) subscription_id?: string;
}
