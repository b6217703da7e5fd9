import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimit } from '../../platform/access/rate-limit';
import { Transactions } from '../../platform/database/transactions';
import { addressBlock } from '../../platform/http/address-block';
import { type ListAnswer, readPagination } from '../../platform/http/list-query';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import type { CspReportDto, CspReportsQuery } from './csp-reports.dto';
import { cspReportSorts, CspReportsRepository } from './csp-reports.repository';
import { readReports, type Violation } from './read-reports';

/** Requests with reports that count from one address in a minute. */
const REQUESTS_PER_MINUTE = 60;
/** Different violations that wait for the next write; further ones are dropped. */
const MAX_WAITING = 200;
const WRITE_EVERY_MS = 10_000;

/** Counts what browsers report about the content security policy; reports that nobody limits could fill the database. */
@Injectable()
export class CspReportsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('csp');
  private readonly waiting = new Map<string, Violation & { reports: number }>();
  private timer: NodeJS.Timeout | null = null;

  constructor(
    private readonly transactions: Transactions,
    private readonly rateLimit: RateLimit,
    private readonly reports: CspReportsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.write(), WRITE_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.write();
  }

  /** Takes a request's reports about pages of `host`; they are written with the next round. 429 for too many requests. */
  receive(body: unknown, { address, host }: { address: string; host: string }): void {
    this.rateLimit.count('csp-report', addressBlock(address), REQUESTS_PER_MINUTE);
    for (const violation of readReports(body, host)) {
      const key = JSON.stringify(violation);
      const known = this.waiting.get(key);
      if (known) known.reports += 1;
      else if (this.waiting.size < MAX_WAITING) this.waiting.set(key, { ...violation, reports: 1 });
    }
  }

  /** Writes what was received since the last round. */
  async write(): Promise<void> {
    if (this.waiting.size === 0) return;
    const violations = [...this.waiting.values()];
    this.waiting.clear();
    try {
      await this.transactions.run(systemScope('csp'), (tx) => this.reports.add(tx, violations));
    } catch (error) {
      this.logger.warn(`Reports about the content security policy were lost: ${(error as Error).message}`);
    }
  }

  list(scope: Scope, query: CspReportsQuery): Promise<ListAnswer<CspReportDto>> {
    const pagination = readPagination(query, cspReportSorts, '-last_at', 'c.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.reports.list(tx, query, pagination),
    }));
  }
}
