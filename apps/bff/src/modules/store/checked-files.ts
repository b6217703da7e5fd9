import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import { ApiError } from '../../platform/errors/api-error';
import { Metrics } from '../../platform/health/metrics';
import { ModuleStore, sha256Of } from './module-store';

/** A cache in memory that drops what was used longest ago once its values are too large together. */
export class BoundedCache<V> {
  private readonly entries = new Map<string, { value: V; bytes: number }>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (!entry) return undefined;
    // A map keeps the order of insertion, so that the first entry is the one used longest ago.
    this.entries.delete(key);
    this.entries.set(key, entry);
    return entry.value;
  }

  /** Keeps a value of this size; one that is larger than the whole cache isn't kept. */
  set(key: string, value: V, bytes: number): void {
    this.delete(key);
    if (bytes > this.maxBytes) return;
    this.entries.set(key, { value, bytes });
    this.bytes += bytes;
    for (const oldest of this.entries.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    this.bytes -= this.entries.get(key)?.bytes ?? 0;
    this.entries.delete(key);
  }
}

/** Bytes of files that were read and checked and are kept in memory. */
const CACHED_BYTES = 64 * 1024 * 1024;

/** Reads files from the store and gives only those whose content has their hash. */
@Injectable()
export class CheckedFiles {
  private readonly logger = new Logger('modules');
  private readonly checked = new BoundedCache<Buffer>(CACHED_BYTES);
  private readonly reading = new Map<string, Promise<Buffer>>();

  private readonly failures: Counter<'reason'>;

  constructor(
    private readonly store: ModuleStore,
    { registry }: Metrics,
  ) {
    this.failures = new Counter({
      name: 'tessera_module_store_failures_total',
      help: 'Reads of the store of modules that failed: a damaged or missing file, or a store that does not answer',
      labelNames: ['reason'],
      registers: [registry],
    });
    for (const reason of ['damaged', 'unavailable']) this.failures.inc({ reason }, 0);
  }

  /** The bytes with this hash; 502 MODULE_FILE_DAMAGED when the store has none or others. Many readers share one read. */
  async read(sha256: string): Promise<Buffer> {
    const known = this.checked.get(sha256);
    if (known) return known;
    const reading = this.reading.get(sha256) ?? this.readStore(sha256);
    this.reading.set(sha256, reading);
    try {
      return await reading;
    } finally {
      this.reading.delete(sha256);
    }
  }

  private async readStore(sha256: string): Promise<Buffer> {
    const bytes = await this.readBytes(sha256);
    if (!bytes) throw this.damaged(sha256, 'is missing from the store');
    if (sha256Of(bytes) !== sha256) throw this.damaged(sha256, 'has been changed in the store');
    this.checked.set(sha256, bytes, bytes.length);
    return bytes;
  }

  private async readBytes(sha256: string): Promise<Buffer | null> {
    try {
      return await this.store.read(sha256);
    } catch (error) {
      this.failures.inc({ reason: 'unavailable' });
      this.logger.error(`The store of modules could not be read: ${(error as Error).message}`);
      throw new ApiError('UNAVAILABLE', 'The store of modules is unavailable. Try again.', { retryAfter: 2 });
    }
  }

  private damaged(sha256: string, what: string): ApiError {
    this.failures.inc({ reason: 'damaged' });
    this.logger.error(`The file ${sha256} of a module ${what}`);
    return new ApiError('MODULE_FILE_DAMAGED', 'The file of this module is damaged, so it is not sent');
  }
}
