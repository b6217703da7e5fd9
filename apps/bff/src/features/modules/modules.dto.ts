import { type Action, type Reach } from '@tessera/domain';
import { Enum, Int, Json, Text } from '../../platform/http/fields';

/** A path that a remote serves, and the permission it needs; `action` null: any signed-in user. */
export class ModuleRoute {
  @Text({ example: '/tickets' }) path: string;
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
}

/** An entry in the drawer. */
export class ModuleNav {
  @Text({ example: 'Tasks' }) label: string;
  @Text({ example: '/tickets' }) path: string;
  @Text({ example: 'list-checks' }) icon: string;
  @Int() order: number;
}

/** A remote as the caller's browser is to load it. */
export class ModuleDto {
  @Text({ example: 'mf-tasks' }) name: string;
  @Text({ example: 'Two seats held' }) title: string;
  @Text({ example: '1.4.0' }) version: string;
  @Enum(['stable', 'canary', 'local'], { description: "local: from the browser's own machine" })
  channel: 'stable' | 'canary' | 'local';
  @Text({ example: '/modules/mf-tasks/1.4.0/mf-manifest.json' }) manifest_url: string;
  @Text({
    description: 'Subresource integrity of the manifest: sha256-…, or unchecked',
    example: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  })
  integrity: string;
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleNav }) nav: ModuleNav[];
}
