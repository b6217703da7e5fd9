import { Injectable, Logger } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { Metrics } from '../../platform/health/metrics';
import { waitShortly } from '../../platform/health/short-wait';
import { systemScope } from '../../platform/realm-scope/scope';
import {
  FiguresRepository,
  type OutboxFigures,
  type QueueFigures,
  type WorkerFigures,
} from './figures.repository';

/** Figures are read at most this often, however many scrape. */
const MIN_MS = 5_000;
/** The pause after reading is this many times what reading took, so that it uses at most a twentieth of a connection. */
const PAUSE_FACTOR = 20;
/** Time limit of each statement. */
const STATEMENT_MS = 3_000;
/** Most label values of queues and of workers' versions; the rest is one series. */
const MAX_QUEUES = 200;
const MAX_VERSIONS = 20;
const OTHER = 'other';

/** Figures of the whole installation, read from the database when they are scraped. Every server exports the same. */
@Injectable()
export class Figures {
  private readonly logger = new Logger('metrics');
  private readonly gauges: Gauge[] = [];
  private readonly refresh = waitShortly(() => this.read());
  private readonly tasks = this.gauge('tessera_tasks', 'Unfinished tasks, by status', ['status']);
  private readonly queueReady = this.gauge(
    'tessera_queue_ready',
    'Runs of tasks that are due and wait for a worker, by site and realm',
    ['site', 'realm'],
  );
  private readonly queueOldest = this.gauge(
    'tessera_queue_oldest_seconds',
    'How long the longest waiting of these has been due',
    ['site', 'realm'],
  );
  private readonly background = this.gauge(
    'tessera_background_queue_ready',
    'Jobs of the server itself that are due: push deliveries (notify) and bulk operations (bulk)',
    ['queue'],
  );
  private readonly backgroundOldest = this.gauge(
    'tessera_background_queue_oldest_seconds',
    'How long the longest waiting of these has been due',
    ['queue'],
  );
  private readonly workers = this.gauge(
    'tessera_workers',
    'Workers seen within a day, by version and state',
    ['version', 'state'],
  );
  private readonly capacity = this.gauge(
    'tessera_worker_capacity',
    'Tasks that active workers can run at a time',
  );
  private readonly leased = this.gauge('tessera_worker_leases', 'Tasks that workers run now');
  private readonly overdue = this.gauge(
    'tessera_overdue',
    'Holds, leases and scheduled tasks whose time was over half a minute ago and that no sweep has handled',
    ['kind'],
  );
  private readonly holds = this.gauge('tessera_holds', 'Seats that are held now');
  private readonly pauses = this.gauge(
    'tessera_pauses',
    'Pauses in force: of single realms, and of the whole installation',
    ['scope'],
  );
  private readonly mails = this.gauge('tessera_mails', 'Mails that wait to be sent or were given up', [
    'state',
  ]);
  private readonly mailAge = this.gauge(
    'tessera_mails_oldest_seconds',
    'How long the longest waiting mail has waited',
  );
  private readonly messages = this.gauge(
    'tessera_webhook_messages',
    'Messages to enabled webhooks that wait, and to any webhook that were given up',
    ['state'],
  );
  private readonly messageAge = this.gauge(
    'tessera_webhook_messages_oldest_seconds',
    'How long the longest waiting message to a webhook has been due',
  );
  private readonly streamAge = this.gauge(
    'tessera_audit_stream_oldest_seconds',
    'How long the longest waiting audit entry has waited to be written to AUDIT_STREAM_FILE',
  );
  private readonly databaseBytes = this.gauge('tessera_database_bytes', 'Size of the database');
  private readonly connections = this.gauge(
    'tessera_database_connections',
    'Connections to the database server, of all programs',
  );
  private readonly maxConnections = this.gauge(
    'tessera_database_max_connections',
    'Most connections that the database server accepts (max_connections)',
  );
  private readonly backups = this.gauge('tessera_backups', 'Backups that are recorded in the database');
  private readonly backupAge = this.gauge(
    'tessera_backup_age_seconds',
    'Time since the newest backup was made; since the first account was created while there is none',
  );
  private readonly backupVerifiedAge = this.gauge(
    'tessera_backup_verified_age_seconds',
    'Time since a backup was last verified, counted as above',
  );
  private readAt = -Infinity;
  private nextAt = -Infinity;

  constructor(
    private readonly metrics: Metrics,
    private readonly transactions: Transactions,
    private readonly repository: FiguresRepository,
  ) {
    metrics.gauge(
      'tessera_figures_age_seconds',
      'Age of the figures that are read from the database; they are left out once reading has failed',
      () => (performance.now() - this.readAt) / 1000,
    );
  }

  private gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    const gauge = new Gauge({
      name,
      help,
      labelNames,
      registers: [this.metrics.registry],
      collect: () => this.refresh(),
    });
    this.gauges.push(gauge);
    return gauge;
  }

  /** Reads the figures, unless that was done a moment ago. */
  private async read(): Promise<void> {
    if (performance.now() < this.nextAt) return;
    const startedAt = performance.now();
    try {
      const figures = await this.transactions.read(systemScope('metrics'), async (tx) => {
        await this.repository.limitTime(tx, STATEMENT_MS);
        return {
          tasks: await this.repository.countTasks(tx),
          queues: await this.repository.readQueues(tx),
          background: await this.repository.readBackground(tx),
          workers: await this.repository.readWorkers(tx),
          overdue: await this.repository.readOverdue(tx),
          holds: await this.repository.countHolds(tx),
          pauses: await this.repository.countPauses(tx),
          mails: await this.repository.readMails(tx),
          messages: await this.repository.readWebhookMessages(tx),
          streamAge: await this.repository.readStreamAge(tx),
          backups: await this.repository.readBackups(tx),
          database: await this.repository.readDatabase(tx),
        };
      });
      this.reset();
      for (const { status, count } of figures.tasks) this.tasks.set({ status }, count);
      this.setQueues(figures.queues);
      for (const { queue, ready, oldest_s } of figures.background) {
        this.background.set({ queue }, ready);
        this.backgroundOldest.set({ queue }, oldest_s);
      }
      this.setWorkers(figures.workers);
      for (const [kind, count] of Object.entries(figures.overdue)) this.overdue.set({ kind }, Number(count));
      this.holds.set(figures.holds);
      for (const [scope, count] of Object.entries(figures.pauses)) this.pauses.set({ scope }, count);
      setOutbox(this.mails, this.mailAge, figures.mails);
      setOutbox(this.messages, this.messageAge, figures.messages);
      this.streamAge.set(figures.streamAge);
      this.backups.set(figures.backups.count);
      this.backupAge.set(figures.backups.made);
      this.backupVerifiedAge.set(figures.backups.verified);
      this.databaseBytes.set(figures.database.bytes);
      this.connections.set(figures.database.connections);
      this.maxConnections.set(figures.database.max_connections);
      this.readAt = performance.now();
    } catch (error) {
      // A figure that is left out raises an alert; an old one would hide the trouble.
      this.reset();
      this.logger.warn(`The figures could not be read: ${(error as Error).message}`);
    }
    const now = performance.now();
    this.nextAt = now + Math.max(MIN_MS, PAUSE_FACTOR * (now - startedAt));
  }

  /** Removes all values, since sites, realms and versions come and go. */
  private reset(): void {
    for (const gauge of this.gauges) {
      gauge.reset();
      // A gauge without labels is 0 after a reset.
      gauge.remove({});
    }
  }

  private setQueues(queues: readonly QueueFigures[]): void {
    for (const { site, realm, ready, oldest_s } of queues.slice(0, MAX_QUEUES)) {
      this.queueReady.set({ site, realm }, ready);
      this.queueOldest.set({ site, realm }, oldest_s);
    }
    // The longest waiting are named, so the rest waits for less long.
    const rest = queues.slice(MAX_QUEUES);
    this.queueReady.set(
      { site: OTHER, realm: OTHER },
      rest.reduce((sum, { ready }) => sum + ready, 0),
    );
    this.queueOldest.set({ site: OTHER, realm: OTHER }, rest[0]?.oldest_s ?? 0);
  }

  private setWorkers(workers: readonly WorkerFigures[]): void {
    const versions = new Set([...new Set(workers.map(({ version }) => version))].slice(0, MAX_VERSIONS));
    let capacity = 0;
    let leased = 0;
    for (const state of ['active', 'draining', 'lost']) this.workers.set({ version: '', state }, 0);
    for (const worker of workers) {
      const version = versions.has(worker.version) ? worker.version : OTHER;
      this.workers.inc({ version, state: worker.state }, worker.workers);
      if (worker.state === 'active') capacity += worker.capacity;
      leased += worker.leased;
    }
    this.capacity.set(capacity);
    this.leased.set(leased);
  }
}

function setOutbox(states: Gauge, age: Gauge, { waiting, dead, oldest_s }: OutboxFigures): void {
  states.set({ state: 'waiting' }, waiting);
  states.set({ state: 'dead' }, dead);
  age.set(oldest_s);
}
