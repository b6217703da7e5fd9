import { Module } from '@nestjs/common';
import { ImpactController } from './impact.controller';
import { ImpactRepository } from './impact.repository';
import { ImpactService } from './impact.service';

/** Previews of what closing a gate would stop. */
@Module({ controllers: [ImpactController], providers: [ImpactService, ImpactRepository] })
export class ImpactModule {}
