import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { LoginsModule } from '../logins';
import { SitesModule } from '../sites';
import { Pool, PoolMember } from './pool.entity';
import { PoolLookup } from './pool-lookup';
import { PoolsController } from './pools.controller';
import { PoolsRepository } from './pools.repository';
import { PoolsService } from './pools.service';

/** Pools: ordered sets of a site's logins. */
@Module({
  imports: [TypeOrmModule.forFeature([Pool, PoolMember]), SitesModule, LoginsModule],
  controllers: [PoolsController],
  providers: [PoolsService, PoolsRepository, PoolLookup],
  exports: [PoolLookup],
})
export class PoolsModule {}
