import { Module } from '@nestjs/common';
import { DemoSeed } from './demo-seed';
import { DemoRepository } from './demo.repository';

/** Creates the demo realm. */
@Module({ providers: [DemoRepository, DemoSeed] })
export class DemoModule {}
