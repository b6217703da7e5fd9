import { Injectable } from '@nestjs/common';
import type { LookupAddress } from 'node:dns';
import { request, type RequestOptions } from 'node:https';
import type { IncomingMessage } from 'node:http';
import { generateRequestDetails } from 'web-push';
import { Config } from '../../platform/config/config';
import type { MessageParams } from './notices';
import { PushServices, ServiceRefused } from './push-services';
import { type PushFailure, pushFailures } from './push-failures';

/**
 * What is shown on the device; `path` opens on a click. The service worker words title and body in `language` by `kind`,
 * `subject`, `count` and `params`; those sent are in English, for what it doesn't know.
 */
export interface PushMessage {
  id: number;
  topic: string;
  kind: string | null;
  subject: string | null;
  count: number;
  title: string;
  body: string;
  params: MessageParams | null;
  language: string;
  path: string | null;
  at: string;
}

/** A device's subscription, as the browser made it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What came of one attempt. `again`: whether a later one may do better, after so many seconds if the service says. */
export interface PushResult {
  outcome: 'sent' | 'waiting' | 'gone' | 'failed';
  status: number | null;
  /** Why it failed, where this server says so; `message` has the push service's words otherwise. */
  reason: PushFailure | null;
  message: string | null;
  again: boolean;
  retryAfter: number | null;
}

/** Push services take 4,096 bytes encrypted; this leaves room for the encryption's own. */
const PAYLOAD_BYTES = 3800;
const REASON_BYTES = 500;

/** Encrypts messages for a device and hands them to its push service. */
@Injectable()
export class PushSender {
  constructor(
    private readonly config: Config,
    private readonly services: PushServices,
  ) {}

  /** One attempt, cut off by `ending`. Whatever goes wrong is in the result. */
  async send(
    target: PushTarget,
    message: PushMessage,
    { ttl, urgency }: { ttl: number; urgency: 'low' | 'normal' | 'high' },
    ending?: AbortSignal,
  ): Promise<PushResult> {
    const { vapid } = this.config;
    if (!vapid) return notDelivered('NOT_SET_UP');
    const url = this.services.known(target.endpoint);
    if (!url) return notDelivered('UNKNOWN_SERVICE');
    try {
      const details = generateRequestDetails(
        { endpoint: url.href, keys: { p256dh: target.p256dh, auth: target.auth } },
        fit(message),
        { vapidDetails: vapid, TTL: ttl, urgency, contentEncoding: 'aes128gcm' },
      );
      const late = AbortSignal.timeout(this.config.pushTimeoutMs);
      const signal = ending ? AbortSignal.any([late, ending]) : late;
      const addresses = await within(this.services.resolve(url), signal);
      const { method, headers } = details;
      return read(await post(url, { method, headers, lookup: pinned(addresses), signal }, details.body));
    } catch (error) {
      return attemptFailed(error);
    }
  }
}

/** A failure that no later attempt will mend. */
export const notDelivered = (reason: PushFailure): PushResult => ({
  outcome: 'failed',
  status: null,
  reason,
  message: pushFailures[reason],
  again: false,
  retryAfter: null,
});

/**
 * The message as JSON that fits. What is too long loses the end of its body, which a device needs only where it can't word
 * the parameters. Parameters that are too long by themselves are left out: the device shows the English text.
 */
export function fit(message: PushMessage): string {
  const text = withShorterBody(message);
  return message.params && Buffer.byteLength(text) > PAYLOAD_BYTES
    ? withShorterBody({ ...message, kind: null, params: null })
    : text;
}

function withShorterBody(message: PushMessage): string {
  let body = message.body;
  for (;;) {
    const text = JSON.stringify({ ...message, body });
    const over = Buffer.byteLength(text) - PAYLOAD_BYTES;
    if (over <= 0 || body === '') return text;
    const letters = [...body];
    body = letters
      .slice(0, Math.max(0, letters.length - Math.max(2, Math.ceil(over / 6))))
      .join('')
      .concat(letters.length > 2 ? '…' : '');
  }
}

/** Connects to the addresses that were checked and to nothing else, whatever the name says by now. */
const pinned =
  (addresses: readonly LookupAddress[]): NonNullable<RequestOptions['lookup']> =>
  (_host, options, done) => {
    const [first] = addresses;
    if (options.all) done(null, [...addresses]);
    else if (first) done(null, first.address, first.family);
    else done(new Error('No address'), '', 0);
  };

/** Sends the request over a connection of its own; redirects are answers like any other, never followed. */
function post(url: URL, options: RequestOptions, body: Buffer): Promise<PushAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { ...options, agent: false }, (answer) => {
      let text = '';
      const end = () => {
        resolve({ answer, text });
        answer.destroy();
      };
      // It is delivered: what else is said doesn't matter, nor how slowly.
      if (isSuccess(answer.statusCode)) return end();
      answer.setEncoding('utf8');
      answer.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > REASON_BYTES) end();
      });
      answer.on('end', end);
      answer.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const isSuccess = (status = 0): boolean => status >= 200 && status < 300;

type PushAnswer = { answer: IncomingMessage; text: string };

/** What the push service's answer means. */
function read({ answer, text }: PushAnswer): PushResult {
  const status = answer.statusCode ?? 0;
  const said = printable(text);
  const result = (outcome: PushResult['outcome'], again: boolean, message: string | null = said) => ({
    outcome,
    status,
    reason: null,
    message,
    again,
    retryAfter: secondsOf(answer.headers['retry-after']),
  });
  if (isSuccess(status)) return result('sent', false, null);
  if (status === 404 || status === 410) return result('gone', false);
  if (status === 429) return result('waiting', true);
  return result('failed', status >= 500 || status === 408);
}

/** Seconds that a Retry-After asks for, as a number or a date; null when it says nothing of use. */
function secondsOf(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

const printable = (text: string): string | null =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200) || null;

/** A promise that gives up with the signal: name look-ups can't be called off. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

function attemptFailed(error: unknown): PushResult {
  if (error instanceof ServiceRefused) return notDelivered('INNER_ADDRESS');
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return { ...notDelivered('TIMED_OUT'), again: true };
  if (typeof code !== 'string') return { ...notDelivered('NOT_SENT'), again: true };
  const failed = notDelivered('UNREACHABLE');
  return { ...failed, message: `${failed.message} (${code})`, again: true };
}
