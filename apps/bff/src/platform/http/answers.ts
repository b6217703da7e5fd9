import { applyDecorators, HttpCode } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { RowsOf } from './csv.hook';
import { meaning, type Refusal } from './openapi/refusals';

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

/** Documents an answer of one object that may tell of what is done later: 200, or 202 where `Location` says where to look. */
export const AnswersOrAccepts = (type: Dto) =>
  applyDecorators(
    HttpCode(200),
    ApiResponse({ status: 200, type }),
    ApiResponse({
      status: 202,
      type,
      headers: { Location: { description: 'Where to look how far it is', schema: { type: 'string' } } },
    }),
  );

/** Documents a 201 answer: one object. */
export const Creates = (type: Dto) => applyDecorators(HttpCode(201), ApiResponse({ status: 201, type }));

/** Documents a 201 answer to a body of one or of many: one object or a list of them. */
export const CreatesOneOrMany = (type: Dto) =>
  applyDecorators(
    HttpCode(201),
    ApiExtraModels(type),
    ApiResponse({
      status: 201,
      schema: {
        oneOf: [{ $ref: getSchemaPath(type) }, { type: 'array', items: { $ref: getSchemaPath(type) } }],
      },
    }),
  );

/** Documents refusals of this operation that don't go with its kind (openapi/refusals.ts). */
export const Refuses = (...statuses: Refusal[]) =>
  applyDecorators(...statuses.map((status) => ApiResponse({ status, description: meaning[status] })));

/** Documents that a list heeds `If-None-Match`. */
const HeedsIfNoneMatch = () =>
  applyDecorators(
    ApiHeader({ name: 'If-None-Match', required: false, description: "The list's ETag that you have" }),
    ApiResponse({ status: 304, description: 'Nothing that the list shows has changed' }),
  );

const listHeaders = (versioned: boolean) => ({
  ...(versioned && listVersionHeader),
  'X-Total-Count': { description: 'Rows in all, counted to 10,000', schema: { type: 'integer' as const } },
  'X-Total-Count-Capped': { description: '`true` past 10,000', schema: { type: 'string' as const } },
  Link: { description: 'RFC 8288: first, prev, next, last', schema: { type: 'string' as const } },
});

/** Documents a list: a bare array with the paging headers; `versioned` when it has an ETag. */
export const Lists = (type: Dto, { versioned = false } = {}) =>
  applyDecorators(
    HttpCode(200),
    RowsOf(type),
    ...(versioned ? [HeedsIfNoneMatch()] : []),
    ApiResponse({ status: 200, type: [type], headers: listHeaders(versioned) }),
  );

/** As `Lists` with an ETag, of rows that are all `whole` or all but a summary, as the caller may or asks. */
export const ListsWholeOrSummary = (whole: Dto, summary: Dto) =>
  applyDecorators(
    HttpCode(200),
    RowsOf(whole, summary),
    HeedsIfNoneMatch(),
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

/** Documents a 204 answer. */
export const Empty = () => applyDecorators(HttpCode(204), ApiResponse({ status: 204, description: 'Done' }));

/** Documents that a PUT, PATCH or DELETE heeds `If-Match`. */
export const HeedsIfMatch = () =>
  ApiHeader({
    name: 'If-Match',
    required: false,
    description: 'An ETag; 412 STALE when the row has moved on',
  });
