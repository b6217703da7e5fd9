/**
 * What the product is compared with, in a process of its own: `/prepared` is Node's http, rows of a prepared statement and
 * JSON.stringify; `/typeorm` is TypeORM's find with relations. Both bypass row-level security and check no access.
 */
import http from 'node:http';
import pg from 'pg';
import { DataSource } from 'typeorm';
import { findPage, pageSql, schemas } from './typeorm-page.ts';

const url = process.env.DATABASE_URL;
const pool = new pg.Pool({ connectionString: url, max: 10 });
const orm = await new DataSource({
  type: 'postgres',
  url,
  entities: schemas,
  installExtensions: false,
  extra: { max: 10 },
}).initialize();

async function rows(path: string, realm: number): Promise<unknown> {
  switch (path) {
    case '/prepared':
      return (await pool.query({ name: 'page', text: pageSql, values: [realm] })).rows;
    case '/typeorm':
      return findPage(orm, realm);
    default:
      throw new Error(`There is no ${path}`);
  }
}

const server = http.createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://host');
  rows(pathname, Number(searchParams.get('realm'))).then(
    (value) => {
      const text = JSON.stringify(value);
      response.writeHead(200, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Length': Buffer.byteLength(text),
      });
      response.end(text);
    },
    (error: unknown) => {
      console.error(error);
      response.writeHead(500, { 'Content-Length': 0 }).end();
    },
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1');
