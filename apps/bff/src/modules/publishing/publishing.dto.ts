import { releaseLimits } from '@tessera/domain/module-release';
import { Enum, Id, Instant, Int, Text, Texts } from '../../platform/http/fields';

const VERSION = '1.4.0';
const KEY_ID = 'f3Yk1wq0ZrT8cJ5mB7nX2a';

/** A recorded release, which never changes. */
export class PublishedReleaseDto {
  @Id() id: number;
  @Text({ example: 'mf-seats' }) name: string;
  @Text({ example: VERSION }) version: string;
  @Text({ description: 'The team that answers for the release', example: 'Team Seats' }) owner: string;
  @Text({ description: 'The id of the key that signed it', example: KEY_ID }) key: string;
  @Text({ description: 'Who published it', example: 'Team Seats (pipeline)' }) published_by: string;
  @Int({ description: 'Size of all files', example: 482_133 }) size_bytes: number;
  @Instant() created_at: string;
}

/** Body of `POST /publishing/releases`: the content of module.json and of module.sig.json. */
export class ReleaseInput {
  @Text({
    max: releaseLimits.manifestBytes,
    raw: true,
    isOpaque: true,
    description: 'The text of module.json, unchanged',
    example: '{"format":1,"name":"mf-seats","version":"1.4.0"}',
  })
  manifest: string;
  @Text({
    max: 200,
    optional: true,
    isOpaque: true,
    description: 'Base64 of the Ed25519 signature; a release without one is refused',
  })
  signature?: string;
  @Text({ max: 100, optional: true, isOpaque: true, description: 'The id of its key', example: KEY_ID })
  key?: string;
}

/** Answer of `POST /publishing/releases` for a release that isn't published yet: what is left to do. */
export class ReleaseUploadDto {
  @Id({ description: 'For the requests that follow' }) upload_id: number;
  @Texts({
    max: releaseLimits.files,
    description: 'SHA-256, in lower-case hexadecimal, of each file that must be uploaded',
    example: ['e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  })
  missing: string[];
}

/** Body of `POST /publishing/modules/{name}/promote`. */
export class PromotionInput {
  @Text({ max: 100, example: VERSION }) version: string;
}

/** Body of `POST /publishing/modules/{name}/canary`: a release for one realm or for a share of the users. */
export class CanaryInput {
  @Text({ max: 100, example: '1.5.0' }) version: string;
  @Id({ optional: true, description: 'One realm' }) realm_id?: number;
  @Int({ min: 0, max: 100, optional: true, description: 'Share of the users, in percent', example: 5 })
  percent?: number;
}

/** Body of `POST /publishing/modules/{name}/rollback`. */
export class RollbackInput {
  @Enum(['stable', 'canary'], {
    optional: true,
    description: 'Left out: the canaries or, without any, the stable release',
  })
  channel?: 'stable' | 'canary';
}

/** A stored release that was checked and is as it was signed. */
export class ReleaseVerificationDto {
  @Text({ example: 'mf-seats' }) name: string;
  @Text({ example: VERSION }) version: string;
  @Text({ description: 'The id of the key that signed it', example: KEY_ID }) key: string;
  @Int({ description: 'Number of files that were read', example: 24 }) files: number;
  @Int({ description: 'Their size in all', example: 482_133 }) size_bytes: number;
}
