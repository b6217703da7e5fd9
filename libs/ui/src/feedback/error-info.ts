import { text } from '../texts';
import { currentLanguage } from '../texts/catalogue';
import { en } from '../texts/en';

/** An error as it is shown to users. */
export interface ErrorInfo {
  message: string;
  /** What failed: "Failed to update task"; only when the response has no message of its own. */
  summary?: string;
  code?: string;
  /** HTTP status; absent without a response. */
  status?: number;
  requestId?: string;
  details?: readonly { field: string; message: string }[];
  /** When the server accepts another request (`Retry-After`), in epoch milliseconds of this device's clock. */
  retryAt?: number;
}

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Whether a request was aborted, which isn't an error to show. */
export const isAbort = (thrown: unknown): boolean =>
  typeof thrown === 'object' && thrown !== null && 'name' in thrown && thrown.name === 'AbortError';

type Detail = { field: string; message: string; code?: unknown; params?: unknown };

/** Returns a field error in the current language; the server's message when its code has no text. */
export function fieldErrorText({ message, code, params }: Omit<Detail, 'field'>): string {
  if (typeof code !== 'string' || !Object.hasOwn(en.fieldErrors, code)) return message;
  const values = typeof params === 'object' && params !== null ? params : {};
  return text(`fieldErrors.${code as keyof typeof en.fieldErrors}`, values as never);
}

const toDetail = (detail: Detail) => ({ field: detail.field, message: fieldErrorText(detail) });

const isDetail = (value: unknown): value is Detail =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string';

const hasErrorText = (code: string | undefined): code is keyof typeof en.errors =>
  code !== undefined && Object.hasOwn(en.errors, code);

const hasRefusalText = (code: string | undefined): code is keyof typeof en.refusals =>
  code !== undefined && Object.hasOwn(en.refusals, code);

const hasReasonText = (reason: unknown): reason is keyof typeof en.reasons =>
  typeof reason === 'string' && Object.hasOwn(en.reasons, reason);

/**
 * Translates a message by its reason or code, since the server's messages are English; returns the server's message
 * when neither has a text.
 */
function translateMessage(
  message: string | undefined,
  { code, reason, context }: { code: string | undefined; reason: unknown; context: unknown },
): string {
  const facts = typeof context === 'object' && context !== null ? context : {};
  if (hasReasonText(reason)) return text(`reasons.${reason}`, facts as never);
  if (hasErrorText(code) && en.errors[code] === message) return text(`errors.${code}`);
  if (message === undefined) return text('unexpected');
  if (currentLanguage() === 'en' || !hasRefusalText(code)) return message;
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
  });
}

/** Describes anything thrown: reads `message`, `code`, `status`, `requestId` or `request_id`, `details` and `retryAt`. */
export function describeError(thrown: unknown): ErrorInfo {
  if (typeof thrown !== 'object' || thrown === null) {
    return { message: nonEmptyText(thrown) ?? text('unexpected') };
  }
  const fields = thrown as Record<string, unknown>;
  const code = nonEmptyText(fields.code);
  const requestId = nonEmptyText(fields.requestId) ?? nonEmptyText(fields.request_id);
  const details = Array.isArray(fields.details) ? fields.details.filter(isDetail).map(toDetail) : [];
  const summary = describeFailedCall(fields.failed);
  const status = fields.status;
  return {
    message:
      (fields.isWorded === true ? nonEmptyText(fields.message) : undefined) ??
      translateMessage(nonEmptyText(fields.message), {
        code,
        reason: fields.reason,
        context: fields.context,
      }),
    summary,
    status: typeof status === 'number' && status > 0 ? status : undefined,
    code,
    requestId,
    details: details.length > 0 ? details : undefined,
    retryAt: typeof fields.retryAt === 'number' ? fields.retryAt : undefined,
  };
}

/** Formats code and request id: "LIMIT_REACHED · request 7f3c1e0a"; empty without either. */
export const formatErrorReference = ({ code, requestId }: ErrorInfo): string =>
  [code, requestId && text('request', { id: requestId })].filter(Boolean).join(' · ');

const serverFaults: readonly (string | undefined)[] = ['SERVER_ERROR', 'UNAVAILABLE'];

/** Whether the server refused a request for a reason the user can act on, so that no support is needed. */
export const isExpectedRefusal = ({ code }: ErrorInfo): boolean =>
  hasRefusalText(code) && !serverFaults.includes(code);

/** Formats summary and message: "Failed to update task. Internal server error". */
export const formatError = ({ summary, message }: ErrorInfo): string =>
  summary ? `${summary}. ${message}` : message;

/** Whether the server failed, so that code and request id are useful for support. */
export const isServerFault = ({ status }: ErrorInfo): boolean => status !== undefined && status >= 500;
