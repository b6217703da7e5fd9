import { type Action, type Reach } from '@tessera/domain';
import { Enum, Int, Json, Text } from '../../platform/http/fields';

/** A path that a remote serves, and the permission it needs; `action` null: any signed-in user. */
export class ModuleRoute {
  @Text() path: string;
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
}

/** An entry in the drawer. */
export class ModuleNav {
  @Text() label: string;
  @Text() path: string;
  @Text() icon: string;
  @Int() order: number;
}

/** A remote as the caller's browser is to load it. */
export class ModuleDto {
  @Text() name: string;
  @Text() title: string;
  @Text() version: string;
  @Enum(['stable', 'canary', 'local'], { description: "local: from the browser's own machine" })
  channel: 'stable' | 'canary' | 'local';
  @Text() manifest_url: string;
  @Text({ description: 'Subresource integrity of the manifest: sha256-…, or unchecked' }) integrity: string;
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleNav }) nav: ModuleNav[];
}
