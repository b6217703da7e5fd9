import { Injectable } from '@nestjs/common';
import { checkFoundVersion, type Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { notFound } from '../../platform/errors/api-error';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { LoadStats } from '../reports/load-stats.service';
import { ModuleAssignmentsService } from './assignments.service';
import { type ReleaseContent, ReleaseContents, unsignedReason } from './release-contents';
import type {
  LoadFigures,
  ModuleSettingsChange,
  ModuleSettingsDto,
  ModuleSettingsQuery,
  ModuleStatsDto,
  ModuleStatsQuery,
  ReleaseDeclaration,
} from './settings.dto';
import { moduleSorts, SettingsRepository, type SettingsRow } from './settings.repository';
import { ShellContracts } from './shell-contracts';

const noLoads: LoadFigures = { loads: 0, errors: 0, error_rate: null, p50_ms: null, p95_ms: null };

/** Modules and who gets which of their releases, for administrators. */
@Injectable()
export class ModuleSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SettingsRepository,
    private readonly assignments: ModuleAssignmentsService,
    private readonly contents: ReleaseContents,
    private readonly shellContracts: ShellContracts,
    private readonly stats: LoadStats,
  ) {}

  list(scope: Scope, query: ModuleSettingsQuery): Promise<ListResponse<ModuleSettingsDto>> {
    const pagination = readPagination(query, moduleSorts, 'name', 'm.id');
    return this.transactions.readList(scope, async (tx) => {
      const { rows, total } = await this.settings.listSettings(tx, query, pagination);
      return { pagination, page: { rows: await this.complete(tx, rows), total } };
    });
  }

  /** Those of the modules that exist. */
  async findByNames(tx: Tx, names: readonly string[]): Promise<ModuleSettingsDto[]> {
    return this.complete(tx, await this.settings.findSettings(tx, names));
  }

  get(scope: Scope, id: number): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.read(scope, (tx) => this.read(tx, id));
  }

  /** Changes what is given, each part as a whole; 412 when `ifMatch` is stale. */
  change(
    scope: Scope,
    id: number,
    change: ModuleSettingsChange,
    ifMatch: string | undefined,
  ): Promise<Found<ModuleSettingsDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.assignments.lock(tx, id);
      if (ifMatch !== undefined) checkFoundVersion(ifMatch, await this.read(tx, id));
      await this.assignments.change(tx, id, change);
      return this.read(tx, id);
    });
  }

  /** The loads of a module's releases over time. */
  readStats(scope: Scope, id: number, { period = '24h' }: ModuleStatsQuery): Promise<ModuleStatsDto> {
    return this.transactions.read(scope, async (tx) => {
      if (!(await this.settings.hasModule(tx, id))) throw notFound('Module');
      return this.stats.readPeriod(tx, id, period);
    });
  }

  private async read(tx: Tx, id: number): Promise<Found<ModuleSettingsDto>> {
    const { version, row } = await this.settings.readSettings(tx, id);
    const [completed] = await this.complete(tx, [row]);
    if (!completed) throw notFound('Module');
    return { version, row: completed };
  }

  /** Adds how the releases' loads went, what they declare, and whether the shell can run them. */
  private async complete(tx: Tx, rows: readonly SettingsRow[]): Promise<ModuleSettingsDto[]> {
    const ids = rows.flatMap(({ releases }) => releases.map(({ id }) => id));
    const days = await this.stats.readDay(tx, ids);
    const contents = await this.contents.read(tx, ids);
    const contract = await this.shellContracts.readOwn();
    return rows.map(({ releases, ...module }) => ({
      ...module,
      releases: releases.map((release) => {
        const content = contents.get(release.id);
        const incompatible = content
          ? this.shellContracts.findIncompatibility(content, contract)
          : unsignedReason;
        const declares = content ? declarationOf(content) : null;
        return {
          ...release,
          incompatible,
          declares,
          ...(days.get(release.id) ?? { stats: noLoads, failures: [] }),
        };
      }),
    }));
  }
}

const declarationOf = ({ permissions, routes, slots, entities }: ReleaseContent): ReleaseDeclaration => ({
  permissions,
  routes,
  slots,
  entities,
});
