import type { OpenAPIObject } from '@nestjs/swagger';
import type { RehearsalUse } from '../../access/rehearsal-routes';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']> & {
  'x-permission'?: string;
  'x-duty'?: string;
  'x-service-tokens'?: boolean;
  'x-works-when-suspended'?: boolean;
  'x-works-in-views'?: boolean;
  'x-ignores-idempotency-key'?: boolean;
  'x-rehearsal'?: RehearsalUse;
  'x-recent-sign-in'?: true | Record<string, string> | string[];
};

/** What an operation returns with a status, its reference followed; undefined when the document has none. */
export function responseOf(document: OpenAPIObject, operation: Operation, status: number | string) {
  const response = operation.responses[String(status)];
  if (!response || !('$ref' in response)) return response;
  const shared = document.components?.responses?.[response.$ref.split('/').at(-1) ?? ''];
  return shared && !('$ref' in shared) ? shared : undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** Every operation of the document with its path and method. */
export function operationsOf(
  document: OpenAPIObject,
): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, method, operation }] : [];
    }),
  );
}
