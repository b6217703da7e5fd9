import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins';
import { SitesModule } from '../sites';
import { Pool, PoolMember } from './pool.entity';
import { PoolLookup } from './pool-lookup';
import { PoolsController } from './pools.controller';
import { PoolsService } from './pools.service';

@Module({
  imports: [TypeOrmModule.forFeature([Pool, PoolMember]), SitesModule, LoginsModule],
  controllers: [PoolsController],
  providers: [PoolsService, PoolLookup],
  exports: [PoolLookup],
})
export class PoolsModule {}
