import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  HttpCode,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { map, type Observable } from 'rxjs';
import type { CachedListPage } from '../database/hot-lists';
import type { JsonRows } from '../database/json-rows';
import { RowsOf } from './csv.hook';
import { CachedListInterceptor, ListInterceptor } from './list.interceptor';
import type { ListResponse } from './list-query';
import { type ErrorStatus, meaning } from './openapi/error-responses';
import { entityTag, type VersionedRow } from './versions';

/** Sends one row with its version as ETag; rows that are JSON already are sent as they are. */
class VersionedInterceptor implements NestInterceptor<VersionedRow<unknown> | JsonRows> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<VersionedRow<unknown> | JsonRows>,
  ): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map((found) => {
        if ('bytes' in found) {
          void reply.type('application/json; charset=utf-8');
          return found.bytes;
        }
        void reply.header('ETag', entityTag(found.version));
        return found.row;
      }),
    );
  }
}

/** The response of work that may still be in progress: `location` is where to read its progress, null when it is done. */
type AcceptedResponse<T> = { response: T; location: string | null };

/** Sends 202 with `Location` for work in progress, 200 for work that is done. */
class AcceptedInterceptor implements NestInterceptor<AcceptedResponse<unknown>> {
  intercept(context: ExecutionContext, next: CallHandler<AcceptedResponse<unknown>>): Observable<unknown> {
    const reply = context.switchToHttp().getResponse<FastifyReply>();
    return next.handle().pipe(
      map(({ response: answer, location }) => {
        if (location !== null) void reply.status(202).header('Location', location);
        return answer;
      }),
    );
  }
}

type Dto<T extends object = object> = new () => T;

/** A decorator of handlers that return `R`, so that the compiler compares what a route documents with what it does. */
type RouteDecorator<R> = <M extends (...args: never[]) => R | Promise<R>>(
  target: object,
  name: string | symbol,
  descriptor: TypedPropertyDescriptor<M>,
) => void;

const versionHeader = { ETag: { description: "The row's version", schema: { type: 'string' as const } } };

const listVersionHeader = {
  ETag: { description: 'Weak: the version of all that the list shows', schema: { type: 'string' as const } },
};

type Versioned = { versioned: true };

function oneObject(status: 200 | 201, type: Dto, versioned: boolean) {
  return applyDecorators(
    HttpCode(status),
    ApiResponse({ status, type, ...(versioned && { headers: versionHeader }) }),
    ...(versioned ? [UseInterceptors(new VersionedInterceptor())] : []),
  );
}

/** A 200 response of one object; `versioned` when it has an ETag. */
export function Returns<T extends object>(type: Dto<T>): RouteDecorator<T>;
export function Returns<T extends object>(type: Dto<T>, options: Versioned): RouteDecorator<VersionedRow<T>>;
export function Returns(type: Dto, options?: Versioned) {
  return oneObject(200, type, options !== undefined);
}

/** A 200 response of an object of one of two kinds. */
export const ReturnsEither = <A extends object, B extends object>(
  first: Dto<A>,
  second: Dto<B>,
): RouteDecorator<A | B> =>
  applyDecorators(
    HttpCode(200),
    ApiExtraModels(first, second),
    ApiResponse({
      status: 200,
      schema: { oneOf: [{ $ref: getSchemaPath(first) }, { $ref: getSchemaPath(second) }] },
    }),
  );

/** A 201 response of one object; `versioned` when it has an ETag. */
export function Creates<T extends object>(type: Dto<T>): RouteDecorator<T>;
export function Creates<T extends object>(type: Dto<T>, options: Versioned): RouteDecorator<VersionedRow<T>>;
export function Creates(type: Dto, options?: Versioned) {
  return oneObject(201, type, options !== undefined);
}

/** A response of one object whose work may go on: 200, or 202 with the address of its progress in `Location`. */
export const ReturnsOrAccepts = <T extends object>(type: Dto<T>): RouteDecorator<AcceptedResponse<T>> =>
  applyDecorators(
    HttpCode(200),
    UseInterceptors(new AcceptedInterceptor()),
    ApiResponse({ status: 200, type }),
    ApiResponse({
      status: 202,
      type,
      headers: { Location: { description: 'Where its progress is read', schema: { type: 'string' } } },
    }),
  );

/** A 201 response to a body of one or of many: one object with its ETag, or a list of them. */
export const CreatesOneOrMany = <T extends object>(
  type: Dto<T>,
): RouteDecorator<VersionedRow<T> | JsonRows> =>
  applyDecorators(
    HttpCode(201),
    UseInterceptors(new VersionedInterceptor()),
    ApiExtraModels(type),
    ApiResponse({
      status: 201,
      headers: { ETag: { ...versionHeader.ETag, description: "The row's version, for a body of one" } },
      schema: {
        oneOf: [{ $ref: getSchemaPath(type) }, { type: 'array', items: { $ref: getSchemaPath(type) } }],
      },
    }),
  );

/** Documents rejections of this operation that don't go with its kind (openapi/error-responses.ts). */
export const ErrorResponses = (...statuses: ErrorStatus[]) =>
  applyDecorators(...statuses.map((status) => ApiResponse({ status, description: meaning[status] })));

const listHeaders = (versioned: boolean) => ({
  ...(versioned && listVersionHeader),
  'X-Total-Count': { description: 'Rows in all, counted to 10,000', schema: { type: 'integer' as const } },
  'X-Total-Count-Capped': { description: '`true` past 10,000', schema: { type: 'string' as const } },
  Link: { description: 'RFC 8288: first, prev, next, last', schema: { type: 'string' as const } },
});

/** A list: a bare array with the paging headers. The handler returns a page, or the rows of a list that comes whole. */
export const Lists = <T extends object>(type: Dto<T>): RouteDecorator<ListResponse<T> | T[]> =>
  applyDecorators(
    HttpCode(200),
    UseInterceptors(new ListInterceptor(type)),
    RowsOf(type),
    ApiResponse({ status: 200, type: [type], headers: listHeaders(false) }),
  );

/** A list with an ETag, which supports `If-None-Match`. */
const cachedList = (...types: Dto[]) =>
  applyDecorators(
    HttpCode(200),
    UseInterceptors(new CachedListInterceptor()),
    RowsOf(...types),
    ApiHeader({ name: 'If-None-Match', required: false, description: "The list's ETag that you have" }),
    ApiResponse({ status: 304, description: 'Nothing that the list shows has changed' }),
  );

/** As `Lists`, of a list that is read often: with an ETag, and 304 for `If-None-Match`. */
export const ListsCached = (type: Dto): RouteDecorator<CachedListPage> =>
  applyDecorators(cachedList(type), ApiResponse({ status: 200, type: [type], headers: listHeaders(true) }));

/** As `ListsCached`; all rows are `whole` or all are summaries, by the caller's permissions and query. */
export const ListsWholeOrSummary = (whole: Dto, summary: Dto): RouteDecorator<CachedListPage> =>
  applyDecorators(
    cachedList(whole, summary),
    ApiExtraModels(whole, summary),
    ApiResponse({
      status: 200,
      schema: {
        type: 'array',
        items: { anyOf: [{ $ref: getSchemaPath(whole) }, { $ref: getSchemaPath(summary) }] },
      },
      headers: listHeaders(true),
    }),
  );

/** Documents a 204 response. */
export const Empty = () => applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: 'Done' }));

/** Documents that a PUT, PATCH or DELETE supports `If-Match`; the handler reads it with `@IfMatch()`. */
export const SupportsIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'An ETag; 412 STALE when the row has moved on',
  });
