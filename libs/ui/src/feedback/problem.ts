import { text } from '../texts';
import { en } from '../texts/en';

/** What went wrong, as the server says it (contract section 1), in the names of the web. */
export interface Problem {
  message: string;
  code?: string;
  requestId?: string;
  details?: readonly { field: string; message: string }[];
  /** Epoch milliseconds, this device's clock: the server takes no other try before (`Retry-After`). */
  retryAt?: number;
}

const said = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Whether it was given up by the person: there is nothing to say about that. */
export const isAbort = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';

const isDetail = (value: unknown): value is { field: string; message: string } =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string';

const isKnown = (code: string | undefined): code is keyof typeof en.errors =>
  code !== undefined && Object.hasOwn(en.errors, code);

/** The error catalogue's own words in the reader's language; what the server says of its own accord stays as it is. */
const translated = (message: string | undefined, code: string | undefined): string =>
  isKnown(code) && en.errors[code] === message ? text(`errors.${code}`) : (message ?? text('unexpected'));

/** Reads a problem out of whatever was thrown: an error with `code`, `requestId` or `request_id`, `details`, `retryAt`. */
export function toProblem(thrown: unknown): Problem {
  if (typeof thrown !== 'object' || thrown === null) {
    return { message: said(thrown) ?? text('unexpected') };
  }
  const fields = thrown as Record<string, unknown>;
  const code = said(fields['code']);
  const requestId = said(fields['requestId']) ?? said(fields['request_id']);
  const details = Array.isArray(fields['details']) ? fields['details'].filter(isDetail) : [];
  return {
    message: translated(said(fields['message']), code),
    ...(code ? { code } : {}),
    ...(requestId ? { requestId } : {}),
    ...(details.length > 0 ? { details } : {}),
    ...(typeof fields['retryAt'] === 'number' ? { retryAt: fields['retryAt'] } : {}),
  };
}

/** Code and request id, as they stand with a message: "LIMIT_REACHED · request 7f3c1e0a"; empty without either. */
export const problemFacts = ({ code, requestId }: Problem): string =>
  [code, requestId && text('request', { id: requestId })].filter(Boolean).join(' · ');
