import type { ApiError } from './api-error';

/** Largest error body, in bytes. */
export const MAX_ERROR_BYTES = 64 * 1024;

/**
 * The error body as JSON. When it is too large it drops the context first, which clients can read
 * elsewhere, then the details, whose messages the message repeats, and the end of the message last.
 */
export function serializeError(
  { message, code, reason, details, context }: ApiError,
  requestId: string,
): string {
  const bodyOf = (text: string, facts: object) =>
    JSON.stringify({ error: text, message: text, code, reason, ...facts, request_id: requestId });
  for (const facts of [{ details, context }, { details }, {}]) {
    const body = bodyOf(message, facts);
    if (Buffer.byteLength(body) <= MAX_ERROR_BYTES) return body;
  }
  return bodyOf(message.slice(0, 1000), {});
}
