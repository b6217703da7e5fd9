import type { Action, Reach } from '@tessera/domain';
import { type EntityReference, entityReferences, type ReleaseAccess } from '@tessera/domain/module-release';
import { Bool, Decimal, Enum, Id, Instant, Int, Json, Text, Texts } from '../../platform/http/fields';
import { ListQuery } from '../../platform/http/list-query';
import { ModuleRoute, ModuleSlot } from './announcement.dto';

const releaseStates = ['stable', 'canary', 'rolled_back', 'published'] as const;
type ReleaseState = (typeof releaseStates)[number];

const rollbackReasons = ['errors', 'load_time', 'request'] as const;
export type RollbackReason = (typeof rollbackReasons)[number];

/** How loads went, as the pages reported them. */
export class LoadFigures {
  @Int({ description: 'Loads that were reported, failed ones included', example: 480 }) loads: number;
  @Int({ description: 'Failed ones among them', example: 2 }) errors: number;
  @Decimal({ min: 0, max: 1, nullable: true, description: 'errors / loads; null: no loads', example: 0.004 })
  error_rate: number | null;
  @Int({ nullable: true, description: 'Median load time; null: none was measured', example: 420 })
  p50_ms: number | null;
  @Int({ nullable: true, description: '95th percentile of the load time', example: 1300 })
  p95_ms: number | null;
}

/** What the error of failed loads said. */
export class FailureMessage {
  @Text({
    description: 'Without e-mail addresses and long numbers',
    example: "Cannot read properties of undefined (reading 'seat')",
  })
  message: string;
  @Int({ description: 'How many loads failed with it', example: 2 }) loads: number;
}

/** What exceeded its budget. */
export class RollbackMeasurement extends LoadFigures {
  @Int({ description: 'Loads that took longer than the budget' }) slow_loads: number;
  @Decimal({ description: 'The budget at the time', example: 1 }) error_budget_percent: number;
  @Int({ description: 'The budget at the time', example: 5000 }) load_budget_ms: number;
  @Decimal({
    nullable: true,
    description: 'Error rate of the release before it in the hour before; null: not enough loads',
  })
  previous_error_rate: number | null;
}

/** The last time that a release was rolled back. */
export class ModuleRollbackDto {
  @Instant() at: string;
  @Enum(['stable', 'canary']) channel: 'stable' | 'canary';
  @Enum(rollbackReasons, { description: 'request: a person or a publisher did it' }) reason: RollbackReason;
  @Id({ nullable: true, description: 'The stable release from then on; null: the module was disabled' })
  to_release_id: number | null;
  @Json({ type: RollbackMeasurement, nullable: true, description: 'Null: requested' })
  measured: RollbackMeasurement | null;
}

/** A permission; both parts null: any signed-in user. */
export class EntityAccess implements ReleaseAccess {
  @Enum(['read', 'write', 'admin'], { nullable: true }) action: Action | null;
  @Enum(['own', 'all'], { nullable: true }) reach: Reach | null;
}

/** A kind of rows that a module keeps. */
export class ModuleEntity {
  @Text({ example: 'note' }) name: string;
  @Json({ type: EntityAccess, description: 'What reading its rows needs' }) read: EntityAccess;
  @Json({ type: EntityAccess, description: 'What changing its rows needs' }) write: EntityAccess;
  @Enum(entityReferences, { nullable: true, description: 'What its rows may refer to; null: nothing' })
  of: EntityReference | null;
  @Texts({ description: 'Fields that lists filter by', example: ['status'] }) indexes: string[];
}

/** What a release does in the console, as its module.json says. */
export class ReleaseDeclaration {
  @Texts({ description: 'Permissions that its pages, slots and rows need', example: ['read:own'] })
  permissions: string[];
  @Json({ items: ModuleRoute }) routes: ModuleRoute[];
  @Json({ items: ModuleSlot }) slots: ModuleSlot[];
  @Json({ items: ModuleEntity }) entities: ModuleEntity[];
}

/** A recorded release, which never changes, and what became of it. */
export class ModuleReleaseDto {
  @Id() id: number;
  @Text({ example: '1.4.0' }) version: string;
  @Text({ nullable: true, description: 'The team that answers for it', example: 'Checkout' })
  owner: string | null;
  @Text({ nullable: true, description: 'Null: the installation itself', example: 'Checkout builds' })
  publisher: string | null;
  @Text({ nullable: true, description: 'Who published it', example: 'ci of Checkout builds' })
  published_by: string | null;
  @Text({ nullable: true, description: 'Id of the key that signed it', example: 'q0yBnTQ2fGJ8wq7hYQm1xA' })
  key: string | null;
  @Int({ max: Number.MAX_SAFE_INTEGER, nullable: true, description: 'Size of all files' })
  size_bytes: number | null;
  @Instant() created_at: string;
  @Enum(releaseStates, { description: 'published: recorded, and nobody gets it' }) state: ReleaseState;
  @Instant({ nullable: true, description: 'Since when it is stable or a canary' }) assigned_at: string | null;
  @Text({
    nullable: true,
    description: "Why this installation's shell can't run it; null: it can",
    example: 'mf-tasks 2.0.0 needs the shell contract ^2.0.0; the shell provides 1.0.0',
  })
  incompatible: string | null;
  @Json({
    type: ReleaseDeclaration,
    nullable: true,
    description: 'Null: it was recorded before releases were signed',
  })
  declares: ReleaseDeclaration | null;
  @Json({ type: ModuleRollbackDto, nullable: true }) rollback: ModuleRollbackDto | null;
  @Json({ type: LoadFigures, description: 'Of the last 24 hours' }) stats: LoadFigures;
  @Json({ items: FailureMessage, description: 'Of the last 24 hours, the five most frequent first' })
  failures: FailureMessage[];
}

/** The release for one realm, or for a share of the users, in place of the stable one. */
export class ModuleCanary {
  @Id() release_id: number;
  @Id({ nullable: true, description: 'One realm; null: a share of all users' }) realm_id: number | null;
  @Int({ min: 0, max: 100, nullable: true, description: 'Share of the users, in percent; null: one realm' })
  percent: number | null;
}

/** A publisher that may publish releases of a module. */
export class ModulePublisherRef {
  @Id() id: number;
  @Text({ example: 'Checkout builds' }) name: string;
}

/** A module with its releases and who gets them. */
export class ModuleSettingsDto {
  @Id() id: number;
  @Text({ example: 'mf-tasks' }) name: string;
  @Text({ example: 'Tasks' }) title: string;
  @Text({ nullable: true, description: 'The team that answers for it', example: 'Checkout' })
  owner: string | null;
  @Json({ items: ModulePublisherRef, description: 'Who may publish it, beside the installation itself' })
  publishers: ModulePublisherRef[];
  @Bool({ description: 'Whether pages load the module' }) enabled: boolean;
  @Enum(['administrator', 'publisher'], {
    nullable: true,
    description:
      'Who disabled it; what an administrator disabled, no publisher enables. Null: enabled, or unknown',
  })
  disabled_by: 'administrator' | 'publisher' | null;
  @Bool({
    description:
      'An administrator decided who gets which release: tokens of publishers can no longer promote, start canaries or roll back',
  })
  administrators_decide: boolean;
  @Id({ nullable: true }) stable_release_id: number | null;
  @Id({ nullable: true, description: 'What a roll-back of the stable release returns to' })
  previous_release_id: number | null;
  @Id({
    nullable: true,
    description: 'What administrators get: the last one that an administrator promoted. Null: none',
  })
  approved_release_id: number | null;
  @Json({ items: ModuleCanary }) canaries: ModuleCanary[];
  @Decimal({
    description: 'Share of failed loads, in percent, above which a release is rolled back',
    example: 1,
  })
  error_budget_percent: number;
  @Int({
    description: '95th percentile of the load time above which a release is rolled back',
    example: 5000,
  })
  load_budget_ms: number;
  @Bool({ description: 'Whether a canary or a fresh stable release above its budget is rolled back' })
  automatic_rollback: boolean;
  @Json({
    items: ModuleReleaseDto,
    description: 'The newest 100 and those that are assigned, the newest first',
  })
  releases: ModuleReleaseDto[];
  @Instant() created_at: string;
  @Instant() updated_at: string;
}

/** Body of `PATCH /modules/settings/{id}`. Only the fields that are sent change. */
export class ModuleSettingsChange {
  @Bool({ optional: true }) enabled?: boolean;
  @Id({
    optional: true,
    nullable: true,
    description:
      'The previous one rolls back, null takes the only one back. Administrators get it too, unless approved_release_id says otherwise',
  })
  stable_release_id?: number | null;
  @Id({ optional: true, nullable: true, description: 'What administrators get; null: none' })
  approved_release_id?: number | null;
  @Json({ items: ModuleCanary, max: 200, optional: true, description: 'Replaces all canaries' })
  canaries?: ModuleCanary[];
  @Decimal({ min: 0, max: 100, optional: true, example: 1 }) error_budget_percent?: number;
  @Int({ min: 100, max: 60_000, optional: true, example: 5000 }) load_budget_ms?: number;
  @Bool({ optional: true }) automatic_rollback?: boolean;
  @Bool({
    optional: true,
    description: 'Left out: true when the stable release or the canaries change, else unchanged',
  })
  administrators_decide?: boolean;
}

/** Filters of `GET /modules/settings`. */
export class ModuleSettingsQuery extends ListQuery {
  @Text({ optional: true, description: 'Part of the name or title' }) q?: string;
}

const statsPeriods = ['1h', '24h', '7d'] as const;
export type StatsPeriod = (typeof statsPeriods)[number];

/** Query of `GET /modules/settings/{id}/stats`. */
export class ModuleStatsQuery {
  @Enum(statsPeriods, { optional: true, description: 'Until now; 24h unless given' }) period?: StatsPeriod;
}

/** The loads of one step of time. */
export class LoadPoint extends LoadFigures {
  @Instant({ description: 'Start of the step' }) at: string;
}

/** The loads of a release over time. */
export class ReleaseStats extends LoadFigures {
  @Id() release_id: number;
  @Text({ example: '1.4.0' }) version: string;
  @Json({
    schema: { type: 'object', additionalProperties: { type: 'integer' } },
    description: 'Failed loads by reason',
    example: { CRASHED: 2 },
  })
  reasons: Record<string, number>;
  @Json({ items: LoadPoint, description: 'Steps without loads are left out' }) points: LoadPoint[];
}

/** The loads of a module's releases over time. */
export class ModuleStatsDto {
  @Enum(statsPeriods) period: StatsPeriod;
  @Int({ description: 'Length of a step', example: 900 }) step_seconds: number;
  @Json({ items: ReleaseStats, description: 'Releases with loads in the period' }) releases: ReleaseStats[];
}
