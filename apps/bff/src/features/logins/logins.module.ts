import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SitesModule } from '../sites/sites.module';
import { LoginActivityService } from './login-activity.service';
import { Login } from './login.entity';
import { LoginLookup } from './login-lookup';
import { LoginsController } from './logins.controller';
import { LoginsService } from './logins.service';

@Module({
  imports: [TypeOrmModule.forFeature([Login]), SitesModule],
  controllers: [LoginsController],
  providers: [LoginsService, LoginActivityService, LoginLookup],
  exports: [LoginLookup],
})
export class LoginsModule {}
