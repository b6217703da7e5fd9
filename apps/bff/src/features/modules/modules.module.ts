import { Module } from '@nestjs/common';
import { ModuleRegistration } from './module-registration';
import { ModuleSettingsController } from './module-settings.controller';
import { ModuleSettingsService } from './module-settings.service';
import { ModulesController } from './modules.controller';

@Module({
  controllers: [ModulesController, ModuleSettingsController],
  providers: [ModuleRegistration, ModuleSettingsService],
})
export class ModulesModule {}
