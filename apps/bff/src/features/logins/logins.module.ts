import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SitesModule } from '../sites';
import { Login } from './login.entity';
import { LoginActivity } from './login-activity.entity';
import { LoginImportsController } from './login-import.controller';
import { LoginImportService } from './login-import.service';
import { LoginLookup } from './login-lookup';
import { LoginWriter } from './login-writer';
import { LoginsController } from './logins.controller';
import { LoginsRepository } from './logins.repository';
import { LoginsService } from './logins.service';

/** Accounts at ticketing sites. */
@Module({
  imports: [TypeOrmModule.forFeature([Login, LoginActivity]), SitesModule],
  controllers: [LoginsController, LoginImportsController],
  providers: [LoginsService, LoginImportService, LoginWriter, LoginsRepository, LoginLookup],
  exports: [LoginLookup, LoginWriter],
})
export class LoginsModule {}
