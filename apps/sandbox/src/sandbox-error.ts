export type ErrorCode =
  | 'INVALID'
  | 'SIGN_IN'
  | 'LOCKED'
  | 'CODE_NEEDED'
  | 'DECLINED'
  | 'PASS_REQUIRED'
  | 'NOT_FOUND'
  | 'SOLD_OUT'
  | 'LIMIT_REACHED'
  | 'ORDER_LAPSED'
  | 'CONFLICT'
  | 'BUSY'
  | 'OUTAGE'
  | 'FAULT';

const STATUS_BY_CODE: Record<ErrorCode, number> = {
  INVALID: 400,
  SIGN_IN: 401,
  LOCKED: 403,
  CODE_NEEDED: 403,
  DECLINED: 402,
  PASS_REQUIRED: 403,
  NOT_FOUND: 404,
  SOLD_OUT: 409,
  LIMIT_REACHED: 409,
  ORDER_LAPSED: 409,
  CONFLICT: 409,
  BUSY: 429,
  OUTAGE: 503,
  FAULT: 500,
};

/** An error response: a code for programs and a message for people. */
export class SandboxError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly field: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ErrorCode,
    message: string,
    options: { field?: string; retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = options.status ?? STATUS_BY_CODE[code];
    this.field = options.field ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
  }
}

export const invalidField = (field: string, message: string): SandboxError =>
  new SandboxError('INVALID', message, { field });
