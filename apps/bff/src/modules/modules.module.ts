import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MessagesModule } from '../messages';
import { Config } from '../platform/config/config';
import { Live } from '../platform/live/live';
import { ModuleRow, ModuleRowCount } from './data/module-row.entity';
import { ModuleRowsController } from './data/module-rows.controller';
import { ModuleRowsRepository } from './data/module-rows.repository';
import { ModuleRowsService } from './data/module-rows.service';
import { ModuleRowsAccess } from './data/module-rows-access';
import { ModuleRelease, RemoteModule } from './module.entity';
import { ModuleOverrides } from './overrides/module-overrides';
import { ModuleOverridesController } from './overrides/module-overrides.controller';
import { PublishedModulesController } from './publishing/published-modules.controller';
import { PublishedModulesService } from './publishing/published-modules.service';
import { PublishedReleasesRepository } from './publishing/published-releases.repository';
import {
  ModuleKey,
  ModulePublisher,
  ModuleToken,
  ModuleUpload,
  ModuleUploadBudget,
} from './publishing/publisher.entity';
import { PublisherTokens } from './publishing/publisher-tokens';
import { ModulePublishersController } from './publishing/publishers.controller';
import { PublishersRepository } from './publishing/publishers.repository';
import { PublishersService } from './publishing/publishers.service';
import { PublishingController } from './publishing/publishing.controller';
import { ReleaseChecks } from './publishing/release-checks';
import { ReleaseRecorder } from './publishing/release-recorder';
import { RouteOwnership } from './publishing/route-ownership';
import { StoredFiles } from './publishing/stored-files';
import { UploadsRepository } from './publishing/uploads.repository';
import { UploadsService } from './publishing/uploads.service';
import { VerificationService } from './publishing/verification.service';
import { ModulesController } from './registry/announcement.controller';
import { AnnouncementRepository } from './registry/announcement.repository';
import { AnnouncementService } from './registry/announcement.service';
import { AssignmentsRepository } from './registry/assignments.repository';
import { ModuleAssignmentsService } from './registry/assignments.service';
import {
  ModuleAssignment,
  ModulePastAssignment,
  ModuleRegistry,
  ModuleRollback,
} from './registry/registry.entity';
import { ReleaseContents } from './registry/release-contents';
import { ModuleSettingsController } from './registry/settings.controller';
import { SettingsRepository } from './registry/settings.repository';
import { ModuleSettingsService } from './registry/settings.service';
import { ShellContracts } from './registry/shell-contracts';
import { AutomaticRollback } from './reports/automatic-rollback.service';
import { FetchedReleases } from './reports/fetched-releases';
import { LoadStatsRepository } from './reports/load-stats.repository';
import { LoadStats } from './reports/load-stats.service';
import { ModuleReportsController } from './reports/reports.controller';
import {
  ModuleFetch,
  ModuleLoadReport,
  ModuleLoadSample,
  ModuleReportBudget,
} from './reports/reports.entity';
import { ReportsRepository } from './reports/reports.repository';
import { LoadMetrics, ReportsService } from './reports/reports.service';
import { RollbackNotifications } from './reports/rollback-notifications';
import { WatchedReleasesRepository } from './reports/watched-releases.repository';
import { BundledModules } from './store/bundled-modules';
import { CheckedFiles } from './store/checked-files';
import { InstallationKey } from './store/installation-key';
import { ModuleStore } from './store/module-store';
import { openStore } from './store/open-store';
import { OrphanedFiles } from './store/orphaned-files';
import { OrphanedFilesRepository } from './store/orphaned-files.repository';
import { ReleaseFiles } from './store/release-files';
import { ModuleOrphanedFile, ModuleSigningKey } from './store/store.entity';

const entities = [
  ModuleAssignment,
  ModuleFetch,
  ModuleKey,
  ModuleLoadReport,
  ModuleLoadSample,
  ModuleOrphanedFile,
  ModulePastAssignment,
  ModulePublisher,
  ModuleRegistry,
  ModuleRelease,
  ModuleReportBudget,
  ModuleRollback,
  ModuleRow,
  ModuleRowCount,
  ModuleSigningKey,
  ModuleToken,
  ModuleUpload,
  ModuleUploadBudget,
  RemoteModule,
];
const publishing = [
  PublisherTokens,
  PublishedModulesService,
  PublishedReleasesRepository,
  PublishersRepository,
  PublishersService,
  ReleaseChecks,
  ReleaseRecorder,
  RouteOwnership,
  StoredFiles,
  UploadsRepository,
  UploadsService,
  VerificationService,
];
const reports = [
  AutomaticRollback,
  FetchedReleases,
  LoadMetrics,
  LoadStats,
  LoadStatsRepository,
  ReportsRepository,
  ReportsService,
  RollbackNotifications,
  WatchedReleasesRepository,
];
const registry = [
  AnnouncementRepository,
  AnnouncementService,
  AssignmentsRepository,
  ModuleAssignmentsService,
  ModuleSettingsService,
  ReleaseContents,
  SettingsRepository,
  ShellContracts,
];
const data = [ModuleRowsAccess, ModuleRowsRepository, ModuleRowsService];
const store = [
  BundledModules,
  CheckedFiles,
  InstallationKey,
  { provide: ModuleStore, useFactory: openStore, inject: [Config] },
  OrphanedFiles,
  OrphanedFilesRepository,
  ReleaseFiles,
];

/** The modules of teams: their releases, who may publish them, which one a page loads, how that goes, and the rows they keep. */
@Module({
  imports: [TypeOrmModule.forFeature(entities), MessagesModule],
  controllers: [
    ModulesController,
    ModuleReportsController,
    ModuleSettingsController,
    ModulePublishersController,
    PublishedModulesController,
    PublishingController,
    ModuleOverridesController,
    ModuleRowsController,
  ],
  providers: [...data, ...publishing, ...registry, ...reports, ...store, ModuleOverrides],
})
export class ModulesModule {
  constructor(live: Live, announcement: AnnouncementRepository) {
    live.projection('modules', (tx, ids) => announcement.readLive(tx, ids), { everybody: true });
  }
}
