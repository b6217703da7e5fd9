import { Module } from '@nestjs/common';
import { Figures } from './figures';
import { FiguresRepository } from './figures.repository';

/** Metrics of the whole installation. */
@Module({ providers: [Figures, FiguresRepository] })
export class MonitoringModule {}
