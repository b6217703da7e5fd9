/**
 * The reference's server: Fastify with its files as the product's server gives them (compressed before, kept for good),
 * and a page of tasks as JSON, with the same members as the product's list.
 */
import fastifyStatic from '@fastify/static';
import fastify from 'fastify';
import path from 'node:path';
import pg from 'pg';
import { pages } from '../../page-sql.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 4 });
const server = fastify();
await server.register(fastifyStatic, {
  root: path.resolve(process.env.WEB_DIR ?? '.'),
  preCompressed: true,
  immutable: true,
  maxAge: '365d',
});
server.get('/api/tasks', async (_request, reply) => {
  const { rows } = await pool.query(pages.summary, [1]);
  const count = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM tasks');
  return reply.header('X-Total-Count', String(count.rows[0]?.count ?? 0)).send(rows);
});
server.addHook('onClose', () => pool.end());
process.once('SIGTERM', () => void server.close());
const address = await server.listen({ port: 0, host: '127.0.0.1' });
console.log(JSON.stringify({ msg: 'listening', port: Number(new URL(address).port) }));
