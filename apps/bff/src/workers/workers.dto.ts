import { Bool, Enum, Id, Ids, Instant, Int, Text } from '../platform/http/fields';
import { ListQuery } from '../platform/http/list-query';

/** Body of `POST /worker-tokens`; no realms or no sites means all of them. */
export class WorkerTokenInputDto {
  @Text({ max: 120, example: 'Workers of the first rack' }) name: string;
  @Ids({ optional: true }) realm_ids?: number[];
  @Ids({ optional: true }) site_ids?: number[];
}

/** A worker token, without the token. */
export class WorkerTokenDto {
  @Id() id: number;
  @Text({ example: 'Workers of the first rack' }) name: string;
  @Ids({ nullable: true, description: 'Null: all' }) realm_ids: number[] | null;
  @Ids({ nullable: true, description: 'Null: all' }) site_ids: number[] | null;
  @Instant({ nullable: true }) last_used_at: string | null;
  @Instant() created_at: string;
  @Instant({ nullable: true }) revoked_at: string | null;
}

/** Answer of `POST /worker-tokens`, the only one that contains the token. */
export class NewWorkerTokenDto extends WorkerTokenDto {
  @Text({ example: 'tw_2fKd8s1mQx7vZp3nLc6yTa' }) token: string;
}

/** `ended`: it has drained and has no task left. `lost`: no request for 40 s without having drained. */
export const workerStatuses = ['active', 'draining', 'ended', 'lost'] as const;

/** A worker as it was last seen. */
export class WorkerDto {
  @Id() id: number;
  @Text({ example: 'worker-1' }) name: string;
  @Id({ nullable: true }) token_id: number | null;
  @Enum(workerStatuses) status: (typeof workerStatuses)[number];
  @Text({ nullable: true, description: 'As the worker reports it', example: '1.4.0' }) version: string | null;
  @Ids({
    nullable: true,
    description: 'The sites that it serves: those of its requests that its token allows; null: all',
  })
  site_ids: number[] | null;
  @Ids({ nullable: true, description: 'The realms that its token allows; null: all' }) realm_ids:
    number[] | null;
  @Int({ description: 'Tasks it runs in parallel', example: 5 }) capacity: number;
  @Int({ description: 'Tasks it has leased now' }) leased: number;
  @Bool({ description: 'No request for 40 s' }) lost: boolean;
  @Instant({ nullable: true }) last_seen_at: string | null;
  @Instant() created_at: string;
}

/** Filters of `GET /workers`. */
export class WorkerListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Text({ optional: true }) status?: string;
  @Text({ optional: true }) token_id?: string;
}

/** Filters of `GET /worker-tokens`. */
export class WorkerTokenListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Bool({ optional: true, description: 'true: only revoked tokens; false: only others' }) revoked?: boolean;
}
