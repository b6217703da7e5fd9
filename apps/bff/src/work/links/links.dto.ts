import { Enum, Id, Ids, Instant, Int, Secret, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { WebAddress } from '../../platform/http/text-fields';
import { Masked, SecretMask } from '../../platform/sealing/secret-mask';
import { type LinkStatus, linkStatuses } from './link.entity';

/** A Queue-it link with masked secrets. */
export class LinkDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Id() login_id: number;
  @Text({ example: 'buyer@quayside.example' }) login_name: string;
  @Id() site_id: number;
  @Id() event_id: number;
  @Text({ example: 'harbour-northgate-2026' }) event_guid: string;
  @Text({ example: 'Harbour City v Northgate Rovers' }) event_name: string;
  @Text({
    nullable: true,
    description: "The event's address unless the link has its own",
    example: 'https://tickets.example/e/harbour-northgate',
  })
  event_url: string | null;
  @Enum(linkStatuses) status: LinkStatus;
  @Text({ nullable: true }) status_msg: string | null;
  @Int({ nullable: true, example: 1 }) position: number | null;
  @Masked() cookies: SecretMask;
  @Masked() unique_link: SecretMask;
  @Masked() pass_link: SecretMask;
  @Masked() enqueue_token: SecretMask;
  @Instant({ nullable: true }) enqueue_token_expires: Date | null;
  @Ids() assigned_to_task_ids: number[];
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** A step in a link's history: its status and position from this instant on. */
export class LinkStepDto {
  @Id() id: number;
  @Id() link_id: number;
  @Enum(linkStatuses) status: LinkStatus;
  @Int({ nullable: true, description: 'Null: unknown', example: 1 }) position: number | null;
  @Instant() at: string;
}

class LinkFields {
  @WebAddress({ optional: true, nullable: true, example: 'https://tickets.example/e/harbour-northgate' })
  event_url?: string | null;
  @Enum(linkStatuses, { optional: true }) status?: LinkStatus;
  @Text({ max: 2000, lines: true, optional: true, nullable: true }) status_msg?: string | null;
  @Int({ optional: true, nullable: true, example: 1 }) position?: number | null;
  @Secret({ max: 20_000, optional: true, nullable: true, description: 'Stored, never used' }) cookies?:
    string | null;
  @WebAddress({ optional: true, nullable: true }) unique_link?: string | null;
  @WebAddress({ optional: true, nullable: true }) pass_link?: string | null;
  @Secret({ max: 8000, optional: true, nullable: true }) enqueue_token?: string | null;
  @Instant({ optional: true, nullable: true }) enqueue_token_expires?: string | null;
  @Ids({ optional: true, description: "Tasks of the link's login", example: [120] })
  assigned_to_task_ids?: number[];
}

/** Body of `POST /logins/{loginId}/queueitlinks`. */
export class LinkInput extends LinkFields {
  @Id({ optional: true, description: 'Either event_id or event_guid', example: 31 }) event_id?: number;
  @Text({ min: 1, max: 200, optional: true }) event_guid?: string;
}

/** Body of `PUT /queueitlinks/{id}`: only the fields sent change; a secret that is null is cleared. */
export class LinkChange extends LinkFields {}

/** Filters of `GET /queueitlinks`. */
export class LinkListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the event or login' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) login_id?: string;
  @Text({ optional: true }) event_id?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) realm_id?: string;
  @Instant({ optional: true, description: 'Created from this instant on' }) created_from?: string;
  @Instant({ optional: true, description: 'Created before this instant' }) created_to?: string;
}
