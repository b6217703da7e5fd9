import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config';
import { RemoteModule } from './module.entity';
import { ModuleRelease } from './module-release.entity';
import { ModuleSettingsController } from './module-settings.controller';
import { ModuleSettingsService } from './module-settings.service';
import { ModulesRepository } from './modules.repository';
import { ModuleOverrides } from './overrides/module-overrides';
import { ModuleOverridesController } from './overrides/module-overrides.controller';
import { ModuleKey, ModulePublisher, ModuleToken, ModuleUpload } from './publishing/publisher.entity';
import { ModulePublishersController } from './publishing/publishers.controller';
import { PublishersRepository } from './publishing/publishers.repository';
import { PublishersService } from './publishing/publishers.service';
import { ReleaseRecorder } from './publishing/release-recorder';
import { ModulesController } from './registry/announcement.controller';
import { AnnouncementRepository } from './registry/announcement.repository';
import { AnnouncementService } from './registry/announcement.service';
import { ModuleAssignment } from './registry/module-assignment.entity';
import { ModulePastAssignment } from './registry/module-past-assignment.entity';
import { ModuleRegistry } from './registry/module-registry.entity';
import { ModuleRollback } from './registry/module-rollback.entity';
import { ReleaseContents } from './registry/release-contents';
import { ShellContracts } from './registry/shell-contracts';
import { ModuleLoadReport } from './reports/module-load-report.entity';
import { ModuleReportBudget } from './reports/module-report-budget.entity';
import { BundledModules } from './store/bundled-modules';
import { BundledReleasesRepository } from './store/bundled-releases.repository';
import { CheckedFiles } from './store/checked-files';
import { InstallationKey } from './store/installation-key';
import { ModuleSigningKey } from './store/module-signing-key.entity';
import { ModuleStore } from './store/module-store';
import { openStore } from './store/open-store';
import { ReleaseFiles } from './store/release-files';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ModuleAssignment,
      ModuleKey,
      ModuleLoadReport,
      ModulePastAssignment,
      ModulePublisher,
      ModuleRegistry,
      ModuleRelease,
      ModuleReportBudget,
      ModuleRollback,
      ModuleSigningKey,
      ModuleToken,
      ModuleUpload,
      RemoteModule,
    ]),
  ],
  controllers: [
    ModulesController,
    ModuleOverridesController,
    ModuleSettingsController,
    ModulePublishersController,
  ],
  providers: [
    BundledModules,
    BundledReleasesRepository,
    CheckedFiles,
    InstallationKey,
    { provide: ModuleStore, useFactory: openStore, inject: [Config] },
    AnnouncementRepository,
    AnnouncementService,
    ModuleOverrides,
    ModulesRepository,
    ReleaseFiles,
    ModuleSettingsService,
    PublishersRepository,
    PublishersService,
    ReleaseContents,
    ReleaseRecorder,
    ShellContracts,
  ],
  exports: [PublishersRepository],
})
export class ModulesModule {}
