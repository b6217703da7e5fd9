import type { Operation } from './operations';

/** What each error status means. */
export const meaning = {
  400: 'The input is invalid; `details` names the fields',
  401: 'Not signed in',
  403: 'The permission is missing, the realm is suspended (REALM_SUSPENDED), a service token can’t do this (SERVICE_TOKEN), or the caller views the console as somebody else (VIEW_ONLY, VIEW_ENDED)',
  404: 'Not found, or in another realm',
  409: 'It conflicts with the current state; `code` and `context` say how',
  412: 'Someone else changed this row; `context.current` is its current version',
  413: 'The body is too large',
  415: 'The media type of the body is not supported',
  422: 'The Idempotency-Key was used with another body',
  429: 'Too many requests; see Retry-After',
  503: 'Temporarily unavailable; see Retry-After',
} as const;

export type ErrorStatus = keyof typeof meaning;

const REQUEST_ID = '0198a1f0-5c1e-7c35-9f1b-6a2b1f0d9c11';

/** A reference to the response of a status, which all operations share, in `components.responses`. */
export const errorResponse = (status: ErrorStatus) => ({ $ref: `#/components/responses/error_${status}` });

/** The error responses, for `components.responses`: each with its schema and an example. */
export const errorResponses = () =>
  Object.fromEntries(
    Object.entries(meaning).map(([status, description]) => {
      const { message, ...rest } = bodies[Number(status) as ErrorStatus];
      const example = { error: message, message, ...rest, request_id: REQUEST_ID };
      return [
        `error_${status}`,
        {
          description,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' }, example } },
        },
      ];
    }),
  );

const hasHeader = (operation: Operation, name: string): boolean =>
  (operation.parameters ?? []).some((parameter) => 'name' in parameter && parameter.name === name);

/** The error statuses of a kind of operation; those of a single operation are declared by `ErrorResponses`. */
export function errorStatusesOf(path: string, method: string, operation: Operation): ErrorStatus[] {
  const permission = operation['x-permission'];
  const writes = method !== 'get';
  return [
    ...(writes || operation.parameters?.length ? [400 as const] : []),
    ...(permission === 'public' ? [] : [401 as const]),
    // Public routes too: a view's bearer is refused there like anywhere.
    ...(permission !== 'worker' && permission !== 'publisher' ? [403 as const] : []),
    ...(path.includes('{') ? [404 as const] : []),
    ...(writes ? [409 as const] : []),
    ...(hasHeader(operation, 'If-Match') ? [412 as const] : []),
    // A body is read even where the operation needs none.
    ...(writes ? [413 as const, 415 as const] : []),
    ...(hasHeader(operation, 'Idempotency-Key') ? [422 as const] : []),
    429,
    503,
  ];
}

type Example = { code: string; message: string; context?: object; details?: object[] };

const bodies: Record<ErrorStatus, Example> = {
  400: {
    code: 'VALIDATION',
    message: 'name must be text',
    details: [{ field: 'name', message: 'name must be text', code: 'NOT_TEXT', params: {} }],
  },
  401: { code: 'UNAUTHORIZED', message: 'Unauthorized' },
  403: {
    code: 'FORBIDDEN',
    message: 'This needs the permission write:own',
    context: { permission: 'write:own' },
  },
  404: { code: 'NOT_FOUND', message: 'Task not found' },
  409: {
    code: 'LIMIT_REACHED',
    message: "The realm's limit of 50 tasks is reached",
    context: { limit: 50, used: 48, asked: 5 },
  },
  412: {
    code: 'STALE',
    message: 'This was changed by somebody else in the meantime',
    context: { current: { id: 12, name: 'As it is now' } },
  },
  413: { code: 'TOO_LARGE', message: 'The request is too large' },
  415: { code: 'BAD_REQUEST', message: 'Unsupported Media Type' },
  422: { code: 'IDEMPOTENCY_MISMATCH', message: 'This Idempotency-Key was used with another body' },
  429: { code: 'RATE_LIMIT', message: 'Too many requests' },
  503: { code: 'UNAVAILABLE', message: 'The database is unavailable. Try again.' },
};
