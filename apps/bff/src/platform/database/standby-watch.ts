import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { connectionTo } from './hosts';
import {
  findMismatch,
  PRIMARY_FACTS,
  PRIMARY_POSITION,
  type PrimaryFacts,
  STANDBY_FACTS,
  STANDBY_POSITION,
  type StandbyFacts,
  type StandbyPosition,
  UnfitReplica,
} from './replica-facts';
import { RequestBatcher } from './request-batcher';

/** How long ago the primary's position is known for; older ones are forgotten. */
const KEPT_MS = 60 * 60_000;

/** Samples are at least this far apart, so that there are few. */
const APART_MS = 500;

/** A position in the primary's log, and a time by the process's clock at which the primary had come no further. */
type Sample = { lsn: bigint; at: number };

/**
 * How far a standby is behind at most, by positions in the write-ahead log that the primary had at known times: a standby
 * that replayed one has everything that was committed before its time. One clock measures, and an idle primary, which
 * stays at its position, makes no standby look late.
 */
export class ReplicationLag {
  private readonly samples: Sample[] = [];

  /** @param at a time before the position was read */
  addPrimary(lsn: bigint, at: number): void {
    const { samples } = this;
    const [previous, last] = [samples.at(-2), samples.at(-1)];
    if (last && (last.lsn === lsn || (previous && last.at < previous.at + APART_MS))) samples.pop();
    samples.push({ lsn, at });
    while (samples[0] && samples[0].at < at - KEPT_MS) samples.shift();
  }

  /** Milliseconds at `now` since a standby at this position had everything; null while that isn't known. */
  behind(replayed: bigint, now: number): number | null {
    const reached = this.samples.findLast(({ lsn }) => lsn <= replayed);
    return reached ? now - reached.at : null;
  }
}

/** How long it may take to connect to the standby, and how long to respond. */
export const ANSWER_MS = 2_000;
/** How long a read waits for what was committed before it, and how often it looks. */
const CATCH_UP_MS = 500;
const LOOK_MS = 10;
/** How long no read waits after one has waited in vain. */
const HURRY_MS = 2_000;

/** Compares a standby with its primary, over a separate connection. */
export class StandbyWatch {
  private readonly logger = new Logger('read replica');
  private readonly lag = new ReplicationLag();
  private client: Promise<Client> | null = null;
  private primaryFacts: PrimaryFacts | null = null;
  /** The standby's position; null while that isn't known. */
  private replayed: bigint | null = null;
  private hurryUntil = 0;
  /** Reads that begin while a position is being asked share the next response. */
  private readonly primaryPositions = new RequestBatcher<null, bigint>(async (reads) => {
    const at = performance.now();
    const [row] = await this.primary.query<{ lsn: string }[]>(PRIMARY_POSITION);
    const lsn = BigInt(row?.lsn ?? 0);
    this.lag.addPrimary(lsn, at);
    return reads.map(() => lsn);
  });
  private readonly standbyPositions = new RequestBatcher<null, bigint | null>(async (reads) => {
    const { lsn } = await this.ask<StandbyPosition>(STANDBY_POSITION);
    this.replayed = lsn === null ? null : BigInt(lsn);
    return reads.map(() => this.replayed);
  });

  constructor(
    private readonly primary: DataSource,
    private readonly url: string,
    private readonly catchUpMs = CATCH_UP_MS,
  ) {}

  /** Milliseconds that a standby at this position, by default the last known one, is behind at most; null: not known. */
  behind(position = this.replayed): number | null {
    return position === null ? null : this.lag.behind(position, performance.now());
  }

  /** Compares both servers. @throws `UnfitReplica` when the standby is no copy of the primary, and when it doesn't respond */
  async compare(): Promise<StandbyFacts> {
    await this.samplePrimary();
    const facts = await this.ask<StandbyFacts>(STANDBY_FACTS);
    this.replayed = facts.lsn === null ? null : BigInt(facts.lsn);
    const mismatch = this.primaryFacts && findMismatch(this.primaryFacts, facts);
    if (mismatch) throw new UnfitReplica(mismatch);
    const isAhead = () => this.primaryFacts && (this.replayed ?? 0n) > BigInt(this.primaryFacts.lsn);
    // The primary may have come further since it was asked.
    if (isAhead() && (await this.samplePrimary()) && isAhead()) throw new UnfitReplica('diverged');
    return facts;
  }

  /**
   * Waits until the standby has what was committed before now, so that people find their own changes, and pages that a
   * notification of the live stream made read find what it was about. Gives up after half a second: then the read lags.
   */
  async catchUp(): Promise<void> {
    if (performance.now() < this.hurryUntil) return;
    const end = new AbortController();
    const limit = delay(this.catchUpMs, false, { signal: end.signal, ref: false }).catch(() => false);
    try {
      if (!(await Promise.race([this.reachPrimary(end.signal), limit])))
        this.hurryUntil = performance.now() + HURRY_MS;
    } finally {
      end.abort();
    }
  }

  /** Closes the connection: the next one is opened to the host that is a standby by then. */
  close(): void {
    this.client?.then((client) => client.end()).catch(() => undefined);
    this.client = null;
    this.replayed = null;
  }

  private async reachPrimary(end: AbortSignal): Promise<boolean> {
    const wanted = await this.primaryPositions.add(null).catch(() => null);
    if (wanted === null) return false;
    const isThere = (position: bigint | null) => position !== null && position >= wanted;
    while (!isThere(this.replayed) && !isThere(await this.standbyPositions.add(null))) {
      if (end.aborted) return false;
      await delay(LOOK_MS);
    }
    return true;
  }

  /**
   * Notes where the primary is; returns whether it responded. While it doesn't, the positions that it had stay valid until they
   * are too old.
   */
  private async samplePrimary(): Promise<boolean> {
    const at = performance.now();
    try {
      const [facts] = await this.primary.query<PrimaryFacts[]>(PRIMARY_FACTS);
      if (!facts) return false;
      this.primaryFacts = facts;
      this.lag.addPrimary(BigInt(facts.lsn), at);
      return true;
    } catch (error) {
      this.logger.debug(`The primary's position could not be read: ${(error as Error).message}`);
      return false;
    }
  }

  private async ask<R extends object>(sql: string): Promise<R> {
    const client = await (this.client ??= this.connect());
    const { rows } = await client.query<R>(sql);
    if (!rows[0]) throw new UnfitReplica('unreachable');
    return rows[0];
  }

  private connect(): Promise<Client> {
    const client = new Client({
      ...connectionTo(this.url, 'standby'),
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
      application_name: 'tessera-read-check',
    });
    const connected = client.connect().then(
      () => client,
      (error: unknown) => {
        forget();
        throw error;
      },
    );
    const forget = () => {
      if (this.client === connected) this.client = null;
      client.end().catch(() => undefined);
    };
    client.on('error', forget);
    client.on('end', forget);
    return connected;
  }
}
