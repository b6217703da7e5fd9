import { text } from '../texts';
import { currentLanguage } from '../texts/catalogue';
import { en } from '../texts/en';

/** What went wrong, as the server says it, in the names of the web. */
export interface ErrorInfo {
  message: string;
  /** What was tried: "Failed to update task"; only where the server has no words of its own. */
  summary?: string;
  code?: string;
  /** HTTP status; absent when there was no answer. */
  status?: number;
  requestId?: string;
  details?: readonly { field: string; message: string }[];
  /** Epoch milliseconds, this device's clock: the server takes no other try before (`Retry-After`). */
  retryAt?: number;
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Whether it was given up by the person: there is nothing to say about that. */
export const isAbort = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';

type Detail = { field: string; message: string; code?: unknown; params?: unknown };

/** A field's error in the reader's language; one without a text of its code stays as the server says it. */
export function fieldErrorText({ message, code, params }: Omit<Detail, 'field'>): string {
  if (typeof code !== 'string' || !Object.hasOwn(en.fieldErrors, code)) return message;
  const values = typeof params === 'object' && params !== null ? params : {};
  return text(`fieldErrors.${code as keyof typeof en.fieldErrors}`, values as never);
}

const detailOf = (detail: Detail) => ({ field: detail.field, message: fieldErrorText(detail) });

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string';

const isKnown = (code: string | undefined): code is keyof typeof en.errors =>
  code !== undefined && Object.hasOwn(en.errors, code);

const isRefusal = (code: string | undefined): code is keyof typeof en.refusals =>
  code !== undefined && Object.hasOwn(en.refusals, code);

const isReason = (reason: unknown): reason is keyof typeof en.reasons =>
  typeof reason === 'string' && Object.hasOwn(en.reasons, reason);

/**
 * Words in the reader's language: the error catalogue's own, and those of the code in place of the server's, which are
 * English. What has no words of its own here stays as the server says it.
 */
function translateMessage(
  message: string | undefined,
  { code, reason, context }: { code: string | undefined; reason: unknown; context: unknown },
): string {
  if (isReason(reason)) return text(`reasons.${reason}`);
  if (isKnown(code) && en.errors[code] === message) return text(`errors.${code}`);
  if (message === undefined) return text('unexpected');
  if (currentLanguage() === 'en' || !isRefusal(code)) return message;
  const facts = typeof context === 'object' && context !== null ? context : {};
  return text(`refusals.${code}`, facts as never);
}

const isFailedCall = (value: unknown): value is { verb: keyof typeof en.failed; what: string | null } =>
  typeof value === 'object' &&
  value !== null &&
  'verb' in value &&
  'what' in value &&
  Object.hasOwn(en.failed, value.verb as string);

function describeFailedCall(call: unknown): string | undefined {
  if (!isFailedCall(call)) return undefined;
  const what = call.what !== null && Object.hasOwn(en.resources, call.what) ? call.what : 'data';
  return text(`failed.${call.verb}`, {
    what: text(`resources.${what as keyof typeof en.resources}`),
  } as never);
}

/** Reads a problem out of whatever was thrown: an error with `code`, `requestId` or `request_id`, `details`, `retryAt`. */
export function describeError(thrown: unknown): ErrorInfo {
  if (typeof thrown !== 'object' || thrown === null) {
    return { message: nonEmptyText(thrown) ?? text('unexpected') };
  }
  const fields = thrown as Record<string, unknown>;
  const code = nonEmptyText(fields['code']);
  const requestId = nonEmptyText(fields['requestId']) ?? nonEmptyText(fields['request_id']);
  const details = Array.isArray(fields['details']) ? fields['details'].filter(isDetail).map(detailOf) : [];
  const summary = describeFailedCall(fields['failed']);
  const status = fields['status'];
  return {
    message:
      (fields['isWorded'] === true ? nonEmptyText(fields['message']) : undefined) ??
      translateMessage(nonEmptyText(fields['message']), {
        code,
        reason: fields['reason'],
        context: fields['context'],
      }),
    ...(summary ? { summary } : {}),
    ...(typeof status === 'number' && status > 0 ? { status } : {}),
    ...(code ? { code } : {}),
    ...(requestId ? { requestId } : {}),
    ...(details.length > 0 ? { details } : {}),
    ...(typeof fields['retryAt'] === 'number' ? { retryAt: fields['retryAt'] } : {}),
  };
}

/** Code and request id, as they stand with a message: "LIMIT_REACHED · request 7f3c1e0a"; empty without either. */
export const formatErrorReference = ({ code, requestId }: ErrorInfo): string =>
  [code, requestId && text('request', { id: requestId })].filter(Boolean).join(' · ');

const serverFaults: readonly (string | undefined)[] = ['SERVER_ERROR', 'UNAVAILABLE'];

/** Whether the server refused what somebody did, in a way that has words of its own: nobody has to look into that. */
export const isExpectedRefusal = ({ code }: ErrorInfo): boolean =>
  isRefusal(code) && !serverFaults.includes(code);

/** The whole problem in one sentence or two: "Failed to update task. Internal server error". */
export const formatError = ({ summary, message }: ErrorInfo): string =>
  summary ? `${summary}. ${message}` : message;

/** Whether it is a fault of the server's, whose code and request id help whoever looks into it. */
export const isServerFault = ({ status }: ErrorInfo): boolean => status !== undefined && status >= 500;
