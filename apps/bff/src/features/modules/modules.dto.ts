import { type Action, type Reach } from '@tessera/domain';
import { Enum, Int, Json, Text } from '../../platform/http/fields';

/** A path that a module serves, and the permission that it needs; `action` null: any signed-in user. */
export class ModuleRoute {
  @Text({ example: '/tickets' }) path: string;
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
}

/** An entry of the menu. */
export class ModuleNav {
  @Text({ example: 'Tasks' }) label: string;
  @Text({ example: '/tickets' }) path: string;
  @Text({ example: 'list-checks' }) icon: string;
  @Int() order: number;
}

/** A module and the release that the page loads. */
export class ModuleDto {
  @Text({ example: 'mf-tasks' }) name: string;
  @Text({ example: 'Two seats held' }) title: string;
  @Text({ example: '1.4.0' }) version: string;
  @Enum(['stable', 'canary', 'local'], {
    description: 'local: from the machine of the browser, for development',
  })
  channel: 'stable' | 'canary' | 'local';
  @Text({ example: '/modules/mf-tasks/1.4.0/mf-manifest.json' }) manifest_url: string;
  @Text({
    description: 'Subresource integrity of the manifest (sha256-…), or unchecked',
    example: 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
  })
  integrity: string;
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleNav }) nav: ModuleNav[];
}
