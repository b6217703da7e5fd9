import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../../platform/audit/actions';
import { audit } from '../../../platform/audit/audit';
import type { Tx } from '../../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../../platform/errors/api-error';
import { RouteOwnership } from '../publishing/route-ownership';
import {
  type AssignedModule,
  AssignmentsRepository,
  type ModuleOptions,
  type Rollback,
} from './assignments.repository';
import { canaryErrors } from './canary-rules';
import { ReleaseContents, unsignedReason } from './release-contents';
import type { ModuleCanary, ModuleSettingsChange, RollbackMeasurement } from './settings.dto';
import { ShellContracts } from './shell-contracts';

/** Who gets a canary: one realm, or a share of the users. */
export type CanaryTarget = { realm_id: number } | { percent: number };

/** A release that is to be rolled back without a person's request. */
export type AutomaticRollback = {
  releaseId: number;
  channel: 'stable' | 'canary';
  reason: 'errors' | 'load_time';
  measured: RollbackMeasurement;
};

type RollbackCause = Pick<Rollback, 'reason' | 'measured'>;

/** What a change leaves to `inModule`: columns to set, and the roll-back that it was. */
type Outcome = { options?: ModuleOptions; rollback?: RollbackCause & Pick<Rollback, 'channel'> };

/**
 * Decides who gets which release of a module. Each operation locks the module's row and is audited with the transaction's
 * actor: an administrator, a publisher's token or the system.
 */
@Injectable()
export class ModuleAssignmentsService {
  constructor(
    private readonly assignments: AssignmentsRepository,
    private readonly contents: ReleaseContents,
    private readonly shellContracts: ShellContracts,
    private readonly ownership: RouteOwnership,
  ) {}

  /** Locks a module until the transaction ends; 404 when there is none. */
  async lock(tx: Tx, id: number): Promise<void> {
    if (!(await this.assignments.lock(tx, id))) throw notFound('Module');
  }

  /** The ids of a module and one of its releases; 404 that names what doesn't exist. */
  async findRelease(tx: Tx, name: string, version: string): Promise<{ moduleId: number; releaseId: number }> {
    const { moduleId, releaseId } = await this.assignments.findByName(tx, name, version);
    if (moduleId === null) throw new ApiError('NOT_FOUND', `There is no module ${name}`);
    if (releaseId === null) throw new ApiError('NOT_FOUND', `${name} has no release ${version}`);
    return { moduleId, releaseId };
  }

  /** Gives a release to everybody without a canary, and ends its canaries. */
  promote(tx: Tx, moduleId: number, releaseId: number): Promise<void> {
    return this.inModule(tx, moduleId, async (module) => {
      await this.checkChange(tx, module, { stable_release_id: releaseId });
      const outcome = await this.setStable(tx, module, releaseId);
      await this.endCanaries(tx, module, [releaseId]);
      return outcome;
    });
  }

  /**
   * Makes a release stable that the installation ships or fetches: where the module has no stable release, and with
   * `replacesBundled` also in place of a bundled one. Its canaries go on.
   */
  async makeStableByDefault(
    tx: Tx,
    moduleId: number,
    releaseId: number,
    { replacesBundled }: { replacesBundled: boolean },
  ): Promise<void> {
    const stable = await this.assignments.findSignedStable(tx, moduleId);
    if (stable && !(replacesBundled && stable.isBundled)) return;
    await this.inModule(tx, moduleId, async () => {
      await this.assignments.setStable(tx, moduleId, releaseId, stable?.releaseId ?? null);
      return {};
    });
  }

  /** Gives a release to a realm or to a share of the users, in place of their canary so far. */
  setCanary(tx: Tx, moduleId: number, releaseId: number, target: CanaryTarget): Promise<void> {
    return this.inModule(tx, moduleId, async (module) => {
      const canary: ModuleCanary = { release_id: releaseId, realm_id: null, percent: null, ...target };
      const others = module.canaries.filter(({ realm_id }) => realm_id !== canary.realm_id);
      const canaries = [...others, canary];
      await this.checkChange(tx, module, { canaries });
      await this.assignments.setCanaries(tx, moduleId, canaries);
      return {};
    });
  }

  /**
   * Takes the canaries back or, without any, the stable release: the one before it is stable again. `channel` chooses.
   * 409 when there is nothing to take back or to return to.
   */
  rollBack(tx: Tx, moduleId: number, channel?: 'stable' | 'canary'): Promise<void> {
    return this.inModule(tx, moduleId, async (module) => {
      const { name, canaries, stable_release_id, previous_release_id } = module;
      const requested = { reason: 'request', measured: null } as const;
      if (channel === 'canary' || (channel === undefined && canaries.length > 0)) {
        if (canaries.length === 0) throw new ApiError('CONFLICT', `${name} has no canary`);
        const releaseIds = canaries.map(({ release_id }) => release_id);
        return this.takeBackCanaries(tx, module, releaseIds, requested);
      }
      if (stable_release_id === null || previous_release_id === null)
        throw new ApiError('CONFLICT', `${name} has no earlier stable release to return to`);
      const reason = await this.findRefusal(tx, previous_release_id);
      if (reason !== null)
        throw new ApiError('CONFLICT', `${name} can't return to its earlier stable release: ${reason}`);
      return this.takeBackStable(tx, module, requested);
    });
  }

  /** Lets pages load the module, or not. */
  setEnabled(tx: Tx, moduleId: number, enabled: boolean): Promise<void> {
    return this.inModule(tx, moduleId, () => Promise.resolve({ options: { enabled } }));
  }

  /** Changes what is given, as an administrator does. */
  change(tx: Tx, moduleId: number, change: ModuleSettingsChange): Promise<void> {
    const { stable_release_id: stable, canaries, ...options } = change;
    return this.inModule(tx, moduleId, async (module) => {
      await this.checkChange(tx, module, change);
      const outcome = stable === undefined ? {} : await this.setStable(tx, module, stable);
      if (canaries !== undefined) await this.assignments.setCanaries(tx, moduleId, canaries);
      return { ...outcome, options: { ...outcome.options, ...options } };
    });
  }

  /**
   * Takes back a release that exceeds its budget. A module without an earlier stable release that can run is disabled;
   * `isDisabled` says whether this one was.
   */
  async rollBackAutomatically(
    tx: Tx,
    moduleId: number,
    rollback: AutomaticRollback,
  ): Promise<{ isDisabled: boolean }> {
    const { releaseId, channel, ...why } = rollback;
    let isDisabled = false;
    await this.inModule(tx, moduleId, async (module) => {
      const outcome =
        channel === 'canary'
          ? await this.takeBackCanaries(tx, module, [releaseId], why)
          : await this.takeBackStable(tx, module, why);
      isDisabled = outcome.options?.enabled === false;
      return outcome;
    });
    return { isDisabled };
  }

  /** Why the shell can't run a release; null when it can. */
  async findUnfitness(tx: Tx, releaseId: number): Promise<string | null> {
    const content = (await this.contents.read(tx, [releaseId])).get(releaseId);
    if (!content) return unsignedReason;
    return this.shellContracts.findIncompatibility(content, await this.shellContracts.readOwn());
  }

  /** Runs a change with the module locked, raises the module's version and audits what changed. */
  private async inModule(
    tx: Tx,
    moduleId: number,
    work: (module: AssignedModule) => Promise<Outcome>,
  ): Promise<void> {
    await this.lock(tx, moduleId);
    const before = await this.read(tx, moduleId);
    const { options = {}, rollback } = await work(before);
    await this.assignments.setOptions(tx, moduleId, options);
    const after = await this.read(tx, moduleId);
    if (isDeepStrictEqual(before, after)) return;
    await audit(tx, {
      action: rollback ? 'module.roll_back' : actionOf(before, after),
      entity: 'module',
      entity_id: moduleId,
      realm_id: null,
      before: { ...before, rollback: null },
      after: { ...after, rollback: rollback ?? null },
    });
  }

  private async read(tx: Tx, moduleId: number): Promise<AssignedModule> {
    const module = await this.assignments.read(tx, moduleId);
    if (!module) throw notFound('Module');
    return module;
  }

  /** To return to the release before the stable one is a roll-back. */
  private async setStable(tx: Tx, module: AssignedModule, releaseId: number): Promise<Outcome> {
    const { id, stable_release_id, previous_release_id } = module;
    if (releaseId === stable_release_id) return {};
    if (releaseId === previous_release_id)
      return this.takeBackStable(tx, module, { reason: 'request', measured: null });
    await this.assignments.setStable(tx, id, releaseId, stable_release_id);
    return {};
  }

  /** Ends the canaries with these releases. */
  private async endCanaries(tx: Tx, module: AssignedModule, releaseIds: readonly number[]): Promise<void> {
    const rest = module.canaries.filter(({ release_id }) => !releaseIds.includes(release_id));
    if (rest.length < module.canaries.length) await this.assignments.setCanaries(tx, module.id, rest);
  }

  private async takeBackCanaries(
    tx: Tx,
    module: AssignedModule,
    releaseIds: readonly number[],
    why: RollbackCause,
  ): Promise<Outcome> {
    await this.endCanaries(tx, module, releaseIds);
    const toReleaseId = module.stable_release_id;
    for (const releaseId of new Set(releaseIds))
      await this.assignments.insertRollback(tx, module.id, {
        ...why,
        releaseId,
        channel: 'canary',
        toReleaseId,
      });
    return { rollback: { ...why, channel: 'canary' } };
  }

  private async takeBackStable(tx: Tx, module: AssignedModule, why: RollbackCause): Promise<Outcome> {
    const { id, stable_release_id: releaseId, previous_release_id: previousId } = module;
    if (releaseId === null) throw new Error(`${module.name} has no stable release to take back`);
    const canReturn = previousId !== null && (await this.findRefusal(tx, previousId)) === null;
    const toReleaseId = canReturn ? previousId : null;
    if (toReleaseId !== null) await this.assignments.setStable(tx, id, toReleaseId, null);
    await this.assignments.insertRollback(tx, id, { ...why, releaseId, channel: 'stable', toReleaseId });
    const rollback = { ...why, channel: 'stable' } as const;
    return toReleaseId === null ? { rollback, options: { enabled: false } } : { rollback };
  }

  /** Why a release can't be given to anybody; null when it can. */
  private async findRefusal(tx: Tx, releaseId: number): Promise<string | null> {
    return (await this.findUnfitness(tx, releaseId)) ?? this.ownership.findConflict(tx, releaseId);
  }

  /** 400 naming releases and realms that don't exist, releases that can't run, and canaries that contradict one another. */
  private async checkChange(
    tx: Tx,
    module: AssignedModule,
    { stable_release_id: stable, canaries = [] }: ModuleSettingsChange,
  ): Promise<void> {
    const errors = canaryErrors(canaries);
    const given = new Set([module.stable_release_id, ...module.canaries.map(({ release_id }) => release_id)]);
    const named = new Map<string, number>([
      ...(stable === undefined ? [] : [['stable_release_id', stable] as const]),
      ...canaries.map(({ release_id }, i) => [`canaries.${i}.release_id`, release_id] as const),
    ]);
    const known = await this.assignments.filterReleases(tx, module.id, [...named.values()]);
    for (const [field, releaseId] of named) {
      if (!known.has(releaseId))
        errors.push({ field, message: 'The module has no such release', code: 'NOT_FOUND' });
      else if (!given.has(releaseId)) {
        const reason = await this.findRefusal(tx, releaseId);
        if (reason !== null)
          errors.push({ field, message: reason, code: 'INCOMPATIBLE', params: { reason } });
      }
    }
    const realmIds = canaries.flatMap(({ realm_id }) => (realm_id === null ? [] : [realm_id]));
    const realms = await this.assignments.filterRealms(tx, realmIds);
    canaries.forEach(({ realm_id }, i) => {
      if (realm_id !== null && !realms.has(realm_id))
        errors.push({
          field: `canaries.${i}.realm_id`,
          message: `There is no realm ${realm_id}. The page Realms lists the numbers`,
          code: 'NOT_FOUND',
        });
    });
    if (errors.length > 0) throw invalid(errors);
  }
}

function actionOf(before: AssignedModule, after: AssignedModule): AuditAction {
  if (before.stable_release_id !== after.stable_release_id) return 'module.promote';
  return isDeepStrictEqual(before.canaries, after.canaries) ? 'module.update' : 'module.canary';
}
