import { Bool, Id, Instant, Int, Json, Text } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

/** A release that was recorded; it never changes. */
export class ModuleReleaseDto {
  @Id() id: number;
  @Text({ example: '1.4.0' }) version: string;
  @Text({ example: '/modules/mf-tasks/1.4.0/mf-manifest.json' }) manifest_url: string;
  @Text({
    description: 'Subresource integrity of the manifest: sha256-…',
    example: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  })
  integrity: string;
  @Instant() created_at: string;
}

/** Who gets another release than the stable one: one realm, or a share of the realms. */
export class ModuleCanary {
  @Id() release_id: number;
  @Id({ nullable: true, description: 'One realm; null: a share of all' }) realm_id: number | null;
  @Int({ min: 0, max: 100, nullable: true, description: 'The share, in percent of the realms' })
  percent: number | null;
}

/** A module with its releases and which of them runs where. */
export class ModuleSettingsDto {
  @Id() id: number;
  @Text({ example: 'Quayside Desk' }) name: string;
  @Text({ example: 'Two seats held' }) title: string;
  @Bool({ description: 'Off: nobody gets the module' }) enabled: boolean;
  @Id({ nullable: true }) stable_release_id: number | null;
  @Json({ items: ModuleCanary }) canaries: ModuleCanary[];
  @Json({ items: ModuleReleaseDto }) releases: ModuleReleaseDto[];
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** Body of `PATCH /modules/settings/{id}`: only the fields sent change. */
export class ModuleSettingsChange {
  @Bool({ optional: true }) enabled?: boolean;
  @Id({ optional: true, description: 'Rolling back is naming an older release' }) stable_release_id?: number;
  @Json({
    items: ModuleCanary,
    max: 200,
    optional: true,
    description: 'All canaries; an empty list ends them',
  })
  canaries?: ModuleCanary[];
}

/** Filters of `GET /modules/settings`. */
export class ModuleSettingsQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or title' }) q?: string;
}
