import { type PublisherScope, publisherScopes } from '../../platform/access/caller';
import { Bool, Id, Ids, Instant, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';

const KEY_ID = 'f3Yk1wq0ZrT8cJ5mB7nX2a';
const PUBLIC_KEY = '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=';

/** A public key that a publisher signs releases with. */
export class ModuleKeyDto {
  @Id() id: number;
  @Text({ description: 'The id that module.sig.json names', example: KEY_ID }) key_id: string;
  @Text({ description: 'Base64 of the 32 bytes of an Ed25519 public key', example: PUBLIC_KEY })
  public_key: string;
  @Text({ nullable: true, description: 'Who added it', example: 'Ida Ferris' }) created_by: string | null;
  @Instant() created_at: string;
  @Instant({ nullable: true }) revoked_at: string | null;
}

/** A publisher's token, without the token. */
export class ModuleTokenDto {
  @Id() id: number;
  @Text({ example: 'Pipeline of the seat map' }) name: string;
  @Texts({
    values: publisherScopes,
    description: 'publish: upload releases; release: choose which of them pages load',
  })
  scopes: PublisherScope[];
  @Text({ nullable: true, description: 'Who created it', example: 'Ida Ferris' }) created_by: string | null;
  @Instant() created_at: string;
  @Instant({ nullable: true, description: 'Null: valid until it is revoked' }) expires_at: string | null;
  @Instant({ nullable: true }) last_used_at: string | null;
  @Instant({ nullable: true }) revoked_at: string | null;
}

/** The only response that contains a new token. */
export class NewModuleTokenDto extends ModuleTokenDto {
  @Text({ example: 'tp_2fKd8s1mQx7vZp3nLc6yTa' }) token: string;
}

/** A team that may publish certain modules. */
export class ModulePublisherDto {
  @Id() id: number;
  @Text({ example: 'Team Seats' }) name: string;
  @Texts({ max: 100, description: 'Names of the modules that it may publish', example: ['mf-seats'] })
  modules: string[];
  @Id({ nullable: true, description: 'The user who is notified about its modules' }) owner_id: number | null;
  @Text({ nullable: true, example: 'Ida Ferris' }) owner_name: string | null;
  @Ids({ max: 200, description: 'Users who may override its modules in their own browser' })
  developers: number[];
  @Bool({
    description:
      'Whether its tokens may give a release to all users but administrators, rather than to at most half of them as a canary',
  })
  may_promote: boolean;
  @Json({ items: ModuleKeyDto }) keys: ModuleKeyDto[];
  @Json({ items: ModuleTokenDto }) tokens: ModuleTokenDto[];
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** Body of `POST /modules/publishers`. */
export class ModulePublisherInput {
  @Text({ max: 100, example: 'Team Seats' }) name: string;
  @Texts({ max: 100, length: 50, optional: true, example: ['mf-seats'] }) modules?: string[];
  @Id({ optional: true, nullable: true }) owner_id?: number | null;
  @Ids({ max: 200, optional: true }) developers?: number[];
  @Bool({ optional: true, description: 'false unless given' }) may_promote?: boolean;
}

/** Body of `PATCH /modules/publishers/{id}`. Only the fields that are sent change. */
export class ModulePublisherChange {
  @Text({ max: 100, min: 1, optional: true, example: 'Team Seats' }) name?: string;
  @Texts({ max: 100, length: 50, optional: true, example: ['mf-seats'] }) modules?: string[];
  @Id({ optional: true, nullable: true }) owner_id?: number | null;
  @Ids({ max: 200, optional: true }) developers?: number[];
  @Bool({ optional: true }) may_promote?: boolean;
}

/** Filters of `GET /modules/publishers`. */
export class ModulePublisherQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or of the name of a module' }) q?: string;
}

/** Body of `POST /modules/publishers/{id}/keys`. */
export class ModuleKeyInput {
  @Text({
    max: 44,
    isOpaque: true,
    description: 'Base64 of the 32 bytes of an Ed25519 public key',
    example: PUBLIC_KEY,
  })
  public_key: string;
}

/** Body of `POST /modules/publishers/{id}/tokens`. */
export class ModuleTokenInput {
  @Text({ max: 200, example: 'Pipeline of the seat map' }) name: string;
  @Texts({ max: publisherScopes.length, values: publisherScopes, example: ['publish'] })
  scopes: PublisherScope[];
  @Instant({ optional: true, nullable: true, description: 'Left out: valid until it is revoked' })
  expires_at?: string | null;
}
