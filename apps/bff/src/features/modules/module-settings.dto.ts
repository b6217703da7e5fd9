import { Bool, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

/** A recorded release, which never changes. */
export class ModuleReleaseDto {
  @Id() id: number;
  @Text({ example: '1.4.0' }) version: string;
  @Instant() created_at: string;
}

/** The release for one realm, or for a share of the realms, in place of the stable one. */
export class ModuleCanary {
  @Id() release_id: number;
  @Id({ nullable: true, description: 'One realm; null: a share of all realms' }) realm_id: number | null;
  @Int({ min: 0, max: 100, nullable: true, description: 'Share of the realms, in percent; null: one realm' })
  percent: number | null;
}

/** A module with its releases and the realms that get them. */
export class ModuleSettingsDto {
  @Id() id: number;
  @Text({ example: 'Quayside Desk' }) name: string;
  @Text({ example: 'Two seats held' }) title: string;
  @Bool({ description: 'Whether pages load the module' }) enabled: boolean;
  @Id({ nullable: true }) stable_release_id: number | null;
  @Json({ items: ModuleCanary }) canaries: ModuleCanary[];
  @Json({ items: ModuleReleaseDto }) releases: ModuleReleaseDto[];
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** Body of `PATCH /modules/settings/{id}`. Only the fields that are sent change. */
export class ModuleSettingsChange {
  @Bool({ optional: true }) enabled?: boolean;
  @Id({ optional: true, description: 'An older release rolls back' }) stable_release_id?: number;
  @Json({
    items: ModuleCanary,
    max: 200,
    optional: true,
    description: 'Replaces all canaries',
  })
  canaries?: ModuleCanary[];
}

/** Filters of `GET /modules/settings`. */
export class ModuleSettingsQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or title' }) q?: string;
}
