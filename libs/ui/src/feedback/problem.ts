/** What went wrong, as the server says it (contract section 1), in the names of the web. */
export interface Problem {
  message: string;
  code?: string;
  requestId?: string;
  details?: readonly { field: string; message: string }[];
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

const isDetail = (value: unknown): value is { field: string; message: string } =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  'message' in value &&
  typeof value.field === 'string' &&
  typeof value.message === 'string';

/** Reads a problem out of whatever was thrown: an error with `code`, `requestId` or `request_id`, `details`. */
export function toProblem(thrown: unknown): Problem {
  if (typeof thrown !== 'object' || thrown === null) {
    return { message: text(thrown) ?? 'An unexpected error occurred' };
  }
  const fields = thrown as Record<string, unknown>;
  const code = text(fields['code']);
  const requestId = text(fields['requestId']) ?? text(fields['request_id']);
  const details = Array.isArray(fields['details']) ? fields['details'].filter(isDetail) : [];
  return {
    message: text(fields['message']) ?? 'An unexpected error occurred',
    ...(code ? { code } : {}),
    ...(requestId ? { requestId } : {}),
    ...(details.length > 0 ? { details } : {}),
  };
}
