import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { csvColumns, toCsv } from './csv';
import { COUNT_CAP, unpagedRows } from './list-query';

type Dto = new () => object;

const ROWS_OF = 'tessera:rows-of';

/** Says what a list's rows are. Of several, the first that a row has every field of; the last is the narrowest. */
export const RowsOf = (...types: Dto[]) => SetMetadata(ROWS_OF, types);

/**
 * A list as CSV for `Accept: text/csv` (contract section 2): the same rows, filters and scope as in JSON. Without
 * `page` it has up to 10,000 rows rather than 1,000; `Link` tells where it goes on.
 */
@Injectable()
export class CsvInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const types = this.reflector.get<Dto[] | undefined>(ROWS_OF, context.getHandler());
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    if (!types || request.method !== 'GET') return next.handle();
    const reply = http.getResponse<FastifyReply>();
    void reply.header('Vary', 'Accept');
    if (!prefersCsv(request.headers.accept)) return next.handle();
    return from(this.asCsv(types, request, reply, next));
  }

  private async asCsv(
    types: Dto[],
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const answer: unknown = await unpagedRows.run(COUNT_CAP, () => lastValueFrom(next.handle()));
    // A hot list is JSON already.
    const rows: unknown = Buffer.isBuffer(answer) ? (JSON.parse(answer.toString()) as unknown) : answer;
    if (!Array.isArray(rows)) return rows;
    void reply
      .header('Content-Type', 'text/csv; charset=utf-8; header=present')
      .header('Content-Disposition', `attachment; filename="${nameOf(request)}.csv"`)
      // In place of a hot list's own: it would write the text as JSON.
      .serializer((text) => String(text));
    return toCsv(columnsFor(types, rows[0] as object | undefined), rows as object[]);
  }
}

function columnsFor(types: readonly Dto[], row: object | undefined): string[] {
  const columns = types.map((type) => csvColumns(type));
  return columns.find((names) => row && names.every((name) => name in row)) ?? columns.at(-1) ?? [];
}

/** The last word of the route: `/api/sites/:siteId/logins` is saved as `logins.csv`. */
const nameOf = ({ routeOptions }: FastifyRequest): string =>
  (routeOptions.url ?? '')
    .split('/')
    .filter((part) => part && !part.startsWith(':'))
    .at(-1) ?? 'list';

/** Whether CSV is asked for, and not JSON rather than it (RFC 9110 section 12.5.1). */
function prefersCsv(accept = ''): boolean {
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
