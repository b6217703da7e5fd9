import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import { RowsOf } from './csv.interceptor';

type Dto = new () => object;

const versionHeader = { ETag: { description: "The row's version", schema: { type: 'string' as const } } };

const listVersionHeader = {
  ETag: { description: 'Weak: the version of all that the list shows', schema: { type: 'string' as const } },
};

/** Documents a 200 answer of one object; `versioned` when it has an ETag. */
export const Answers = (type: Dto, { versioned = false } = {}) =>
  applyDecorators(
    HttpCode(200),
    ApiResponse({ status: 200, type, ...(versioned && { headers: versionHeader }) }),
  );

/** Documents a 201 answer. */
export const Creates = (type: Dto, { list = false } = {}) =>
  applyDecorators(HttpCode(201), ApiResponse({ status: 201, type: list ? [type] : type }));

/** Documents that a list heeds `If-None-Match`. */
const HeedsIfNoneMatch = () =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: "The list's ETag that you have" }),
    ApiResponse({ status: 304, description: 'Nothing that the list shows has changed' }),
  );

/** Documents a list: a bare array with the paging headers (contract section 1); `versioned` when it has an ETag. */
export const Lists = (type: Dto, { versioned = false } = {}) =>
  applyDecorators(
    HttpCode(200),
    RowsOf(type),
    ...(versioned ? [HeedsIfNoneMatch()] : []),
    ApiResponse({
      status: 200,
      type: [type],
      headers: {
        ...(versioned && listVersionHeader),
        'X-Total-Count': { description: 'Rows in all, counted to 10,000', schema: { type: 'integer' } },
        'X-Total-Count-Capped': { description: '`true` past 10,000', schema: { type: 'string' } },
        Link: { description: 'RFC 8288: first, prev, next, last', schema: { type: 'string' } },
      },
    }),
  );

/** Documents a 204 answer. */
export const Empty = () => applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: 'Done' }));

/** Documents that a PUT, PATCH or DELETE heeds `If-Match`. */
export const HeedsIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'An ETag; 412 STALE when the row has moved on',
  });
