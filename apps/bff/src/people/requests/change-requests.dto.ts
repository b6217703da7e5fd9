import { Enum, Id, Instant, Int, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { WebAddress } from '../../platform/http/text-fields';
import { type RequestKind, requestKinds, type RequestStatus, requestStatuses } from './change-request.entity';

const limit = { min: 0, max: 1_000_000 } as const;

/** What a realm asks the administrators for, beside what it has now. */
export class ChangeRequestDto {
  @Id() id: number;
  @Id() realm_id: number;
  @Text({ example: 'Quayside Desk' }) realm_name: string;
  @Enum(requestKinds) kind: RequestKind;
  @Id({ nullable: true, description: 'Of `max_per_customer`' }) event_id: number | null;
  @Text({ nullable: true, example: 'Harbour Final' }) event_name: string | null;
  @Text({ nullable: true, description: 'Of `site`', example: 'Harbour Tickets' }) site_name: string | null;
  @Text({ nullable: true, example: 'https://tickets.example' }) site_url: string | null;
  @Int({ nullable: true, description: 'Null: no limit, or a site', example: 100 }) asked: number | null;
  @Int({ nullable: true, description: 'The limit now; null: none, or a site', example: 50 })
  present: number | null;
  @Text({ example: 'Two more on-sales in May' }) reason: string;
  @Enum(requestStatuses) status: RequestStatus;
  @Text({ example: 'owner@quayside.example' }) asked_who: string;
  @Int({ nullable: true, description: 'The limit that was approved', example: 80 }) granted: number | null;
  @Text({ nullable: true }) answer: string | null;
  @Text({ nullable: true, example: 'admin@tessera.example' }) answered_who: string | null;
  @Instant({ nullable: true }) answered_at: Date | null;
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** Body of `POST /change-requests`. */
export class ChangeRequestInput {
  @Id({ optional: true, description: 'Your own realm; required for administrators' }) realm_id?: number;
  @Enum(requestKinds, { example: 'max_tasks' }) kind: RequestKind;
  @Int({
    ...limit,
    optional: true,
    nullable: true,
    description: 'The limit; null for `max_per_customer`: the site posts none',
    example: 100,
  })
  asked?: number | null;
  @Id({ optional: true, description: 'For `max_per_customer`' }) event_id?: number;
  @Text({ min: 1, max: 200, optional: true, description: 'For `site`', example: 'Harbour Tickets' })
  site_name?: string;
  @WebAddress({ optional: true, description: 'For `site`', example: 'https://tickets.example' })
  site_url?: string;
  @Text({ min: 1, max: 1000, lines: true, example: 'Two more on-sales in May' }) reason: string;
}

/** Body of `POST /change-requests/{id}/approve`. */
export class ApprovalInput {
  @Int({
    ...limit,
    optional: true,
    nullable: true,
    description: 'Another limit than what was asked for',
    example: 80,
  })
  granted?: number | null;
  @Text({ max: 1000, lines: true, optional: true, nullable: true }) answer?: string | null;
}

/** Body of `POST /change-requests/{id}/decline`. */
export class DeclineInput {
  @Text({ min: 1, max: 1000, lines: true, example: 'Two workers can’t run more' }) answer: string;
}

/** Filters of `GET /change-requests`. */
export class ChangeRequestListQuery extends ListQuery {
  @Text({ optional: true, description: 'Statuses, comma-separated' }) status?: string;
  @Text({ optional: true, description: 'Kinds, comma-separated' }) kind?: string;
  @Text({ optional: true, description: 'Ids of realms' }) realm_id?: string;
}
