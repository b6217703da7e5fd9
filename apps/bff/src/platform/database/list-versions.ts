import { Injectable } from '@nestjs/common';
import { type Scope, systemScope } from '../realm-scope/scope';
import { RequestBatcher } from './request-batcher';
import { textStatement } from './statements';
import { type Reads, Transactions } from './transactions';

/** What lists depend on; a counter per topic and realm grows with every change. The last three belong to no realm. */
export type Topic =
  | 'tasks'
  | 'jobs'
  | 'holds'
  | 'tickets'
  | 'logins'
  | 'login_checks'
  | 'pools'
  | 'templates'
  | 'sites'
  | 'events'
  | 'users';

/** Versions by owner and topic. The owner is a realm's id, or one of the two below. */
type Versions = ReadonlyMap<string, string>;

/** Owner of the topics that belong to no realm, and of all realms' topics summed up. */
const SHARED = 0;
const ALL_REALMS = -1;

const BY_REALM = `SELECT coalesce(realm_id, ${SHARED}), topic, sum(version)::text FROM list_versions
  WHERE realm_id = ANY ($1::int[]) OR realm_id IS NULL GROUP BY 1, 2`;
const OF_ALL = `SELECT ${ALL_REALMS}, topic, sum(version)::text FROM list_versions WHERE realm_id IS NOT NULL GROUP BY 2`;

/**
 * The versions behind the ETags of lists. Requests that arrive while the versions are being read share the next read,
 * which starts after they arrived and so sees everything that was committed before them.
 */
@Injectable()
export class ListVersions {
  private readonly batcher = new RequestBatcher<Scope, Versions>((scopes) =>
    this.read(this.transactions, scopes),
  );

  private readonly clocks: string[] = [];

  constructor(private readonly transactions: Transactions) {}

  /**
   * Has a topic change with the clock, too, before anything writes that time is over. `sql` returns the instant of the last
   * such change as a text.
   */
  registerClock(topic: 'lapsed', sql: string): void {
    this.clocks.push(`SELECT ${SHARED}, '${topic}', (${sql})`);
  }

  /** Returns a text that changes whenever one of the topics changes in the scope. */
  async of(scope: Scope, topics: readonly (Topic | 'lapsed')[]): Promise<string> {
    return textOf(await this.batcher.add(scope), scope, topics);
  }

  /** As `of`, by the server of an export, whose rows may be older than the primary's. */
  async ofExport(reads: Reads, scope: Scope, topics: readonly (Topic | 'lapsed')[]): Promise<string> {
    const [versions] = await this.read(reads, [scope]);
    return textOf(versions ?? new Map(), scope, topics);
  }

  private async read(reads: Reads, scopes: readonly Scope[]): Promise<Versions[]> {
    const realms = [...new Set(scopes.flatMap((scope) => (scope.kind === 'realm' ? scope.realmId : [])))];
    const statements = [
      textStatement(BY_REALM, [realms]),
      ...this.clocks.map((sql) => textStatement(sql, [])),
    ];
    if (scopes.some(({ kind }) => kind === 'all')) statements.push(textStatement(OF_ALL, []));
    const results = await reads.readPipelined(systemScope('list versions'), (send) => statements.map(send));
    const versions = new Map(
      results.flatMap(({ rows }) =>
        rows.map(([owner, topic, version]) => [`${owner}.${topic}`, version ?? ''] as const),
      ),
    );
    return scopes.map(() => versions);
  }
}

function textOf(versions: Versions, scope: Scope, topics: readonly (Topic | 'lapsed')[]): string {
  const owner = scope.kind === 'realm' ? scope.realmId : scope.kind === 'all' ? ALL_REALMS : null;
  return topics
    .map((topic) => `${versions.get(`${owner}.${topic}`) ?? 0}.${versions.get(`${SHARED}.${topic}`) ?? 0}`)
    .join('-');
}
