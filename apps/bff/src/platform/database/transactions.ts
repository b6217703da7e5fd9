import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { PoolClient } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { isDatabaseAway, isTransient } from '../errors/database-problem';
import type { Scope } from '../realm-scope/scope';
import { type JsonRows, rowWriter } from './json-rows';
import { setPipeline, socketOf } from './pg-internals';
import { prepared, repeated, type Statement, writePage } from './prepared';
import { markTransaction, poolOf, releaseBroken } from './typeorm-internals';

/** One open transaction, confined to its scope by row-level security. */
export interface Tx {
  manager: EntityManager;
  /** The rows of one statement, by column name. */
  query<R>(sql: string, params?: unknown[]): Promise<R[]>;
  /** As `query`, for one text that comes again and again: planned once for each connection and role. */
  repeat<R>(sql: string, params: unknown[]): Promise<R[]>;
  /** The rows of one statement as JSON, for an answer of many: none of their values is made on the way. */
  json(sql: string, params?: unknown[]): Promise<JsonRows>;
  /** How many rows one statement changed. */
  execute(sql: string, params?: unknown[]): Promise<number>;
  /** Runs once the transaction has committed; never when it rolls back. */
  afterCommit(fn: () => void): void;
  scope: Scope;
}

/** What `readAtOnce` sends with: its connection, and statements as they are named for its role. */
export type AskAtOnce = {
  client: Pick<PoolClient, 'query'>;
  statement: (statement: Statement) => Statement;
};

type Open = {
  client: PoolClient;
  manager: EntityManager;
  hooks: (() => void)[];
  depth: number;
  scope: Scope;
};

const ATTEMPTS = 3;
const READ = 'BEGIN READ ONLY';

/** The role and realm that row-level security goes by. Ids are checked integers, so the text is safe. */
function scopeSql(scope: Scope): string {
  const realm = scope.kind === 'realm' ? String(Math.trunc(scope.realmId)) : '';
  const role = scope.kind === 'all' ? 'tessera_all' : 'tessera_realm';
  return `SET LOCAL ROLE ${role}; SELECT set_config('app.realm_id', '${realm}', true)`;
}

/** A plan belongs to the role that row-level security goes by: each role has its own, else every change plans anew. */
const ofRole = <S extends { name?: string }>(scope: Scope, statement: S): S =>
  statement.name && scope.kind === 'all' ? { ...statement, name: `${statement.name}_all` } : statement;

/** Opens the transactions that all reads and writes happen in, each for one scope. */
@Injectable()
export class Transactions {
  /** The transaction that a request with an Idempotency-Key holds open around its handler. */
  private readonly ambient = new AsyncLocalStorage<Open>();

  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /** Runs `work` in one transaction; retried on serialization failures and deadlocks, at most 3 times in all. */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const outer = this.ambient.getStore();
    return outer ? this.nested(outer, scope, work) : this.retrying(scope, 'BEGIN', work);
  }

  /** As `run`, read only. */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const outer = this.ambient.getStore();
    return outer ? this.nested(outer, scope, work) : this.retrying(scope, READ, work);
  }

  /**
   * Reads that don't need one another's answers, in one transaction and one round trip: `send` hands all of them to the
   * connection at once, which doesn't wait in between. One that fails fails those after it, and COMMIT then rolls back.
   */
  readAtOnce<T extends readonly unknown[]>(
    scope: Scope,
    send: (ask: AskAtOnce) => { [K in keyof T]: Promise<T[K]> },
  ): Promise<T> {
    return this.atOnce(scope, READ, send);
  }

  /**
   * One statement that is a whole transaction, in one round trip; it stands for itself, so nothing is to be checked before
   * and nothing follows from it. For texts that come again and again. Retried as `run` is.
   */
  async single<R>(scope: Scope, sql: string, params: unknown[]): Promise<R[]> {
    if (this.ambient.getStore()) return this.run(scope, (tx) => tx.repeat<R>(sql, params));
    const [rows] = await retried(() =>
      this.atOnce<[R[]]>(scope, 'BEGIN', ({ client }) => [
        client.query(ofRole(scope, repeated(sql, params))).then((answer) => answer.rows as R[]),
      ]),
    );
    return rows;
  }

  private async atOnce<T extends readonly unknown[]>(
    scope: Scope,
    begin: string,
    send: (ask: AskAtOnce) => { [K in keyof T]: Promise<T[K]> },
  ): Promise<T> {
    const client = await poolOf(this.dataSource).connect();
    let broken: Error | undefined;
    const lost = (error: Error) => void (broken = error);
    client.on('error', lost);
    const stream = socketOf(client);
    try {
      setPipeline(client, true);
      // Held back until all are there, so that they leave in one packet.
      stream.cork();
      const begun = client.query(`${begin}; ${scopeSql(scope)}`);
      const answers = send({ client, statement: (statement) => ofRole(scope, statement) });
      const committed = client.query('COMMIT');
      stream.uncork();
      const outcomes = await Promise.allSettled<unknown>([begun, ...answers, committed]);
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (outcomes.at(-1)?.status === 'rejected') broken ??= failed?.reason as Error;
      if (failed) throw failed.reason;
      return (await Promise.all(answers)) as unknown as T;
    } finally {
      // Only while it lasts: a connection that pipelines isn't let go of before its last answer.
      setPipeline(client, false);
      client.off('error', lost);
      client.release(broken);
    }
  }

  /** As `run`, and every `run` and `read` within `work` joins this transaction rather than opening its own. */
  around<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.retrying(scope, 'BEGIN', (tx, open) => this.ambient.run(open, () => work(tx)));
  }

  private retrying<T>(scope: Scope, begin: string, work: (tx: Tx, open: Open) => Promise<T>): Promise<T> {
    return retried(() => this.once(scope, begin, work));
  }

  private async once<T>(scope: Scope, begin: string, work: (tx: Tx, open: Open) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    const client = (await runner.connect()) as PoolClient;
    const open: Open = { client, manager: runner.manager, hooks: [], depth: 0, scope };
    let broken: unknown;
    try {
      await client.query(`${begin}; ${scopeSql(scope)}`);
      markTransaction(runner, true);
      const result = await work(this.tx(open, scope), open);
      await client.query('COMMIT');
      markTransaction(runner, false);
      for (const hook of open.hooks) hook();
      return result;
    } catch (error) {
      // One that has been lost, or doesn't answer any more, isn't asked once more.
      if (isDatabaseAway(error)) broken = error;
      else await client.query('ROLLBACK').catch((failure: unknown) => (broken = failure));
      markTransaction(runner, false);
      throw error;
    } finally {
      // A connection that couldn't roll back is not given to the pool's next borrower.
      if (broken) await releaseBroken(runner, broken);
      else await runner.release();
    }
  }

  /** A part of the ambient transaction: its failure undoes this part alone, its scope ends with it. */
  private async nested<T>(open: Open, scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    const outerScope = open.scope;
    const savepoint = `part_${(open.depth += 1)}`;
    await open.client.query(`SAVEPOINT ${savepoint}; ${scopeSql(scope)}`);
    open.scope = scope;
    try {
      const result = await work(this.tx(open, scope));
      await open.client.query(`RELEASE SAVEPOINT ${savepoint}; ${scopeSql(outerScope)}`);
      return result;
    } catch (error) {
      // Rolling back to the savepoint also takes the role and realm back.
      await open.client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      throw error;
    } finally {
      open.scope = outerScope;
    }
  }

  private tx(open: Open, scope: Scope): Tx {
    return {
      scope,
      manager: open.manager,
      query: async <R>(sql: string, params?: unknown[]) => (await open.client.query(sql, params)).rows as R[],
      repeat: async <R>(sql: string, params: unknown[]) =>
        (await open.client.query(ofRole(scope, repeated(sql, params)))).rows as R[],
      json: async (sql, params = []) =>
        (await writePage(open.client, prepared(sql, params, false), Infinity, (fields) => rowWriter(fields)))
          .rows,
      execute: async (sql, params) => (await open.client.query(sql, params)).rowCount ?? 0,
      afterCommit: (fn) => void open.hooks.push(fn),
    };
  }
}

/** Again on serialization failures and deadlocks, at most `ATTEMPTS` times in all. */
async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
