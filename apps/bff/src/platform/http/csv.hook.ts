import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { csvColumns, toCsv } from './csv';
import { COUNT_CAP, type ListQuery, parseList, unpagedRows } from './list-query';

type Dto = new () => object;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The DTOs of this route's list. */
    rowsOf?: readonly Dto[];
  }
}

/** Declares the DTO of a list's rows. Of several, the first whose fields a row has all applies; the last has the fewest. */
export const RowsOf = (...types: Dto[]) => RouteConfig({ rowsOf: types });

/**
 * Lists as CSV for `Accept: text/csv`: the same rows, filters and scope as in JSON. Without
 * `page` they have up to 10,000 rows rather than 1,000; `Link` names the next part. These are hooks of the routes, because an
 * interceptor would double Nest's cost of a list.
 */
export function registerCsvResponses(server: FastifyInstance): void {
  server.addHook('onRoute', (route) => {
    const types = route.method === 'GET' ? route.config?.rowsOf : undefined;
    if (!types) return;
    route.preHandler = (request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      void reply.header('Vary', 'Accept');
      if (prefersCsv(request.headers.accept)) unpagedRows.run(COUNT_CAP, done);
      else done();
    };
    const name = nameOf(route.url);
    route.onSend = (request: FastifyRequest, reply: FastifyReply, payload: unknown, done: Sent) => {
      const csv = reply.statusCode === 200 && prefersCsv(request.headers.accept);
      if (!csv) return done(null, payload);
      const { fields } = request.query as ListQuery;
      done(null, asCsv(types, name, reply, payload as string | Buffer, parseList(fields, 'fields')?.values));
    };
  });
}

type Sent = (error: Error | null, payload: unknown) => void;

/** The rows of a response, JSON by now, as CSV; with `fields` these alone, in their order. */
function asCsv(
  types: readonly Dto[],
  name: string,
  reply: FastifyReply,
  payload: string | Buffer,
  fields?: readonly string[],
): string {
  const rows = JSON.parse(payload.toString()) as object[];
  void reply
    .header('Content-Type', 'text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', `attachment; filename="${name}.csv"`);
  const exportable = fields && types[0] ? new Set(csvColumns(types[0])) : null;
  const columns = exportable ? fields?.filter((field) => exportable.has(field)) : columnsFor(types, rows[0]);
  return toCsv([...new Set(columns)], rows);
}

function columnsFor(types: readonly Dto[], row: object | undefined): string[] {
  const columns = types.map((type) => csvColumns(type));
  return columns.find((names) => row && names.every((name) => name in row)) ?? columns.at(-1) ?? [];
}

/** The last word of the route: `/api/sites/:siteId/logins` is saved as `logins.csv`. */
const nameOf = (url: string): string =>
  url
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .at(-1) ?? 'list';

/** Whether the request prefers CSV to JSON (RFC 9110 section 12.5.1). */
function prefersCsv(accept = ''): boolean {
  if (!/text\/csv/i.test(accept)) return false;
  const weights = new Map(
    accept.split(',').map((range) => {
      const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = Number(
        parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length) ?? 1,
      );
      return [type, weight] as const;
    }),
  );
  const csv = weights.get('text/csv') ?? 0;
  return csv > 0 && csv > (weights.get('application/json') ?? 0);
}
