import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { PgBoss } from 'pg-boss';
import { Config } from '../config/config';
import { silentConnectionLimits } from '../database/data-source';
import { connectionTo } from '../database/hosts';
import { QUEUE_SCHEMA } from './install';

/** pg-boss, which keeps the queues of the server's own work. */
@Injectable()
export class QueueEngine implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly boss: PgBoss;
  private readonly logger = new Logger('queue');
  private starting: Promise<PgBoss> | null = null;

  constructor(config: Config) {
    // Separate connections: a transaction that enqueues must never wait for the pool that its connection belongs to.
    this.boss = new PgBoss({
      ...silentConnectionLimits,
      ...connectionTo(config.databaseUrl),
      application_name: 'tessera-queue',
      max: 2,
      schema: QUEUE_SCHEMA,
      migrate: false,
      schedule: false,
      supervise: true,
    });
    this.boss.on('error', (error) => this.logger.warn(`Queue maintenance: ${error.message}`));
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.start();
  }

  /** Starts the engine once; resolves when it runs. */
  start(): Promise<PgBoss> {
    return (this.starting ??= this.boss.start());
  }

  async onApplicationShutdown(): Promise<void> {
    await this.boss.stop({ graceful: false });
  }

  /** Throws unless the engine responds; for `/readyz`. */
  async check(): Promise<void> {
    if ((await this.boss.schemaVersion()) === null) throw new Error('The queue has no tables');
  }
}
