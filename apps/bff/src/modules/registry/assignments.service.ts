import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import type { Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
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
  /** Only the canary of this realm; null: all of them. */
  realmId: number | null;
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
      checkMayDecide(tx, module);
      await this.checkChange(tx, module, { stable_release_id: releaseId });
      const outcome = await this.setStable(tx, module, releaseId);
      await this.endCanaries(tx, module, ({ release_id }) => release_id === releaseId);
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
    await this.inModule(tx, moduleId, async (module) => {
      // An administrator took the only release back.
      if (module.stable_release_id === null && module.administrators_decide) return {};
      await this.assignments.setStable(tx, moduleId, {
        releaseId,
        previousId: stable?.releaseId ?? null,
        approvedId: releaseId,
        previousApprovedId: module.approved_release_id,
      });
      return {};
    });
  }

  /** Gives a release to a realm or to a share of the users, in place of their canary so far. */
  setCanary(tx: Tx, moduleId: number, releaseId: number, target: CanaryTarget): Promise<void> {
    return this.inModule(tx, moduleId, async (module) => {
      checkMayDecide(tx, module);
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
      checkMayDecide(tx, module);
      const { name, canaries, stable_release_id, previous_release_id } = module;
      const requested = { reason: 'request', measured: null } as const;
      if (channel === 'canary' || (channel === undefined && canaries.length > 0)) {
        if (canaries.length === 0) throw new ApiError('CONFLICT', `${name} has no canary`);
        return this.takeBackCanaries(tx, module, () => true, requested);
      }
      if (stable_release_id === null || previous_release_id === null)
        throw new ApiError('CONFLICT', `${name} has no earlier stable release to return to`);
      const reason = await this.findRejection(tx, previous_release_id);
      if (reason !== null)
        throw new ApiError('CONFLICT', `${name} can't return to its earlier stable release: ${reason}`);
      return this.takeBackStable(tx, module, requested);
    });
  }

  /** Lets pages load the module, or not, as a publisher does: 409 for enabling what an administrator has disabled. */
  setEnabled(tx: Tx, moduleId: number, enabled: boolean): Promise<void> {
    return this.inModule(tx, moduleId, (module) => {
      if (enabled && !module.enabled && module.disabled_by !== 'publisher')
        throw administratorsDecide(
          `An administrator disabled ${module.name}: only administrators can enable it`,
        );
      return Promise.resolve({ options: enabled || module.enabled ? enabledOptions(tx, enabled) : {} });
    });
  }

  /** Changes what is given, as an administrator does. */
  change(tx: Tx, moduleId: number, change: ModuleSettingsChange): Promise<void> {
    const { stable_release_id: stable, approved_release_id: approved, canaries, enabled, ...rest } = change;
    return this.inModule(tx, moduleId, async (module) => {
      await this.checkChange(tx, module, change);
      const outcome = stable === undefined ? {} : await this.setStable(tx, module, stable);
      if (approved !== undefined) await this.assignments.setApproved(tx, moduleId, approved);
      if (canaries !== undefined) await this.assignments.setCanaries(tx, moduleId, canaries);
      const hasDecided =
        (stable !== undefined && stable !== module.stable_release_id) ||
        (canaries !== undefined && !areSameCanaries(canaries, module.canaries));
      const options = {
        ...(hasDecided ? { administrators_decide: true } : {}),
        ...(enabled === undefined ? {} : enabledOptions(tx, enabled)),
        ...rest,
      };
      return { ...outcome, options };
    });
  }

  /** Takes back a release that exceeds its budget. There must be a stable release to return to. */
  rollBackAutomatically(tx: Tx, moduleId: number, rollback: AutomaticRollback): Promise<void> {
    const { releaseId, channel, realmId, ...why } = rollback;
    return this.inModule(tx, moduleId, (module) => {
      if (channel === 'stable') return this.takeBackStable(tx, module, why);
      const isTakenBack = (canary: ModuleCanary) =>
        canary.release_id === releaseId && (realmId === null || canary.realm_id === realmId);
      return this.takeBackCanaries(tx, module, isTakenBack, why);
    });
  }

  /** Why the shell can't run a release; null when it can. */
  private async findUnfitness(tx: Tx, releaseId: number): Promise<string | null> {
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

  /**
   * To return to the release before the stable one is a roll-back, and so is to take back the only one. What an administrator
   * chooses, administrators get too.
   */
  private async setStable(tx: Tx, module: AssignedModule, releaseId: number | null): Promise<Outcome> {
    const { id, stable_release_id: stableId, previous_release_id, approved_release_id } = module;
    if (releaseId === stableId && (releaseId === approved_release_id || !isByAdministrator(tx))) return {};
    const requested = { reason: 'request', measured: null } as const;
    if (releaseId === null) return this.takeBackOnly(tx, module, requested);
    if (releaseId === previous_release_id) return this.takeBackStable(tx, module, requested);
    await this.assignments.setStable(tx, id, {
      releaseId,
      previousId: releaseId === stableId ? previous_release_id : stableId,
      approvedId: isByAdministrator(tx) ? releaseId : approved_release_id,
      previousApprovedId: approved_release_id,
    });
    return {};
  }

  /** Leaves the module without a stable release. */
  private async takeBackOnly(tx: Tx, module: AssignedModule, why: RollbackCause): Promise<Outcome> {
    const { id, stable_release_id: releaseId } = module;
    if (releaseId === null) return {};
    await this.assignments.removeStable(tx, id);
    await this.assignments.insertRollback(tx, id, {
      ...why,
      releaseId,
      channel: 'stable',
      toReleaseId: null,
    });
    return { rollback: { ...why, channel: 'stable' } };
  }

  /** Ends some of the canaries; returns them. */
  private async endCanaries(
    tx: Tx,
    module: AssignedModule,
    isEnded: (canary: ModuleCanary) => boolean,
  ): Promise<ModuleCanary[]> {
    const ended = module.canaries.filter(isEnded);
    const rest = module.canaries.filter((canary) => !ended.includes(canary));
    if (ended.length > 0) await this.assignments.setCanaries(tx, module.id, rest);
    return ended;
  }

  private async takeBackCanaries(
    tx: Tx,
    module: AssignedModule,
    isTakenBack: (canary: ModuleCanary) => boolean,
    why: RollbackCause,
  ): Promise<Outcome> {
    const ended = await this.endCanaries(tx, module, isTakenBack);
    const toReleaseId = module.stable_release_id;
    for (const releaseId of new Set(ended.map(({ release_id }) => release_id)))
      await this.assignments.insertRollback(tx, module.id, {
        ...why,
        releaseId,
        channel: 'canary',
        toReleaseId,
      });
    return { rollback: { ...why, channel: 'canary' } };
  }

  /** Returns to the release before the stable one, which must be able to run. */
  private async takeBackStable(tx: Tx, module: AssignedModule, why: RollbackCause): Promise<Outcome> {
    const { id, stable_release_id: releaseId, previous_release_id: toReleaseId } = module;
    if (releaseId === null || toReleaseId === null)
      throw new Error(`${module.name} has no stable release to return to`);
    const isTakenFromAdministrators = module.approved_release_id === releaseId;
    const approvedId = isTakenFromAdministrators
      ? module.previous_approved_release_id
      : module.approved_release_id;
    await this.assignments.setStable(tx, id, {
      releaseId: toReleaseId,
      previousId: null,
      approvedId: isByAdministrator(tx) ? toReleaseId : approvedId,
      previousApprovedId: null,
    });
    await this.assignments.insertRollback(tx, id, { ...why, releaseId, channel: 'stable', toReleaseId });
    return { rollback: { ...why, channel: 'stable' } };
  }

  /** Why a release can't be given to anybody; null when it can. */
  async findRejection(tx: Tx, releaseId: number): Promise<string | null> {
    return (await this.findUnfitness(tx, releaseId)) ?? this.ownership.findConflict(tx, releaseId);
  }

  /** 400 naming releases and realms that don't exist, releases that can't run, and canaries that contradict one another. */
  private async checkChange(
    tx: Tx,
    module: AssignedModule,
    { stable_release_id: stable, approved_release_id: approved, canaries = [] }: ModuleSettingsChange,
  ): Promise<void> {
    const errors = canaryErrors(canaries);
    const { stable_release_id, approved_release_id } = module;
    const given = new Set([
      stable_release_id,
      approved_release_id,
      ...module.canaries.map(({ release_id }) => release_id),
    ]);
    const named = new Map<string, number>([
      ...(stable == null ? [] : [['stable_release_id', stable] as const]),
      ...(approved == null ? [] : [['approved_release_id', approved] as const]),
      ...canaries.map(({ release_id }, i) => [`canaries.${i}.release_id`, release_id] as const),
    ]);
    const known = await this.assignments.filterReleases(tx, module.id, [...named.values()]);
    for (const [field, releaseId] of named) {
      if (!known.has(releaseId))
        errors.push({ field, message: 'The module has no such release', code: 'NOT_FOUND' });
      else if (!given.has(releaseId)) {
        const reason = await this.findRejection(tx, releaseId);
        if (reason !== null)
          errors.push({ field, message: reason, code: 'INCOMPATIBLE', params: { reason } });
      }
    }
    if (approved != null && (stable === undefined ? stable_release_id : stable) === null)
      errors.push({
        field: 'approved_release_id',
        message: 'The module has no stable release',
        code: 'INVALID',
      });
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

/** Whether a person changes something; only administrators may. */
const isByAdministrator = ({ scope }: Tx): boolean => scope.actor.kind === 'user';

const administratorsDecide = (message: string): ApiError =>
  new ApiError('CONFLICT', message, { reason: 'ADMINISTRATORS_DECIDE' });

/** 409 for a publisher where an administrator has decided who gets what. */
function checkMayDecide({ scope }: Tx, { name, administrators_decide }: AssignedModule): void {
  if (administrators_decide && scope.actor.kind === 'publisher')
    throw administratorsDecide(
      `An administrator decided who gets which release of ${name}: only administrators can change it`,
    );
}

const enabledOptions = (tx: Tx, enabled: boolean): ModuleOptions => ({
  enabled,
  disabled_by: enabled ? null : isByAdministrator(tx) ? 'administrator' : 'publisher',
});

const areSameCanaries = (some: readonly ModuleCanary[], others: readonly ModuleCanary[]): boolean => {
  const keysOf = (canaries: readonly ModuleCanary[]) =>
    new Set(canaries.map(({ release_id, realm_id, percent }) => `${release_id}:${realm_id}:${percent}`));
  return isDeepStrictEqual(keysOf(some), keysOf(others));
};

function actionOf(before: AssignedModule, after: AssignedModule): AuditAction {
  if (before.stable_release_id !== after.stable_release_id) return 'module.promote';
  return isDeepStrictEqual(before.canaries, after.canaries) ? 'module.update' : 'module.canary';
}
