import { Global, Module } from '@nestjs/common';
import { Sealing } from './sealing';

/** Seals secrets at rest. */
@Global()
@Module({ providers: [Sealing], exports: [Sealing] })
export class SealingModule {}
