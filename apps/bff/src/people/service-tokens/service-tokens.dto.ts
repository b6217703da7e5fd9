import type { Duty } from '@tessera/domain';
import { Enum, Id, Ids, Instant, Int, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { Duties } from '../duties';

export const serviceTokenStatuses = ['active', 'expired', 'revoked'] as const;

/** Body of `POST /service-tokens`. */
export class ServiceTokenInputDto {
  @Text({ max: 120, example: 'Nightly export' }) name: string;
  @Duties({ optional: true, description: 'What it may do beside reading as a realm_user' }) duties?: Duty[];
  @Int({ min: 1, max: 365, example: 90 }) expires_in_days: number;
  @Ids({ optional: true, max: 50, description: 'For administrators, who must name at least one' })
  realm_ids?: number[];
}

/** A service token, without the token. */
export class ServiceTokenDto {
  @Id() id: number;
  @Text({ example: 'Nightly export' }) name: string;
  @Ids({ description: 'The realms that it is valid in' }) realm_ids: number[];
  @Texts({ example: ['Quayside Desk'] }) realm_names: string[];
  @Duties({ description: 'What it may do beside reading' }) duties: Duty[];
  @Enum(serviceTokenStatuses, { example: 'active' }) status: (typeof serviceTokenStatuses)[number];
  @Id({ nullable: true, description: 'Who created it; null once they are deleted' }) created_by:
    number | null;
  @Text({ nullable: true, example: 'Robin at the desk' }) created_by_name: string | null;
  @Instant({ nullable: true, description: 'To the minute' }) last_used_at: string | null;
  @Text({ nullable: true, example: '203.0.113.7' }) last_used_address: string | null;
  @Instant() expires_at: string;
  @Instant({ nullable: true }) revoked_at: string | null;
  @Instant() created_at: string;
}

/** Answer of `POST /service-tokens`, the only one that contains the token. */
export class NewServiceTokenDto extends ServiceTokenDto {
  @Text({ example: 'tt_0pXk2n8sVd61tQaLr9uFbwZ3cHy7Em5G0ab1Cd' }) token: string;
}

/** Filters of `GET /service-tokens`. */
export class ServiceTokenListQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name' }) q?: string;
  @Text({ optional: true, description: 'active, expired or revoked, comma-joined' }) status?: string;
  @Text({ optional: true, description: 'Valid in one of these realms' }) realm_id?: string;
}
