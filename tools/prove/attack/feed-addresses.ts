import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../start/ports.ts';
import type { Collector } from '../installation/collector.ts';
import type { Installation } from '../installation/installation.ts';
import { accessLog, startNginx } from '../installation/nginx.ts';
import { waitFor } from '../installation/wait-for.ts';
import type { Fixtures } from './fixtures.ts';
import { send } from './http.ts';
import type { Result } from './probe.ts';

/** Nothing listens there. */
const DEAD = 9;
const WITHIN_MS = 20_000;

/** Reads a calendar's feed in every way, also while no server responds, and looks for its address in all that is written. */
export async function feedAddresses(
  fixtures: Fixtures,
  { texts: spans }: Collector,
  { db, folder }: Installation,
): Promise<Result[]> {
  const printed = () => linesOf(path.join(folder, 'logs/bff-1.log'));
  const owner = await fixtures.person();
  const made = await send(fixtures.port, '/api/calendar/feed', {
    method: 'POST',
    token: owner.token,
    body: { kinds: ['on_sale', 'job'], planned: false },
  });
  const { path: feed } = JSON.parse(made.text) as { path: string };
  const secret = feed.slice(feed.lastIndexOf('/') + 1).replace('.ics', '');
  const logs = await readThroughNginx(fixtures.port, feed, secret);
  const read = await readAll(fixtures.port, waysTo(feed, secret));
  if (!read.includes(200)) throw new Error(`The feed answered ${read.join()}`);
  await written(() => printed().filter((line) => line.includes('/calendar/feed')).length >= read.length);
  await written(() => spans.some((span) => span.includes('calendar/feed')));
  const { rows: tables } = await db.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const stored: string[] = [];
  for (const { name } of tables) {
    const found = await db.query(`SELECT FROM ${name} t WHERE strpos(t::text, $1) > 0`, [secret]);
    stored.push(...found.rows.map(() => name));
  }
  const metrics = (await send(fixtures.port, '/metrics')).text;
  const result = (what: string, texts: readonly string[], searched: number): Result => {
    const found = texts.filter((text) => text.includes(secret)).length;
    return {
      attack: `a calendar's address: ${what}`,
      tried: `${read.length} ways to read it, ${searched} lines, spans or tables`,
      outcome: `found in ${found}`,
      passed: found === 0 && searched > 0,
    };
  };
  return [
    result("the server's log and metrics", [...printed(), metrics], printed().length),
    result('spans', spans, spans.length),
    result('audit and every other table', stored.map(() => secret), tables.length),
    result("nginx's logs", logs, logs.length),
  ]; // prettier-ignore
}

/** Addresses that show the feed, and some that are mistyped at the end. */
const waysTo = (feed: string, secret: string): [string, string][] => [
  ['GET', feed],
  ['HEAD', feed],
  ['POST', feed],
  ['OPTIONS', feed],
  ['GET', `${feed}?download=${secret}`],
  ['GET', feed.replace('/feed/', '//feed/')],
  ['GET', feed.replace('/feed/', '/./%66eed/')],
  ['GET', feed.replace('.ics', '')],
  ['GET', feed.replace('.ics', '%2eics')],
  ['GET', `${feed}/`],
  ['GET', `${feed}x`],
];

const readAll = async (port: number, ways: readonly [string, string][]): Promise<(number | null)[]> => {
  const statuses: (number | null)[] = [];
  for (const [method, address] of ways)
    statuses.push(
      (await send(port, address, { method, headers: { Referer: `http://127.0.0.1:${port}${address}` } }))
        .status,
    );
  return statuses;
};

/** The lines of nginx's logs as they are shipped, in front of the server and of none. */
async function readThroughNginx(server: number, feed: string, secret: string): Promise<string[]> {
  const lines: string[] = [];
  for (const target of [server, DEAD]) {
    const folder = mkdtempSync(path.join(tmpdir(), 'tessera-attack-'));
    const port = await freePort();
    const settings = { PORT: String(port), BFF_URL: `http://127.0.0.1:${target}`, RESOLVER: '127.0.0.1' };
    const nginx = startNginx(folder, settings, { logs: 'as shipped' });
    try {
      await written(async () => (await send(port, '/livez')).status !== null);
      const ways = waysTo(feed, secret);
      await readAll(port, ways);
      const read = () => [accessLog(folder), path.join(folder, 'error.log')].flatMap(linesOf);
      await written(() => read().length > ways.length);
      lines.push(...read());
    } finally {
      nginx.kill();
      await once(nginx, 'exit');
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return lines;
}

const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

/** Waits until something has been written. */
const written = (isThere: () => boolean | Promise<boolean>): Promise<true> =>
  waitFor('what is searched has been written', async () => await isThere(), { withinMs: WITHIN_MS });
