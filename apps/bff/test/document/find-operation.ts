import { operationsOf } from '../../src/platform/http/openapi/operations';
import { committedDocument } from './committed';

export type Operation = ReturnType<typeof operationsOf>[number];
type Route = { operation: Operation; parts: string[] };

let routes: Route[] | undefined;

const isParameter = (part: string) => part.startsWith('{');

/** The operation that a request is for, e.g. `GET /api/tasks/7?x=1`; null when the document has none. */
export function findOperation(method: string, url: string): Operation | null {
  routes ??= operationsOf(committedDocument())
    .map((operation) => ({ operation, parts: operation.path.split('/') }))
    // A route's own words go before a parameter in their place, as in the server's router.
    .sort((a, b) => a.parts.filter(isParameter).length - b.parts.filter(isParameter).length);
  const asked = (url.split(/[?#]/)[0] ?? '').split('/');
  const found = routes.find(
    ({ operation, parts }) =>
      operation.method === method.toLowerCase() &&
      parts.length === asked.length &&
      parts.every((part, index) => (isParameter(part) ? asked[index] !== '' : part === asked[index])),
  );
  return found?.operation ?? null;
}
