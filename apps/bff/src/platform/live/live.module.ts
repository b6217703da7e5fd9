import { Global, Module } from '@nestjs/common';
import { Live } from './live';
import { StreamController } from './stream.controller';

/** The live stream; features register their topics' projections with `Live`. */
@Global()
@Module({ controllers: [StreamController], providers: [Live], exports: [Live] })
export class LiveModule {}
