import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config';
import { Live } from '../../platform/live/live';
import { NotificationsModule } from '../notifications';
import { RemoteModule } from './module.entity';
import { ModuleRelease } from './module-release.entity';
import { ModuleOverrides } from './overrides/module-overrides';
import { ModuleOverridesController } from './overrides/module-overrides.controller';
import { PublishersRepository } from './publishing/publishers.repository';
import {
  publishingControllers,
  publishingEntities,
  publishingProviders,
} from './publishing/publishing-parts';
import { AnnouncementRepository } from './registry/announcement.repository';
import { registryControllers, registryEntities, registryProviders } from './registry/registry-parts';
import { BundledModules } from './store/bundled-modules';
import { CheckedFiles } from './store/checked-files';
import { InstallationKey } from './store/installation-key';
import { ModuleOrphanedFile } from './store/module-orphaned-file.entity';
import { ModuleSigningKey } from './store/module-signing-key.entity';
import { ModuleStore } from './store/module-store';
import { openStore } from './store/open-store';
import { OrphanedFiles } from './store/orphaned-files';
import { OrphanedFilesRepository } from './store/orphaned-files.repository';
import { ReleaseFiles } from './store/release-files';

@Module({
  imports: [
    NotificationsModule,
    TypeOrmModule.forFeature([
      ...registryEntities,
      ...publishingEntities,
      ModuleOrphanedFile,
      ModuleRelease,
      ModuleSigningKey,
      RemoteModule,
    ]),
  ],
  controllers: [...registryControllers, ...publishingControllers, ModuleOverridesController],
  providers: [
    ...registryProviders,
    ...publishingProviders,
    BundledModules,
    CheckedFiles,
    InstallationKey,
    { provide: ModuleStore, useFactory: openStore, inject: [Config] },
    ModuleOverrides,
    OrphanedFiles,
    OrphanedFilesRepository,
    ReleaseFiles,
  ],
  exports: [PublishersRepository],
})
export class ModulesModule {
  constructor(live: Live, announcement: AnnouncementRepository) {
    live.projection('modules', (tx, ids) => announcement.readLive(tx, ids), { everybody: true });
  }
}
