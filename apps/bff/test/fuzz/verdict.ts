import { answerFault } from '../document/check-answer';
import type { Received, Sent } from './send';

/** What must never leave the server: stack traces, SQL, paths, names of its libraries. */
const leaks: readonly RegExp[] = [
  /\n\s+at |\bat (?:async )?\S+ \(|\(\S+:\d+:\d+\)/,
  /node_modules|\/src\/|\/dist\/|\.(?:ts|cjs|mjs):\d+/,
  /\/(?:work|home|root|tmp|usr|var)\//,
  /\b(?:SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|WHERE \w+ =)\b/,
  /violates|duplicate key|syntax error at|relation "|column "|invalid input syntax|tessera_/,
  /QueryFailedError|TypeORM|TypeError|RangeError|is not a function|Cannot read prop|undefined \(/,
];

/** What is wrong with the response to a request; null when nothing is. */
export function verdict({ method, url }: Sent, { status, type, text }: Received): string | null {
  // Nothing answers at the address of the world's identity provider.
  const needsProvider = method === 'POST' && /^\/api\/me\/single-sign-on\/\d/.test(url);
  if (status >= 500 && !(status === 503 && needsProvider)) return `${status}: a server error`;
  const leak = leaks.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  if (leak) return `the body reveals ${JSON.stringify(leak.slice(0, 80))}`;
  if (/"message":"Invalid request"/.test(text))
    return 'the database refused a value that validation accepted';
  // These have no body, and the document has only GET.
  if (method === 'HEAD' || (method === 'OPTIONS' && status < 300)) return null;
  // Only browsers send it, in formats of their own, so the document leaves it out.
  if (method === 'POST' && url.startsWith('/api/csp-reports') && status < 300) return null;
  // 431 is sent before the route is known.
  const documentedMethod = status === 431 ? 'NONE' : method;
  const body = bodyOf(type, text);
  if (body instanceof Error) return 'its JSON is invalid';
  return answerFault(documentedMethod, url, { status, type, body });
}

function bodyOf(type: string | null, text: string): unknown {
  if (text === '') return type?.startsWith('text/') ? '' : null;
  if (!type?.includes('json')) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    return error;
  }
}
