export type ProblemCode =
  | 'INVALID'
  | 'SIGN_IN'
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

const STATUS: Record<ProblemCode, number> = {
  INVALID: 400,
  SIGN_IN: 401,
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

/** An answer other than success: a code for programs and a sentence for people. */
export class Problem extends Error {
  readonly code: ProblemCode;
  readonly status: number;
  readonly field: string | null;
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ProblemCode,
    message: string,
    more: { field?: string; retryAfterSeconds?: number; status?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.status = more.status ?? STATUS[code];
    this.field = more.field ?? null;
    this.retryAfterSeconds = more.retryAfterSeconds ?? null;
  }
}

/** 400 that names the field. */
export const invalid = (field: string, message: string): Problem =>
  new Problem('INVALID', message, { field });
