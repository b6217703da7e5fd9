import { Bool, Id, Ids, Instant, Int, Text } from '../../platform/http/fields';

/** Body of `POST /worker-tokens`; no realms or no sites means all of them. */
export class WorkerTokenInputDto {
  @Text({ max: 120 }) name: string;
  @Ids({ optional: true }) realm_ids?: number[];
  @Ids({ optional: true }) site_ids?: number[];
}

/** A worker token, without the token. */
export class WorkerTokenDto {
  @Id() id: number;
  @Text() name: string;
  @Ids({ nullable: true, description: 'Null: all' }) realm_ids: number[] | null;
  @Ids({ nullable: true, description: 'Null: all' }) site_ids: number[] | null;
  @Instant({ nullable: true }) last_used_at: string | null;
  @Instant() created_at: string;
  @Instant({ nullable: true }) revoked_at: string | null;
}

/** Answer of `POST /worker-tokens`: the token is shown this once. */
export class NewWorkerTokenDto extends WorkerTokenDto {
  @Text() token: string;
}

/** A worker as it was last seen. */
export class WorkerDto {
  @Id() id: number;
  @Text() name: string;
  @Id({ nullable: true }) token_id: number | null;
  @Int() capacity: number;
  @Int({ description: 'Tasks it has leased now' }) leased: number;
  @Bool({ description: 'Not heard of for 40 s' }) lost: boolean;
  @Instant({ nullable: true }) last_seen_at: string | null;
  @Instant() created_at: string;
}
