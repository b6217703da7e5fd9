import type { IncomingHttpHeaders } from 'node:http';
import { Agent } from 'node:https';
import { Injectable } from '@nestjs/common';
import { sendNotification, WebPushError } from 'web-push';
import { messageText } from '@tessera/domain/messages';
import { type PushFailure } from '@tessera/domain/notifications';
import { Config } from '../../platform/config/config';
import { abortable, HostRejected, pinnedLookup } from '../../platform/http/outer-addresses';
import type { MessageParams } from './notification-draft';
import { PushServices } from './push-services';

/**
 * A message for a device; a click opens `path`. The service worker words title and body in `language` by `kind`, `subject`,
 * `count` and `params`; it shows the English ones for kinds that it doesn't know.
 */
export interface PushMessage {
  id: number;
  topic: string;
  kind: string | null;
  subject: string | null;
  count: number;
  seats: number;
  title: string;
  body: string;
  params: MessageParams | null;
  language: string;
  /** The time zone in which the person reads times; null: the device's. */
  time_zone: string | null;
  path: string | null;
  at: string;
}

/** A device's subscription, as its browser created it. */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** The outcome of one attempt. `again`: whether a retry may succeed, after `retryAfter` seconds if the service names them. */
export interface PushResult {
  outcome: 'sent' | 'waiting' | 'gone' | 'failed';
  status: number | null;
  /** Why it failed, if this server found it; otherwise `message` has the push service's words. */
  reason: PushFailure | null;
  message: string | null;
  again: boolean;
  retryAfter: number | null;
}

/** Push services accept 4,096 encrypted bytes; this leaves room for the encryption's overhead. */
const PAYLOAD_BYTES = 3800;

/** Encrypts messages for a device and sends them to its push service. */
@Injectable()
export class PushSender {
  constructor(
    private readonly config: Config,
    private readonly services: PushServices,
  ) {}

  /** Makes one attempt, which `stopping` aborts. Never throws: failures are in the result. */
  async send(
    target: PushTarget,
    message: PushMessage,
    { ttl, urgency }: { ttl: number; urgency: 'low' | 'normal' | 'high' },
    stopping?: AbortSignal,
  ): Promise<PushResult> {
    const { vapid } = this.config;
    if (!vapid) return notDelivered('NOT_SET_UP');
    const url = this.services.known(target.endpoint);
    if (!url) return notDelivered('UNKNOWN_SERVICE');
    const timeout = AbortSignal.timeout(this.config.pushTimeoutMs);
    const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout;
    let agent: Agent | undefined;
    try {
      const addresses = await abortable(this.services.resolve(url), signal);
      agent = new Agent({ lookup: pinnedLookup(addresses) });
      const subscription = { endpoint: url.href, keys: { p256dh: target.p256dh, auth: target.auth } };
      const options = {
        vapidDetails: vapid,
        TTL: ttl,
        urgency,
        contentEncoding: 'aes128gcm',
        agent,
      } as const;
      const response = await abortable(sendNotification(subscription, fit(message), options), signal);
      return resultOf(response.statusCode, response.headers, null);
    } catch (error) {
      if (error instanceof WebPushError) return resultOf(error.statusCode, error.headers, error.body);
      return attemptFailed(error);
    } finally {
      // Also ends a request that is still in progress.
      agent?.destroy();
    }
  }
}

/** A failure that no retry can fix. */
export const notDelivered = (reason: PushFailure): PushResult => ({
  outcome: 'failed',
  status: null,
  reason,
  message: messageText('en', 'pushFailures', reason),
  again: false,
  retryAfter: null,
});

/**
 * Writes the message as JSON that fits into a push message. A long body loses its end, which a device needs only when it
 * can't word the message from the parameters. Parameters that are too long by themselves are left out, so that the device
 * shows the English text.
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

/** What the push service's response means. */
function resultOf(status: number, headers: IncomingHttpHeaders, body: string | null): PushResult {
  const result = (outcome: PushResult['outcome'], again: boolean) => ({
    outcome,
    status,
    reason: null,
    message: body === null ? null : printable(body),
    again,
    retryAfter: retryAfterSeconds(headers['retry-after']),
  });
  if (status >= 200 && status < 300) return result('sent', false);
  if (status === 404 || status === 410) return result('gone', false);
  if (status === 429) return result('waiting', true);
  return result('failed', status >= 500 || status === 408);
}

/** Seconds until the time that a Retry-After header names, as a number or a date; null when it is missing or invalid. */
function retryAfterSeconds(value: string | undefined): number | null {
  if (!value) return null;
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : null;
}

const printable = (text: string): string | null =>
  text
    .replace(/[^\x20-\x7e]+/g, ' ')
    .trim()
    .slice(0, 200) || null;

function attemptFailed(error: unknown): PushResult {
  if (error instanceof HostRejected) return notDelivered('INNER_ADDRESS');
  const { name, code } = error as { name?: string; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return { ...notDelivered('TIMED_OUT'), again: true };
  if (typeof code !== 'string') return { ...notDelivered('NOT_SENT'), again: true };
  const failed = notDelivered('UNREACHABLE');
  return { ...failed, message: `${failed.message} (${code})`, again: true };
}
