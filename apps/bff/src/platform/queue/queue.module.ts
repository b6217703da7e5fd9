import { Global, Module } from '@nestjs/common';
import { Readiness } from '../health/readiness';
import { BulkQueue } from './bulk-queue';
import { NotifyQueue } from './notify-queue';
import { TaskQueue } from './task-queue';
import { Wakeups } from './wakeups';

/** The queues, and the wake-ups of long polls. */
@Global()
@Module({
  providers: [BulkQueue, NotifyQueue, TaskQueue, Wakeups],
  exports: [BulkQueue, NotifyQueue, TaskQueue, Wakeups],
})
export class QueueModule {
  constructor(readiness: Readiness, queue: TaskQueue) {
    readiness.add('queue', () => queue.check());
  }
}
