import { answerFault } from '../document/check-answer';
import type { Received, Sent } from './send';

/** What never leaves the server: stacks, SQL, paths, the words of what it is made of. */
const leaks: readonly RegExp[] = [
  /\n\s+at |\bat (?:async )?\S+ \(|\(\S+:\d+:\d+\)/,
  /node_modules|\/src\/|\/dist\/|\.(?:ts|cjs|mjs):\d+/,
  /\/(?:work|home|root|tmp|usr|var)\//,
  /\b(?:SELECT .+ FROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|WHERE \w+ =)\b/,
  /violates|duplicate key|syntax error at|relation "|column "|invalid input syntax|tessera_/,
  /QueryFailedError|TypeORM|TypeError|RangeError|is not a function|Cannot read prop|undefined \(/,
];

/** What is wrong with the answer to any request whatever, null when all is well. */
export function verdict({ method, url }: Sent, { status, type, text }: Received): string | null {
  if (status >= 500) return `${status}: a fault of ours`;
  const leak = leaks.map((pattern) => pattern.exec(text)?.[0]).find(Boolean);
  if (leak) return `the body reveals ${JSON.stringify(leak.slice(0, 80))}`;
  if (/"message":"Invalid request"/.test(text)) return 'the database refused what the checks let through';
  // These have no body, and the document knows of GET alone.
  if (method === 'HEAD' || (method === 'OPTIONS' && status < 300)) return null;
  // Refused before any route is found.
  const asked = status === 431 ? 'NONE' : method;
  const body = bodyOf(type, text);
  if (body instanceof Error) return 'its JSON can not be read';
  return answerFault(asked, url, { status, type, body });
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
