import { Global, Module } from '@nestjs/common';
import { Sweeper, Sweeps } from './sweeps';

/** What is due because time has passed: each area registers its sweeps. */
@Global()
@Module({ providers: [Sweeper, Sweeps], exports: [Sweeps] })
export class SweepsModule {}
