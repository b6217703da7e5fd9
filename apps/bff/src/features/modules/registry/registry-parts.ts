import { AutomaticRollback } from '../reports/automatic-rollback.service';
import { FetchedReleases } from '../reports/fetched-releases';
import { LoadMetrics } from '../reports/load-metrics';
import { LoadStatsRepository } from '../reports/load-stats.repository';
import { LoadStats } from '../reports/load-stats.service';
import { ModuleFetch } from '../reports/module-fetch.entity';
import { ModuleLoadReport } from '../reports/module-load-report.entity';
import { ModuleLoadSample } from '../reports/module-load-sample.entity';
import { ModuleReportBudget } from '../reports/module-report-budget.entity';
import { ModuleReportsController } from '../reports/reports.controller';
import { ReportsRepository } from '../reports/reports.repository';
import { ReportsService } from '../reports/reports.service';
import { RollbackNotifications } from '../reports/rollback-notifications';
import { WatchedReleasesRepository } from '../reports/watched-releases.repository';
import { ModulesController } from './announcement.controller';
import { AnnouncementRepository } from './announcement.repository';
import { AnnouncementService } from './announcement.service';
import { AssignmentsRepository } from './assignments.repository';
import { ModuleAssignmentsService } from './assignments.service';
import { ModuleAssignment } from './module-assignment.entity';
import { ModulePastAssignment } from './module-past-assignment.entity';
import { ModuleRegistry } from './module-registry.entity';
import { ModuleRollback } from './module-rollback.entity';
import { ReleaseContents } from './release-contents';
import { ModuleSettingsController } from './settings.controller';
import { SettingsRepository } from './settings.repository';
import { ModuleSettingsService } from './settings.service';
import { ShellContracts } from './shell-contracts';

export const registryEntities = [
  ModuleAssignment,
  ModuleFetch,
  ModuleLoadReport,
  ModuleLoadSample,
  ModulePastAssignment,
  ModuleRegistry,
  ModuleReportBudget,
  ModuleRollback,
];

export const registryControllers = [ModulesController, ModuleReportsController, ModuleSettingsController];

export const registryProviders = [
  AnnouncementRepository,
  AnnouncementService,
  AssignmentsRepository,
  FetchedReleases,
  LoadMetrics,
  AutomaticRollback,
  LoadStats,
  LoadStatsRepository,
  ModuleAssignmentsService,
  ModuleSettingsService,
  ReleaseContents,
  ReportsRepository,
  ReportsService,
  RollbackNotifications,
  SettingsRepository,
  ShellContracts,
  WatchedReleasesRepository,
];
