import { Module } from '@nestjs/common';
import { ModuleRegistration } from './module-registration';
import { ModulesController } from './modules.controller';

@Module({ controllers: [ModulesController], providers: [ModuleRegistration] })
export class ModulesModule {}
