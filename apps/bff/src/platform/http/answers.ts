import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';

type Dto = new () => object;

const versionHeader = { ETag: { description: "The row's version", schema: { type: 'string' as const } } };

/** Documents a 200 answer of one object; `versioned` when it has an ETag. */
export const Answers = (type: Dto, { versioned = false } = {}) =>
  applyDecorators(
    HttpCode(200),
    ApiResponse({ status: 200, type, ...(versioned && { headers: versionHeader }) }),
  );

/** Documents a 201 answer. */
export const Creates = (type: Dto, { list = false } = {}) =>
  applyDecorators(HttpCode(201), ApiResponse({ status: 201, type: list ? [type] : type }));

/** Documents a list: a bare array with the paging headers (contract section 1). */
export const Lists = (type: Dto) =>
  applyDecorators(
    HttpCode(200),
    ApiResponse({
      status: 200,
      type: [type],
      headers: {
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
