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
import { ModuleStore } from './store/module-store';
import { openStore } from './store/open-store';

@Module({
  imports: [TypeOrmModule.forFeature([ModuleAssignment, ModuleRelease, RemoteModule])],
  controllers: [ModulesController, ModuleSettingsController],
  providers: [
    { provide: ModuleStore, useFactory: openStore, inject: [Config] },
    ModulesRepository,
    ModuleRegistration,
    ModuleSettingsService,
    ModulesService,
  ],
})
export class ModulesModule {}
