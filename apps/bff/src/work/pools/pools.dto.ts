import { Enum, Id, Ids, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { type MemberStatus, memberStatuses } from './pool.entity';

/** A login of a pool at its position. */
export class PoolMemberDto {
  @Id() login_id: number;
  @Text({ example: 'buyer@quayside.example' }) login_name: string;
  @Int({ min: 1, example: 1 }) position: number;
  @Enum(memberStatuses) status: MemberStatus;
  @Instant() added_at: Date;
}

/** A pool with its members by position. */
export class PoolDto {
  @Id() id: number;
  @Text({ example: 'Members' }) name: string;
  @Id() realm_id: number;
  @Id() site_id: number;
  @Text({ example: 'Harbour Tickets' }) site_name: string;
  @Json({ items: PoolMemberDto }) members: PoolMemberDto[];
  @Instant() created_at: Date;
  @Instant() updated_at: Date;
}

/** Body of `POST /pools`. */
export class PoolInput {
  @Text({ max: 200, example: 'Members' }) name: string;
  @Id() site_id: number;
  @Id({ optional: true, description: 'For administrators, unless login_ids determine it', example: 2 })
  realm_id?: number;
  @Ids({ max: 10_000, optional: true, description: 'Its first members, in order', example: [17, 18] })
  login_ids?: number[];
}

/** Body of `PUT /pools/{id}`: only the fields sent change. */
export class PoolChange {
  @Text({ min: 1, max: 200, optional: true, example: 'Members' }) name?: string;
  @Id({ optional: true, description: 'Only while the pool has no members', example: 4 }) site_id?: number;
}

/** Body of `POST /pools/{id}/members`: one or many. */
export class PoolMembersInput {
  @Ids({ min: 1, max: 10_000, optional: true, example: [17, 18] }) login_ids?: number[];
  @Id({ optional: true }) login_id?: number;
}

/** Body of `PUT /pools/{id}/members/{loginId}`. */
export class PoolMemberChange {
  @Int({ min: 1, optional: true, description: 'From 1; a position past the end means the end', example: 1 })
  position?: number;
  @Enum(memberStatuses, { optional: true }) status?: MemberStatus;
}

/** Filters of `GET /pools`. */
export class PoolListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Text({ optional: true }) site_id?: string;
  @Text({ optional: true }) realm_id?: string;
}
