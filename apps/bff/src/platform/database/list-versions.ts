import { Injectable } from '@nestjs/common';
import { type Scope, systemScope } from '../realm-scope/scope';
import { prepared } from './prepared';
import { Together } from './together';
import { Transactions } from './transactions';

/** What lists show, each counted when it changes (migration 17). The last three are the same for every realm. */
export type Topic =
  'tasks' | 'jobs' | 'holds' | 'tickets' | 'logins' | 'pools' | 'templates' | 'sites' | 'events' | 'users';

type Count = [place: string, topic: string, version: string | null];
type Counted = Map<string, string>;

const BY_REALM = `SELECT coalesce(realm_id, 0), topic, sum(version)::text FROM list_versions
  WHERE realm_id = ANY ($1::int[]) OR realm_id IS NULL GROUP BY 1, 2`;
const OF_ALL = `SELECT -1, topic, sum(version)::text FROM list_versions WHERE realm_id IS NOT NULL GROUP BY 2`;
/** Holds lapse by the clock alone, before a sweep marks them: the last that has done so says whether one more did. */
const LAPSED = `SELECT 0, 'lapsed', max(expires_at)::text FROM holds WHERE status = 'held' AND expires_at <= now()`;

/**
 * The versions behind lists' ETags. All requests that wait while the database is asked share its next answer, which is
 * asked for after they came: what was committed before a request is in its answer.
 */
@Injectable()
export class ListVersions {
  private readonly readings = new Together<Scope, Counted>((scopes) => this.read(scopes));

  constructor(private readonly transactions: Transactions) {}

  /** A text that is another whenever one of the topics has changed in the scope. */
  async of(scope: Scope, topics: readonly (Topic | 'lapsed')[]): Promise<string> {
    const counted = await this.readings.ask(scope);
    const place = scope.kind === 'realm' ? scope.realmId : scope.kind === 'all' ? -1 : null;
    return topics
      .map((topic) => `${counted.get(`${place}.${topic}`) ?? 0}.${counted.get(`0.${topic}`) ?? 0}`)
      .join('-');
  }

  private async read(scopes: readonly Scope[]): Promise<Counted[]> {
    const realms = [...new Set(scopes.flatMap((scope) => (scope.kind === 'realm' ? scope.realmId : [])))];
    const all = scopes.some(({ kind }) => kind === 'all');
    const counts = await this.transactions.readAtOnce<Count[][]>(
      systemScope('list versions'),
      ({ client, statement }) =>
        [prepared(BY_REALM, [realms]), prepared(LAPSED, []), ...(all ? [prepared(OF_ALL, [])] : [])].map(
          async (each) => (await client.query<Count>(statement(each))).rows,
        ),
    );
    const counted = new Map(
      counts.flat().map(([place, topic, version]) => [`${place}.${topic}`, version ?? '']),
    );
    return scopes.map(() => counted);
  }
}
