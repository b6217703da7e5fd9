/**
 * The references as a server of their own: `/bare/…` is Node's http, pg's rows and JSON.stringify; `/prepared/…` the
 * same by a named statement; `/typeorm/…` TypeORM's find with its relations; `/hello` no database at all. It connects
 * past row-level security, asks for one realm's rows, and knows nobody.
 */
import http from 'node:http';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { findPage, schemas } from './typeorm-page.ts';
import { pages } from './page-sql.ts';

const url = process.env.DATABASE_URL;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const orm = await new DataSource({
  type: 'postgres',
  url,
  entities: schemas,
  installExtensions: false,
  extra: { max: 10 },
}).initialize();

async function answer(path: string, realm: number): Promise<unknown> {
  switch (path) {
    case '/hello':
      return { realm, says: 'hello' };
    case '/bare/full':
      return (await pool.query(pages.full, [realm])).rows;
    case '/bare/summary':
      return (await pool.query(pages.summary, [realm])).rows;
    case '/prepared/full':
      return (await pool.query({ name: 'full', text: pages.full, values: [realm] })).rows;
    case '/typeorm/full':
      return findPage(orm, realm);
    default:
      throw new Error(`There is no ${path}`);
  }
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  answer(pathname, Number(searchParams.get('realm'))).then(
    (value) => {
      const text = JSON.stringify(value);
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: Error) => {
      console.error(error.message);
      response.writeHead(500, { 'Content-Length': 0 }).end();
    },
  );
});
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'listening', port: (server.address() as { port: number }).port }));
});
