import { Module } from '@nestjs/common';
import { DemoSeed } from './demo-seed';

/** The demo realm. */
@Module({ providers: [DemoSeed] })
export class DemoModule {}
