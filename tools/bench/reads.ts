import { isDeepStrictEqual } from 'node:util';
import type { Cost } from './costs.ts';
import { rate, type Target } from './load.ts';
import { paired, type Result, type Spread } from './paired.ts';
import { summaryFields } from './page-sql.ts';
import { call, type Caller, type People } from './product.ts';

const CONNECTIONS = 16;

/** What the read contestants need. */
export interface ReadBench {
  product: number;
  references: number;
  people: People;
  realm: number;
  rounds: number;
  ms: number;
}

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
const perSecond = ({ median }: Spread): string => `${round(median)}/s`;

/** A comparison: rate of `one` over the rate of `other`, which must be at least `least`. */
async function compare(
  bench: ReadBench,
  name: string,
  one: Target,
  other: Target,
  least: number | null,
  cost: Cost = 'page',
): Promise<Result> {
  const run = (target: Target) => () => rate(target, CONNECTIONS, bench.ms);
  const { ratio, one: mine, other: theirs } = await paired(bench.rounds, run(one), run(other));
  return {
    name,
    ratio,
    promise: least === null ? 'for comparison' : `≥ ${least}`,
    met: least === null || ratio.median >= least,
    note: `${perSecond(mine)} against ${perSecond(theirs)}`,
    cost,
  };
}

const PAGE = '/api/tasks?page=1&page_size=100';
const SUMMARY = `${PAGE}&fields=${summaryFields}`;
const FULL = `${PAGE}&detailed=true`;

/** Every comparison of reads, one after another. */
export async function reads(bench: ReadBench, say: (result: Result) => void): Promise<void> {
  const { product, references, realm } = bench;
  const reference = (path: string): Target => ({
    port: references,
    path: `${path}?realm=${realm}`,
    expects: 200,
  });
  const as = ({ token }: Caller, path: string, tag?: string): Target => ({
    port: product,
    path,
    headers: { Authorization: `Bearer ${token}`, ...(tag && { 'If-None-Match': tag }) },
    expects: tag ? 304 : 200,
  });
  await samePages(bench, reference('/bare/full'), FULL);
  await samePages(bench, reference('/bare/summary'), SUMMARY);
  await samePages(bench, reference('/typeorm/full'), FULL);

  let caller = await bench.people.reader();
  const page = 'Page of 100 tasks, every field, through the whole product';
  say(
    await compare(
      bench,
      `${page} / bare http, pg rows, JSON.stringify`,
      as(caller, FULL),
      reference('/bare/full'),
      1.15,
    ),
  );
  say(
    await compare(
      bench,
      `${page} / the same bare page, prepared`,
      as(caller, FULL),
      reference('/prepared/full'),
      null,
    ),
  );
  say(
    await compare(bench, `${page} / TypeORM's find`, as(caller, FULL), reference('/typeorm/full'), 5, 'orm'),
  );
  caller = await bench.people.reader();
  say(
    await compare(
      bench,
      'List projection through the product / its bare page',
      as(caller, SUMMARY),
      reference('/bare/summary'),
      null,
    ),
  );
  say(
    await compare(
      bench,
      'List projection / every field',
      as(caller, SUMMARY),
      as(caller, FULL),
      2.5,
      'projection',
    ),
  );
  const tagged = async (path: string) => as(caller, path, await tagOf(bench, caller, path));
  say(await compare(bench, '304 / page with every field', await tagged(FULL), as(caller, FULL), 15, 'small'));
  say(await compare(bench, '304 / list projection', await tagged(SUMMARY), as(caller, SUMMARY), null));
  caller = await bench.people.reader();
  say(
    await compare(
      bench,
      'Authenticated answer without database / bare http',
      as(caller, '/api/vapid-public-key'),
      { port: references, path: '/hello?realm=1', expects: 200 },
      0.8,
      'small',
    ),
  );
}

/** The reference must answer what the product answers, or the comparison means nothing. */
async function samePages(bench: ReadBench, reference: Target, path: string): Promise<void> {
  const mine = await call<object[]>(await bench.people.reader(), 'GET', path);
  const bare = await call<object[]>({ port: reference.port, token: '' }, 'GET', reference.path);
  if (!isDeepStrictEqual(mine, bare)) throw new Error(`${path} and its reference answer different rows`);
}

async function tagOf({ product }: ReadBench, { token }: Caller, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${product}${path}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  await answer.arrayBuffer();
  return answer.headers.get('etag') ?? '';
}

/** The page after half of all tasks (with two millions: the millionth row) against the first, as an administrator. */
export async function depth(bench: ReadBench, cursor: string, row: number): Promise<Result> {
  const { token } = await bench.people.root();
  const at = (query: string): Target => ({
    port: bench.product,
    path: `/api/tasks?page_size=100${query}`,
    headers: { Authorization: `Bearer ${token}` },
    expects: 200,
  });
  const run = (target: Target) => () => rate(target, 4, bench.ms);
  const { ratio, one, other } = await paired(bench.rounds, run(at('')), run(at(`&cursor=${cursor}`)));
  return {
    name: `Time of the page at row ${row.toLocaleString('en')} by cursor / of the first page`,
    ratio,
    promise: '≤ 2',
    met: ratio.median <= 2,
    note: `first ${perSecond(one)}, deep ${perSecond(other)}`,
  };
}
