import { createHash } from 'node:crypto';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { RateLimit } from '../../platform/access/rate-limit';
import { Transactions } from '../../platform/database/transactions';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { addressBlock } from '../../platform/http/networks';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';
import type { CspReportDto, CspReportsQuery } from './csp-reports.dto';
import { cspReportSorts, CspReportsRepository } from './csp-reports.repository';
import { readReports, type Violation } from './read-reports';

/** Requests with reports that count from one address in a minute. */
const REQUESTS_PER_MINUTE = 60;
/** Different violations that wait for the next write; further ones are dropped. */
const MAX_WAITING = 200;
const WRITE_EVERY_MS = 10_000;
/** Different violations that count from one address in an hour, each once. */
const MAX_OF_ADDRESS = 20;
/** Addresses that are remembered in an hour; beyond that no others count. */
const MAX_ADDRESSES = 10_000;
const BUDGET_MS = 60 * 60_000;

/** Counts what browsers report about the content security policy; reports that nobody limits could fill the database. */
@Injectable()
export class CspReportsService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('csp');
  private readonly waiting = new Map<string, Violation & { reports: number }>();
  /** What each address has reported in this hour, as hashes. */
  private reported = new Map<string, Set<string>>();
  private reportedSince = performance.now();
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
    const sender = addressBlock(address);
    this.rateLimit.count('csp-report', sender, REQUESTS_PER_MINUTE);
    for (const violation of readReports(body, host)) {
      const key = JSON.stringify(violation);
      if (!this.isCounted(sender, key)) continue;
      const known = this.waiting.get(key);
      if (known) known.reports += 1;
      else if (this.waiting.size < MAX_WAITING) this.waiting.set(key, { ...violation, reports: 1 });
    }
  }

  /** Whether a report counts: from each address the same violation once an hour, and few different ones. */
  private isCounted(sender: string, key: string): boolean {
    const now = performance.now();
    if (now - this.reportedSince >= BUDGET_MS) {
      this.reported = new Map();
      this.reportedSince = now;
    }
    const known = this.reported.get(sender) ?? new Set<string>();
    const hash = createHash('sha256').update(key).digest('base64url').slice(0, 16);
    if (known.has(hash) || known.size >= MAX_OF_ADDRESS) return false;
    if (known.size === 0 && this.reported.size >= MAX_ADDRESSES) return false;
    this.reported.set(sender, known.add(hash));
    return true;
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

  list(scope: Scope, query: CspReportsQuery): Promise<ListResponse<CspReportDto>> {
    const pagination = readPagination(query, cspReportSorts, '-last_at', 'c.id');
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.reports.list(tx, query, pagination),
    }));
  }
}
