import { setTimeout as wait } from 'node:timers/promises';
import { type CommandFailure, refusal, unreachable } from '../failure.ts';

/** How long an answer may take, in ms. */
const answerLimit = 60_000;
/** The longest pause that a server can ask for, in ms. */
const longestPause = 60_000;

/** The body of a refusal. */
interface ErrorBody {
  message?: string;
  code?: string;
  details?: { message: string }[];
  request_id?: string;
}

/** A request to the server. */
export interface ServerRequest {
  method: 'GET' | 'POST' | 'PUT';
  /** The path and the query. */
  path: string;
  json?: object;
  bytes?: Uint8Array<ArrayBuffer>;
  /**
   * Whether sending it again changes nothing; then it is repeated when the connection or the server fails. True if left
   * out.
   */
  repeatable?: boolean;
  signal?: AbortSignal;
}

export interface ConnectionOptions {
  address: URL;
  token?: string;
  /** The pauses before each repetition, in ms. */
  pauses?: readonly number[];
}

const unknownToken = 'The console accepts no such token: it is unknown, expired or revoked';

const defaultPauses = [500, 1_000, 2_000, 4_000];

/** Requests to an installation's API, which fail with a sentence for the person. */
export class Connection {
  private readonly options: ConnectionOptions;

  constructor(options: ConnectionOptions) {
    this.options = options;
  }

  /** The address of the installation. */
  get origin(): string {
    return this.options.address.origin;
  }

  /** Sends a request and returns the JSON of its answer; undefined where the answer has no body. */
  async send<T>(request: ServerRequest): Promise<T> {
    const pauses = this.options.pauses ?? defaultPauses;
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await this.attempt<T>(request);
      if ('answer' in outcome) return outcome.answer;
      const pause = pauses[attempt];
      const mayRepeat = outcome.isPassing && (request.repeatable ?? true);
      if (!mayRepeat || pause === undefined || request.signal?.aborted) throw outcome.failure;
      await wait(Math.max(pause, outcome.pause), undefined, { signal: request.signal });
    }
  }

  private async attempt<T>(request: ServerRequest): Promise<Outcome<T>> {
    const { origin } = this;
    let response: Response;
    let text: string;
    try {
      response = await fetch(new URL(request.path, origin), {
        method: request.method,
        headers: this.headersOf(request),
        body: request.bytes ?? (request.json && JSON.stringify(request.json)) ?? null,
        redirect: 'manual',
        signal: AbortSignal.any([
          AbortSignal.timeout(answerLimit),
          ...(request.signal ? [request.signal] : []),
        ]),
      });
      text = await response.text();
    } catch (error) {
      const failure = unreachable(`${origin} can't be reached: ${reasonOf(error)}`);
      return { failure, isPassing: true, pause: 0 };
    }
    const { status } = response;
    if (response.ok) return readAnswer(text, origin);
    if (status >= 300 && status < 400) {
      const target = response.headers.get('location') ?? 'another address';
      return lasting(refusal(`${origin} redirects to ${target}: name that address`));
    }
    const body = readError(text);
    if (status >= 500) {
      const id = body.request_id ? ` (request ${body.request_id})` : '';
      const failure = unreachable(`${origin} failed with ${status}: ${sentenceOf(body, status)}${id}`);
      return { failure, isPassing: true, pause: 0 };
    }
    const sentence = status === 401 ? unknownToken : sentenceOf(body, status);
    const failure = refusal(sentence, body.code ?? null);
    return status === 429 ? { failure, isPassing: true, pause: pauseOf(response) } : lasting(failure);
  }

  private headersOf({ json, bytes }: ServerRequest): Record<string, string> {
    const { token } = this.options;
    return {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(json ? { 'content-type': 'application/json' } : {}),
      ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
    };
  }
}

type Outcome<T> =
  | { answer: T }
  | {
      failure: CommandFailure;
      /** Whether it may pass by itself. */
      isPassing: boolean;
      /** How long the server wants nothing to be sent, in ms. */
      pause: number;
    };

const lasting = (failure: CommandFailure) => ({ failure, isPassing: false, pause: 0 });

function readAnswer<T>(text: string, origin: string): Outcome<T> {
  try {
    return { answer: (text === '' ? undefined : JSON.parse(text)) as T };
  } catch {
    return lasting(refusal(`${origin} doesn't answer as a console does`));
  }
}

function readError(text: string): ErrorBody {
  try {
    const body = JSON.parse(text) as unknown;
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/** The server's reason, with what is wrong in each field where the reason doesn't say it. */
function sentenceOf({ message, details = [] }: ErrorBody, status: number): string {
  const reason = message ?? `The server answered ${status}`;
  const more = details.map((detail) => detail.message).filter((detail) => !reason.includes(detail));
  return more.length === 0 ? reason : `${reason}: ${more.join('; ')}`;
}

function pauseOf({ headers }: Response): number {
  const seconds = Number(headers.get('retry-after'));
  return Number.isFinite(seconds) ? Math.min(seconds * 1_000, longestPause) : 0;
}

/** Why a connection failed: the system's reason, which fetch wraps. */
function reasonOf(error: unknown): string {
  if (error instanceof DOMException && error.name === 'TimeoutError')
    return `no answer within ${answerLimit / 1_000} s`;
  const { cause } = error as { cause?: unknown };
  const reason = cause instanceof Error ? cause : error;
  const { message, code } = reason as { message: string; code?: string };
  return message || code || 'the connection failed';
}
