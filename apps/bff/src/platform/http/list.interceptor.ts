import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { CachedListPage } from '../database/hot-lists';
import { fieldsOf } from './field-registry';
import {
  COUNT_CAP,
  type ListQuery,
  type ListResponse,
  type Page,
  type Pagination,
  parseFields,
} from './list-query';

type Row = Record<string, unknown>;

/** Sends a page of a list as a bare array with the paging headers, or a whole list that comes as an array. */
export class ListInterceptor implements NestInterceptor<ListResponse<Row> | Row[], Row[]> {
  /** @param row the DTO of a row, whose fields a request may choose from */
  constructor(private readonly row: abstract new () => object) {}

  intercept(context: ExecutionContext, next: CallHandler<ListResponse<Row> | Row[]>): Observable<Row[]> {
    const http = context.switchToHttp();
    const { fields } = http.getRequest<FastifyRequest<{ Querystring: ListQuery }>>().query;
    const reply = http.getResponse<FastifyReply>();
    return next.handle().pipe(
      map((response) => {
        if (Array.isArray(response)) {
          void reply.header('X-Total-Count', String(response.length));
          return response;
        }
        const chosen = parseFields(fields, fieldsOf(this.row));
        setListHeaders(reply, response.pagination, response.page);
        return chosen ? response.page.rows.map((row) => pick(row, chosen)) : response.page.rows;
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

type PageRequest = Pick<Pagination, 'page' | 'limit' | 'paged'>;
/** A page without its rows, of which only the number matters here. */
type PageFacts = Omit<Page<unknown>, 'rows'> & { rows: { length: number } };

/** Sets `X-Total-Count`, `X-Total-Count-Capped` and `Link` for a page of a list. */
function setListHeaders(reply: FastifyReply, pagination: PageRequest, page: PageFacts): void {
  const capped = page.capped ?? page.total > COUNT_CAP;
  const total = capped ? Math.min(page.total, COUNT_CAP) : page.total;
  void reply.header('X-Total-Count', String(total));
  if (capped) void reply.header('X-Total-Count-Capped', 'true');
  const links = linksOf(reply.request.url, pagination, { ...page, total, capped });
  if (links.length > 0) void reply.header('Link', links.join(', '));
}

function linksOf(url: string, pagination: PageRequest, page: PageFacts & { capped: boolean }): string[] {
  const [path = '', ...search] = url.split('?');
  const link = (rel: string, change: Record<string, string>) => {
    const params = new URLSearchParams(search.join('?'));
    params.delete('cursor' in change ? 'page' : 'cursor');
    for (const [name, value] of Object.entries(change)) params.set(name, value);
    return `<${path}?${params.toString()}>; rel="${rel}"`;
  };
  const linkToPage = (rel: string, number: number) =>
    link(rel, { page: String(number), page_size: String(Math.min(pagination.limit, 200)) });
  if (page.nextCursor) return [link('next', { cursor: page.nextCursor })];
  if (page.nextCursor === null) return [];
  if (!pagination.paged) {
    const next = Math.floor(page.rows.length / Math.min(pagination.limit, 200)) + 1;
    return page.total > page.rows.length ? [linkToPage('next', next)] : [];
  }
  const last = Math.max(1, Math.ceil(page.total / pagination.limit));
  const hasNext = page.capped ? page.rows.length === pagination.limit : pagination.page < last;
  return [
    linkToPage('first', 1),
    ...(pagination.page > 1 ? [linkToPage('prev', pagination.page - 1)] : []),
    ...(hasNext ? [linkToPage('next', pagination.page + 1)] : []),
    ...(page.capped ? [] : [linkToPage('last', last)]),
  ];
}
