import { Global, Module } from '@nestjs/common';
import { Readiness } from '../health/readiness';
import { BulkQueue } from './bulk-queue';
import { NotifyQueue } from './notify-queue';
import { QueueEngine } from './queue-engine';
import { Wakeups } from './wakeups';

/** The queues, and the wake-ups of long polls. */
@Global()
@Module({
  providers: [BulkQueue, NotifyQueue, QueueEngine, Wakeups],
  exports: [BulkQueue, NotifyQueue, Wakeups],
})
export class QueueModule {
  constructor(readiness: Readiness, engine: QueueEngine) {
    readiness.add('queue', () => engine.check());
  }
}
