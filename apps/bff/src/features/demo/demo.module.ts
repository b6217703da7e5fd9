import { Module } from '@nestjs/common';
import { DemoRepository } from './demo.repository';
import { DemoSeed } from './demo-seed';

/** Creates the demo realm. */
@Module({ providers: [DemoRepository, DemoSeed] })
export class DemoModule {}
