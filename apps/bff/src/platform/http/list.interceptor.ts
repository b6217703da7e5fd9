import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { CachedListPage } from '../database/hot-lists';
import { fieldsOf } from './field-registry';
import { setListHeaders } from './list-headers';
import { type ListAnswer, type ListQuery, parseFields } from './list-query';

type Row = Record<string, unknown>;

/** Sends a page of a list as a bare array with the paging headers, or a whole list that comes as an array. */
export class ListInterceptor implements NestInterceptor<ListAnswer<Row> | Row[], Row[]> {
  /** @param row the DTO of a row, whose fields a request may choose from */
  constructor(private readonly row: abstract new () => object) {}

  intercept(context: ExecutionContext, next: CallHandler<ListAnswer<Row> | Row[]>): Observable<Row[]> {
    const http = context.switchToHttp();
    const { fields } = http.getRequest<FastifyRequest<{ Querystring: ListQuery }>>().query;
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((answer) => {
        if (Array.isArray(answer)) {
          void reply.header('X-Total-Count', String(answer.length));
          return answer;
        }
        const chosen = parseFields(fields, fieldsOf(this.row));
        setListHeaders(reply, answer.pagination, answer.page);
        return chosen ? answer.page.rows.map((row) => pick(row, chosen)) : answer.page.rows;
      }),
    );
  }
}

const pick = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(names.map((name) => [name, row[name] ?? null]));

/** Sends a list that is JSON already with its ETag and the paging headers, or 304 when the caller's copy is current. */
export class CachedListInterceptor implements NestInterceptor<CachedListPage, Buffer | undefined> {
  intercept(context: ExecutionContext, next: CallHandler<CachedListPage>): Observable<Buffer | undefined> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ tag, pagination, rows, ...page }) => {
        void reply.header('ETag', tag);
        if (!rows) {
          void reply.status(304);
          return undefined;
        }
        setListHeaders(reply, pagination, { ...page, rows });
        void reply.type('application/json; charset=utf-8');
        return rows.bytes;
      }),
    );
  }
}
