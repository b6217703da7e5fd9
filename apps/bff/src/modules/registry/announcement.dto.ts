import { type Action, duties, type Duty, type Reach } from '@tessera/domain';
import { type IconShape, type SlotPlace, slotPlaces } from '@tessera/domain/module-release';
import { Bool, Enum, Int, Json, Text, Texts } from '../../platform/http/fields';

/** A path that a module serves, and the permission that it needs; `action` null: any signed-in user. */
export class ModuleRoute {
  @Text({ example: '/tickets' }) path: string;
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
  @Enum(duties, { optional: true, description: 'A duty that opens it too, without the permission' })
  duty?: Duty;
}

/** An entry of the menu. */
export class ModuleNav {
  @Text({ example: 'Tasks' }) label: string;
  @Text({ example: '/tickets' }) path: string;
  @Text({ example: 'list-checks' }) icon: string;
  @Int() order: number;
  @Text({ optional: true, description: 'Path of the entry that it is indented below', example: '/jobs' })
  parent?: string;
  @Json({
    schema: { type: 'array', items: { type: 'array', items: {} } },
    optional: true,
    description: "The icon's shapes in a box of 24 × 24, each as tag and attributes",
    example: [['path', { d: 'M3 5h18' }]],
  })
  drawing?: IconShape[];
}

/** A place that the module fills, and the permission without which a user doesn't get it. */
export class ModuleSlot {
  @Text({ example: 'risk' }) id: string;
  @Enum(slotPlaces) place: SlotPlace;
  @Text({ example: 'Risk' }) title: string;
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
  @Text({ optional: true, description: 'Where an entry of the palette leads', example: '/risk' })
  path?: string;
}

const integrityExample = 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
const keyExample = 'q0yBnTQ2fGJ8wq7hYQm1xA';

/** A module and the release that the page loads. */
export class AnnouncedModule {
  @Text({ example: 'mf-tasks' }) name: string;
  @Text({ example: 'Tasks' }) title: string;
  @Text({ nullable: true, description: 'The team that answers for it; null: local', example: 'Checkout' })
  owner: string | null;
  @Text({ example: '1.4.0' }) version: string;
  @Enum(['stable', 'canary', 'local'], {
    description: 'local: from the machine of the browser, for development',
  })
  channel: 'stable' | 'canary' | 'local';
  @Text({ description: 'Where its files are; ends in a slash', example: '/modules/mf-tasks/1.4.0/' })
  base_url: string;
  @Text({
    nullable: true,
    description: 'Subresource integrity of its module.json; null: local',
    example: integrityExample,
  })
  integrity: string | null;
  @Text({
    nullable: true,
    description: 'Base64 of the Ed25519 signature of its module.json; null: local',
    example: 'dGhlIHNpZ25hdHVyZSBvZiBhIG1vZHVsZS5qc29u',
  })
  signature: string | null;
  @Text({
    nullable: true,
    description: 'Id of the key that signed it, see publishers; null: local',
    example: keyExample,
  })
  key: string | null;
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleNav }) nav: ModuleNav[];
  @Json({ items: ModuleSlot }) slots: ModuleSlot[];
}

/** A key that may sign releases, and of which modules. */
export class AnnouncedPublisher {
  @Text({ description: 'Id of the key', example: keyExample }) key: string;
  @Text({
    description: 'Base64 of the 32 bytes of an Ed25519 public key',
    example: integrityExample.slice(7),
  })
  public_key: string;
  @Texts({ description: 'Names of the modules that it may sign', example: ['mf-tasks'] }) modules: string[];
}

/** A module that the page can't load, with the reason. */
export class UnavailableModule {
  @Text({ example: 'mf-tasks' }) name: string;
  @Text({ example: 'Tasks' }) title: string;
  @Text({ example: '2.0.0' }) version: string;
  @Text({ example: 'mf-tasks 2.0.0 needs the shell contract ^2.0.0; the shell provides 1.0.0' })
  reason: string;
  @Texts({ description: 'The patterns of its pages', example: ['/tasks'] }) paths: string[];
}

/** What a page loads. */
export class AnnouncementDto {
  @Int({
    max: Number.MAX_SAFE_INTEGER,
    description: 'Rises with every change; a page refuses a lower one than it has seen',
    example: 1_764_000_000_000,
  })
  serial: number;
  @Bool({ description: 'Whether the caller may load modules from the machine of their browser' })
  overrides: boolean;
  @Json({ items: AnnouncedPublisher, description: 'The keys of the announced modules' })
  publishers: AnnouncedPublisher[];
  @Json({ items: AnnouncedModule }) modules: AnnouncedModule[];
  @Json({ items: UnavailableModule }) incompatible: UnavailableModule[];
  @Json({ items: UnavailableModule, description: 'Modules that an administrator switched off' })
  disabled: UnavailableModule[];
}

/** Query of `GET /modules`. */
export class AnnouncementQuery {
  @Text({
    optional: true,
    max: 100,
    description: "Version of the caller's shell contract; the server's own unless given",
    example: '1.0.0',
  })
  shell?: string;
}

/** What the shell of this installation provides to modules. */
export class ShellContractDto {
  @Text({ example: '1.0.0' }) version: string;
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'string' } },
    description: 'Version of each shared package',
    example: { '@tessera/ui': '1.0.0' },
  })
  packages: Record<string, string>;
  @Json({
    schema: {
      type: 'object',
      additionalProperties: { type: 'array', nullable: true, items: { type: 'string' } },
    },
    description: 'Names that each shared entry exports; null where they are not known',
    example: { '@tessera/ui/forms': ['FormDialog'] },
  })
  exports: Record<string, string[] | null>;
}
