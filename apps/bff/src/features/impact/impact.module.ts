import { Module } from '@nestjs/common';
import { ImpactController } from './impact.controller';
import { ImpactService } from './impact.service';

/** What a switch would stop. */
@Module({ controllers: [ImpactController], providers: [ImpactService] })
export class ImpactModule {}
