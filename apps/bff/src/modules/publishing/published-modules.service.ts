import { Injectable } from '@nestjs/common';
import type { PublisherIdentity } from '../../platform/access/caller';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, notFound } from '../../platform/errors/api-error';
import type { Scope } from '../../platform/realm-scope/scope';
import { type CanaryTarget, ModuleAssignmentsService } from '../registry/assignments.service';
import type { ModuleSettingsDto } from '../registry/settings.dto';
import { ModuleSettingsService } from '../registry/settings.service';
import type { CanaryInput } from './publishing.dto';
import { ReleaseChecks } from './release-checks';

/** The largest share of the users, in percent, that a publisher who may not promote can give a canary. */
const MAX_CANARY_PERCENT = 50;

/** Publishers choose who gets which release of their modules. */
@Injectable()
export class PublishedModulesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly checks: ReleaseChecks,
    private readonly assignments: ModuleAssignmentsService,
    private readonly settings: ModuleSettingsService,
  ) {}

  /** The publisher's modules that have a release. */
  list(scope: Scope, { modules }: PublisherIdentity): Promise<ModuleSettingsDto[]> {
    return this.transactions.read(scope, (tx) => this.settings.findByNames(tx, modules));
  }

  promote(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    version: string,
  ): Promise<ModuleSettingsDto> {
    return this.inModule(scope, publisher, name, async (tx, { mayPromote }) => {
      if (!mayPromote)
        throw promotionNotAllowed(
          `${publisher.publisherName} may not promote: ask an administrator to promote ${name} ${version}`,
        );
      const { moduleId, releaseId } = await this.assignments.findRelease(tx, name, version);
      await this.assignments.promote(tx, moduleId, releaseId);
    });
  }

  setCanary(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    input: CanaryInput,
  ): Promise<ModuleSettingsDto> {
    const target = readTarget(input);
    return this.inModule(scope, publisher, name, async (tx, { mayPromote }) => {
      if (!mayPromote && (input.percent ?? 0) > MAX_CANARY_PERCENT)
        throw promotionNotAllowed(
          `${publisher.publisherName} may give a canary to at most ${MAX_CANARY_PERCENT} % of the users`,
        );
      const { moduleId, releaseId } = await this.assignments.findRelease(tx, name, input.version);
      await this.assignments.setCanary(tx, moduleId, releaseId, target);
    });
  }

  rollBack(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    channel: 'stable' | 'canary' | undefined,
  ): Promise<ModuleSettingsDto> {
    return this.inModule(scope, publisher, name, async (tx) =>
      this.assignments.rollBack(tx, await this.findModule(tx, name), channel),
    );
  }

  setEnabled(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    enabled: boolean,
  ): Promise<ModuleSettingsDto> {
    return this.inModule(scope, publisher, name, async (tx) =>
      this.assignments.setEnabled(tx, await this.findModule(tx, name), enabled),
    );
  }

  /** Runs a change to a module of the publisher; gives the module as it is then. */
  private inModule(
    scope: Scope,
    publisher: PublisherIdentity,
    name: string,
    change: (tx: Tx, allowed: { mayPromote: boolean }) => Promise<void>,
  ): Promise<ModuleSettingsDto> {
    return this.transactions.run(scope, async (tx) => {
      await change(tx, await this.checks.checkPublisher(tx, publisher, name));
      const [module] = await this.settings.findByNames(tx, [name]);
      if (!module) throw notFound('Module');
      return module;
    });
  }

  private async findModule(tx: Tx, name: string): Promise<number> {
    const [module] = await this.settings.findByNames(tx, [name]);
    if (!module) throw notFound('Module');
    return module.id;
  }
}

const promotionNotAllowed = (message: string): ApiError =>
  new ApiError('FORBIDDEN', message, { reason: 'PROMOTION_NOT_ALLOWED' });

/** Who a canary is for; 400 unless it is either a realm or a share of the users. */
function readTarget({ realm_id, percent }: CanaryInput): CanaryTarget {
  if (realm_id !== undefined && percent === undefined) return { realm_id };
  if (realm_id === undefined && percent !== undefined) return { percent };
  throw invalid([
    {
      field: 'realm_id',
      message: 'A canary is for one realm (realm_id) or for a share of the users (percent)',
      code: 'CANARY_TARGET',
    },
  ]);
}
