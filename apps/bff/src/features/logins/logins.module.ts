import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SitesModule } from '../sites';
import { LoginActivity } from './login-activity.entity';
import { LoginActivityService } from './login-activity.service';
import { Login } from './login.entity';
import { LoginLookup } from './login-lookup';
import { LoginImportsController } from './login-import.controller';
import { LoginImportService } from './login-import.service';
import { LoginWriter } from './login-writer';
import { LoginsController } from './logins.controller';
import { LoginsService } from './logins.service';

@Module({
  imports: [TypeOrmModule.forFeature([Login, LoginActivity]), SitesModule],
  controllers: [LoginsController, LoginImportsController],
  providers: [LoginsService, LoginImportService, LoginWriter, LoginActivityService, LoginLookup],
  exports: [LoginLookup],
})
export class LoginsModule {}
