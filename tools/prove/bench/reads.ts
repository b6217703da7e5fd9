import { isDeepStrictEqual } from 'node:util';
import autocannon from 'autocannon';
import type pg from 'pg';
import type { Client } from '../installation/client.ts';
import { pair, type Result, type Spread } from './measure.ts';
import { clientWith, type SignIn } from './owners.ts';
import { pageQuery } from './postgraphile.ts';

const CONNECTIONS = 16;
const PAGE = '/api/tasks?page=1&page_size=100&detailed=true';

/** A request that is repeated; `status` is the one that every response must have. */
interface Target {
  url: string;
  headers?: Record<string, string>;
  /** Sent by POST; without it the request is a GET. */
  body?: string;
  status: number;
}

export interface ReadOptions {
  /** Ports of the references. */
  references: number;
  postgraphile: number;
  owner: SignIn;
  admin: SignIn;
  realmId: number;
  rounds: number;
  seconds: number;
}

/** Responses per second; throws when a response has another status. */
async function rate(target: Target, seconds: number, connections = CONNECTIONS): Promise<number> {
  const { url, headers, body, status } = target;
  const method = body === undefined ? 'GET' : 'POST';
  const result = await autocannon({ url, method, headers, body, connections, duration: seconds });
  const wrong = Object.entries(result.statusCodeStats ?? {}).filter(([code]) => Number(code) !== status);
  if (result.errors > 0 || wrong.length > 0)
    throw new Error(`${url}: ${result.errors} errors, statuses ${JSON.stringify(wrong)}`);
  return result.requests.average;
}

const perSecond = ({ median }: Spread): string => `${median.toFixed(0)}/s`;

const product = ({ server, token }: Client, path: string): Target => ({
  url: `${server}${path}`,
  headers: { Authorization: `Bearer ${token}` },
  status: 200,
});

/** Compares a page of 100 full tasks through the whole product with the same page by other means. */
export async function reads(options: ReadOptions): Promise<Result[]> {
  const { references, owner, realmId, rounds, seconds } = options;
  const reference = (path: string): Target => ({
    url: `http://127.0.0.1:${references}${path}?realm=${realmId}`,
    status: 200,
  });
  const graphql: Target = {
    url: `http://127.0.0.1:${options.postgraphile}/graphql`,
    headers: { 'Content-Type': 'application/json' },
    body: pageQuery(realmId),
    status: 200,
  };
  await requireSameRows(options, graphql);
  const results: Result[] = [];
  const compare = async (name: string, one: Target, other: Target, least: number) => {
    const run = (target: Target) => () => rate(target, seconds);
    const { ratio, one: mine, other: theirs } = await pair(rounds, run(one), run(other));
    results.push({
      name,
      figure: ratio,
      promise: `≥ ${least}`,
      met: ratio.median >= least,
      note: `${perSecond(mine)} to ${perSecond(theirs)}`,
    });
  };
  const name = 'Page of 100 full tasks through the product';
  for (const [other, title, least] of [
    [reference('/prepared'), 'bare Node http with prepared pg rows', 0.8],
    [graphql, 'PostGraphile', 2],
    [reference('/typeorm'), "TypeORM's find with relations", 2.5],
  ] as const)
    await compare(`${name} / ${title}`, product(await owner(), PAGE), other, least);
  return results;
}

/** Throws unless the references return what the product returns: otherwise the comparison means nothing. */
async function requireSameRows(options: ReadOptions, graphql: Target): Promise<void> {
  const { references, owner, realmId } = options;
  const mine = await (await owner()).requestOk<{ id: number }[]>('GET', PAGE);
  for (const path of ['/prepared', '/typeorm']) {
    const theirs = await clientWith(`http://127.0.0.1:${references}`, '').requestOk<object[]>(
      'GET',
      `${path}?realm=${realmId}`,
    );
    const unequal = mine.findIndex((row, index) => !isDeepStrictEqual(row, theirs[index]));
    if (mine.length !== 100 || unequal >= 0)
      throw new Error(`${path} returns other rows: ${JSON.stringify([mine[unequal], theirs[unequal]])}`);
  }
  const response = await fetch(graphql.url, { method: 'POST', headers: graphql.headers, body: graphql.body });
  const { data } = (await response.json()) as { data?: { allTasks: { nodes: { id: number }[] } } };
  if (
    !isDeepStrictEqual(
      mine.map(({ id }) => id),
      data?.allTasks.nodes.map(({ id }) => id),
    )
  )
    throw new Error('PostGraphile returns other rows');
}

/** Compares the page in the middle of all tasks, by cursor, with the first page. */
export async function depth(
  { admin, rounds, seconds }: ReadOptions,
  db: pg.ClientBase,
  row: number,
): Promise<Result> {
  const caller = await admin();
  const { rows } = await db.query<{ at: string; id: number }>(
    `SELECT created_at::text AS at, id FROM tasks WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC OFFSET $1 LIMIT 1`,
    [row - 1],
  );
  const cursor = Buffer.from(JSON.stringify([rows[0]?.at, rows[0]?.id])).toString('base64url');
  const run = (query: string) => () => rate(product(caller, `/api/tasks?page_size=100${query}`), seconds, 4);
  const { ratio, one, other } = await pair(rounds, run(''), run(`&cursor=${cursor}`));
  return {
    name: `Time of the page at row ${row.toLocaleString('en')} by cursor / of the first page`,
    figure: ratio,
    promise: '≤ 2',
    met: ratio.median <= 2,
    note: `first ${perSecond(one)}, deep ${perSecond(other)}`,
  };
}
