import { Global, Module } from '@nestjs/common';
import { Live } from './live';
import { LiveMetrics } from './live-metrics';
import { StreamController } from './stream.controller';

/** The live stream; features register their topics' projections with `Live`. */
@Global()
@Module({ controllers: [StreamController], providers: [Live, LiveMetrics], exports: [Live] })
export class LiveModule {}
