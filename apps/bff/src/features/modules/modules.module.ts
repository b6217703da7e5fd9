import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Config } from '../../platform/config/config';
import { RemoteModule } from './module.entity';
import { ModuleAssignment } from './module-assignment.entity';
import { ModuleRegistration } from './module-registration';
import { ModuleRelease } from './module-release.entity';
import { ModuleSettingsController } from './module-settings.controller';
import { ModuleSettingsService } from './module-settings.service';
import { ModulesController } from './modules.controller';
import { ModulesRepository } from './modules.repository';
import { ModulesService } from './modules.service';
import { ModuleKey, ModulePublisher, ModuleToken, ModuleUpload } from './publishing/publisher.entity';
import { ReleaseRecorder } from './publishing/release-recorder';
import { ModuleStore } from './store/module-store';
import { openStore } from './store/open-store';

@Module({
  imports: [
    TypeOrmModule.forFeature([
      ModuleAssignment,
      ModuleKey,
      ModulePublisher,
      ModuleRelease,
      ModuleToken,
      ModuleUpload,
      RemoteModule,
    ]),
  ],
  controllers: [ModulesController, ModuleSettingsController],
  providers: [
    { provide: ModuleStore, useFactory: openStore, inject: [Config] },
    ModulesRepository,
    ModuleRegistration,
    ModuleSettingsService,
    ModulesService,
    ReleaseRecorder,
  ],
})
export class ModulesModule {}
