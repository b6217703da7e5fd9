import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CatalogueLookup } from './catalogue-lookup';
import { Site } from './site.entity';
import { SitesController } from './sites.controller';
import { SitesRepository } from './sites.repository';
import { SitesService } from './sites.service';

/** Ticketing sites. */
@Module({
  imports: [TypeOrmModule.forFeature([Site])],
  controllers: [SitesController],
  providers: [SitesService, SitesRepository, CatalogueLookup],
  exports: [CatalogueLookup],
})
export class SitesModule {}
