import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { SpanKind } from '@opentelemetry/api';
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg';
import type { DataSource, EntityManager, QueryRunner } from 'typeorm';
import { isDatabaseUnavailable, isTransient } from '../errors/database-error';
import { isExport } from '../http/list-query';
import type { Scope } from '../realm-scope/scope';
import { inSpan } from '../telemetry/tracing';
import { type Connection, ConnectionPool } from './connection-pool';
import { sessionOf } from './data-source';
import { compileRowWriter, type JsonRows, type TextRow, writeRows } from './json-rows';
import type { Results } from './pipelining';
import { ReadReplica } from './read-replica';
import type { SessionSettings } from './session';
import { preparedStatement, textStatement } from './statements';
import { TransactionStats } from './transaction-stats';

/** One open transaction, confined to its scope by row-level security. */
export interface Tx {
  manager: EntityManager;
  /** Returns the rows of one statement as objects. */
  query<R>(sql: string, params?: unknown[]): Promise<R[]>;
  /** As `query`, by a prepared statement: for texts that recur. */
  queryPrepared<R>(sql: string, params: unknown[]): Promise<R[]>;
  /** Returns the rows of one statement as JSON, without parsing their values. */
  queryJson(sql: string, params?: unknown[]): Promise<JsonRows>;
  /** Returns how many rows one statement changed. */
  execute(sql: string, params?: unknown[]): Promise<number>;
  /** Runs a function once the transaction has committed; never when it rolls back. */
  afterCommit(fn: () => void): void;
  scope: Scope;
}

/** Sends one statement of a pipelined read. */
export type PipelinedQuery = (statement: QueryArrayConfig) => Promise<QueryArrayResult<TextRow>>;

/** Opens read-only transactions of one server. */
export interface Reads {
  /** Runs `work` in one transaction. */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * Runs reads that don't depend on one another in one transaction and one round trip: `send` issues all of its statements
   * at once. When one fails, those after it fail too and the transaction rolls back.
   */
  readPipelined<P extends readonly Promise<unknown>[] | []>(
    scope: Scope,
    send: (query: PipelinedQuery) => P,
  ): Promise<Results<P>>;
}

type OpenTransaction = {
  client: PoolClient;
  manager: EntityManager;
  afterCommit: (() => void)[];
  savepoints: number;
  scope: Scope;
};

/** What is done in a transaction, which may be a part of an open one. */
type Work<T> = (tx: Tx, open: OpenTransaction) => Promise<T>;

type Mode = 'read' | 'write';

const MAX_ATTEMPTS = 3;

const roleOf = (scope: Scope): 'tessera_all' | 'tessera_console' | 'tessera_realm' =>
  scope.kind !== 'all' ? 'tessera_realm' : scope.hidesRehearsals ? 'tessera_console' : 'tessera_all';

/** Sets the role and the realm that row-level security checks. Ids are checked integers, so the text is safe. */
function roleSql(scope: Scope): string {
  const realm = scope.kind === 'realm' ? String(Math.trunc(scope.realmId)) : '';
  return `SET LOCAL ROLE ${roleOf(scope)}; SELECT set_config('app.realm_id', '${realm}', true)`;
}

/** How a transaction begins, within `setUp`, and ends. */
type Boundaries = {
  begin: (setUp: string) => Promise<unknown>;
  commit: () => Promise<unknown>;
  rollback: () => Promise<unknown>;
};

/** All statements of a read see the same instant, so that the figures and rows of a response agree. */
const BEGIN_READ = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** TypeORM has no read-only transactions; one round trip begins this one. */
const readOnly = (pool: ConnectionPool, client: PoolClient): Boundaries => ({
  begin: async (setUp) => pool.verify(await client.query(pool.beginningWith(`${BEGIN_READ}; ${setUp}`))),
  commit: () => client.query('COMMIT'),
  rollback: () => client.query('ROLLBACK'),
});

/** TypeORM must begin the transaction, or its writes would begin and commit their own. */
const readWrite = (runner: QueryRunner, client: PoolClient): Boundaries => ({
  begin: async (setUp) => {
    await runner.startTransaction();
    await client.query(setUp);
  },
  commit: () => runner.commitTransaction(),
  rollback: () => runner.rollbackTransaction(),
});

/** Opens the transactions of all reads and writes, each for one scope. */
@Injectable()
export class Transactions implements Reads {
  /** The transaction that `runAmbient` holds open around its callers. */
  private readonly ambient = new AsyncLocalStorage<OpenTransaction>();
  private readonly session: SessionSettings;
  private readonly primary: ConnectionPool;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    stats: TransactionStats,
    private readonly replica?: ReadReplica,
  ) {
    this.session = sessionOf(dataSource);
    this.primary = new ConnectionPool(dataSource, stats);
  }

  /** Runs `work` in one transaction; retried on serialization failures and deadlocks, at most 3 times in all. */
  run<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.join(scope, 'write', work);
  }

  /** As `run`, read only. */
  read<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.join(scope, 'read', work);
  }

  /** As `run`; every other transaction that `work` asks for, in whatever scope, becomes a part of this one. */
  runAmbient<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.join(scope, 'write', (tx, open) => this.ambient.run(open, () => work(tx)));
  }

  /**
   * As `read`, by the standby of `DATABASE_READ_URL` where that is set. It waits half a second for the standby to have what
   * was committed before; then the rows may be as old as `DATABASE_READ_MAX_LAG` allows. For figures and logs that people
   * look at. Never for what a decision depends on: sign-in, permissions, limits, leases, a change of the rows.
   *
   * `work` must only read: it runs again on the primary when the standby fails.
   */
  readAllowingLag<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.allowLag((reads) => reads.read(scope, work));
  }

  /** Reads a list, which may be exported: an export as `readAllowingLag`, a page as `read`. */
  readList<T>(scope: Scope, work: (tx: Tx) => Promise<T>): Promise<T> {
    return isExport() ? this.readAllowingLag(scope, work) : this.read(scope, work);
  }

  /** Runs reads as `readAllowingLag` does, several transactions all on the same server. */
  async allowLag<T>(work: (reads: Reads) => Promise<T>): Promise<T> {
    if (!this.replica || this.ambient.getStore()) return work(this);
    const done = await this.replica.tryRead((pool) => work(this.readsOf(pool)));
    return done ? done.result : work(this);
  }

  readPipelined<P extends readonly Promise<unknown>[] | []>(
    scope: Scope,
    send: (query: PipelinedQuery) => P,
  ): Promise<Results<P>> {
    return this.readsOf(this.primary).readPipelined(scope, send);
  }

  /** Runs one prepared statement as a whole transaction, in one round trip. Retried as `run` is. */
  async runStatement<R>(scope: Scope, sql: string, params: unknown[]): Promise<R[]> {
    if (this.ambient.getStore()) return this.run(scope, (tx) => tx.queryPrepared<R>(sql, params));
    const statement = this.forRole(scope, preparedStatement(sql, params));
    const [result] = await withRetry(() =>
      this.runPipelined(this.primary, scope, 'BEGIN', (client) => [client.query(statement)]),
    );
    return result.rows as R[];
  }

  private join<T>(scope: Scope, mode: Mode, work: Work<T>): Promise<T> {
    const outer = this.ambient.getStore();
    return outer
      ? this.runNested(outer, scope, work)
      : withRetry(() => this.runOnce(this.primary, scope, mode, work));
  }

  private readsOf(pool: ConnectionPool): Reads {
    return {
      read: (scope, work) => this.runOnce(pool, scope, 'read', work),
      readPipelined: (scope, send) =>
        this.runPipelined(pool, scope, BEGIN_READ, (client) =>
          send((statement) => client.query<TextRow>(this.forRole(scope, statement))),
        ),
    };
  }

  /** The connections are opened with pg's `pipeline` option: statements leave without waiting for one another. */
  private runPipelined<P extends readonly Promise<unknown>[] | []>(
    pool: ConnectionPool,
    scope: Scope,
    begin: string,
    send: (client: PoolClient) => P,
  ): Promise<Results<P>> {
    return this.withConnection(pool, 'pipelined', scope, async ({ client }) => {
      const begun = client.query(pool.beginningWith(`${begin}; ${this.setUpSql(scope)}`));
      const sent = send(client);
      const committed = client.query('COMMIT');
      // The connection is returned only when all its statements are over, whichever of them fails first.
      await Promise.allSettled([begun, ...sent, committed]);
      pool.verify(await begun);
      const results = await Promise.all(sent);
      await committed;
      return results;
    });
  }

  private runOnce<T>(pool: ConnectionPool, scope: Scope, mode: Mode, work: Work<T>): Promise<T> {
    return this.withConnection(pool, mode, scope, async ({ runner, client }) => {
      const { begin, commit, rollback } =
        mode === 'read' ? readOnly(pool, client) : readWrite(runner, client);
      const open: OpenTransaction = {
        client,
        manager: runner.manager,
        afterCommit: [],
        savepoints: 0,
        scope,
      };
      try {
        await begin(this.setUpSql(scope));
        const result = await work(this.transactionOf(open, scope), open);
        await commit();
        for (const hook of open.afterCommit) hook();
        return result;
      } catch (error) {
        if (!isDatabaseUnavailable(error)) await rollback().catch(() => void client.end());
        throw error;
      }
    });
  }

  private withConnection<T>(
    pool: ConnectionPool,
    mode: Mode | 'pipelined',
    scope: Scope,
    work: (connection: Connection) => Promise<T>,
  ): Promise<T> {
    const realm = scope.kind === 'realm' ? { 'tessera.realm_id': scope.realmId } : {};
    const attributes = { 'db.system.name': 'postgresql', ...realm };
    return inSpan(`transaction ${mode}`, { kind: SpanKind.CLIENT, attributes }, () => pool.lend(work));
  }

  /** Runs a part of the ambient transaction in its own scope; when it fails, only this part is rolled back. */
  private async runNested<T>(open: OpenTransaction, scope: Scope, work: Work<T>): Promise<T> {
    const outerScope = open.scope;
    const savepoint = `part_${(open.savepoints += 1)}`;
    await open.client.query(`SAVEPOINT ${savepoint}; ${roleSql(scope)}`);
    open.scope = scope;
    try {
      const result = await work(this.transactionOf(open, scope), open);
      await open.client.query(`RELEASE SAVEPOINT ${savepoint}; ${roleSql(outerScope)}`);
      return result;
    } catch (error) {
      // Rolling back to the savepoint also restores the role and the realm.
      await open.client.query(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      throw error;
    } finally {
      open.scope = outerScope;
    }
  }

  /** What begins a transaction: its limits where the session isn't ours, the role and the realm. */
  private setUpSql(scope: Scope): string {
    return roleSql(scope) + this.session.setUp;
  }

  /** Names a statement per role: a plan depends on the role's policies, and changing the role plans the statement again. */
  private forRole<S extends { name?: string }>(scope: Scope, statement: S): S {
    if (!statement.name) return statement;
    if (this.session.unnamed) return { ...statement, name: undefined };
    const role = roleOf(scope);
    return role === 'tessera_realm'
      ? statement
      : { ...statement, name: `${statement.name}_${role.slice('tessera_'.length)}` };
  }

  private transactionOf({ client, manager, afterCommit }: OpenTransaction, scope: Scope): Tx {
    return {
      scope,
      manager,
      query: async <R>(sql: string, params?: unknown[]) => (await client.query(sql, params)).rows as R[],
      queryPrepared: async <R>(sql: string, params: unknown[]) =>
        (await client.query(this.forRole(scope, preparedStatement(sql, params)))).rows as R[],
      queryJson: async (sql, params = []) => {
        const { rows, fields } = await client.query<TextRow>(textStatement(sql, params, null));
        return writeRows(rows, compileRowWriter(fields));
      },
      execute: async (sql, params) => (await client.query(sql, params)).rowCount ?? 0,
      afterCommit: (fn) => void afterCommit.push(fn),
    };
  }
}

/** Repeats work on serialization failures and deadlocks. */
async function withRetry<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= MAX_ATTEMPTS || !isTransient(error)) throw error;
    }
  }
}
