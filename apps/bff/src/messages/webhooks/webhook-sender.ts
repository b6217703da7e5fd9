import type { LookupAddress } from 'node:dns';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config';
import { type FieldError } from '../../platform/errors/field-error-codes';
import { abortable, HostRejected, OuterAddresses, pinnedLookup } from '../../platform/http/outer-addresses';
import type { AttemptResult } from './webhook-deliveries.repository';

/** How much of an answer is read. */
const ANSWER_BYTES = 1024;

/** Sends messages to receivers, whose addresses people choose: never to an internal one. */
@Injectable()
export class WebhookSender {
  constructor(
    private readonly config: Config,
    private readonly addresses: OuterAddresses,
  ) {}

  /** What is wrong with an address that a webhook is to have; null when messages may go there now. */
  async faultOf(address: string): Promise<FieldError | null> {
    const url = this.parse(address);
    if (!url)
      return {
        field: 'url',
        message: 'url must be https, without a name, a password or a fragment',
        code: 'NOT_HTTPS',
      };
    try {
      await abortable(this.resolve(url), AbortSignal.timeout(this.config.webhookTimeoutMs));
      return null;
    } catch (error) {
      return error instanceof HostRejected
        ? { field: 'url', message: 'url must not be in an internal network', code: 'INNER_ADDRESS' }
        : { field: 'url', message: "url's host has no address", code: 'NOT_FOUND' };
    }
  }

  /** Makes one attempt, which `stopping` aborts. Never throws: failures are in the result. A redirect isn't followed. */
  async send(
    address: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    stopping?: AbortSignal,
  ): Promise<AttemptResult> {
    const begun = performance.now();
    const done = (result: Omit<AttemptResult, 'duration_ms'>): AttemptResult => ({
      ...result,
      duration_ms: Math.round(performance.now() - begun),
    });
    const late = AbortSignal.timeout(this.config.webhookTimeoutMs);
    const signal = stopping ? AbortSignal.any([late, stopping]) : late;
    try {
      const url = this.parse(address);
      if (!url) throw new HostRejected();
      const addresses = await abortable(this.resolve(url), signal);
      const { statusCode: status = 0, text: answer } = await post(url, addresses, { body, headers, signal });
      const ok = status >= 200 && status < 300;
      return done({ ok, status, answer, error: ok ? null : `Answered ${status}` });
    } catch (error) {
      return done({ ok: false, status: null, answer: null, error: this.reasonOf(error, late.aborted) });
    }
  }

  /** The URL of an address; null unless it is https, or plain http where private addresses are allowed. */
  private parse(address: string): URL | null {
    const url = URL.parse(address);
    if (!url || url.username || url.password || url.hash) return null;
    const allowed = this.config.webhookAllowPrivate ? ['https:', 'http:'] : ['https:'];
    return allowed.includes(url.protocol) ? url : null;
  }

  private resolve(url: URL): Promise<LookupAddress[]> {
    return this.addresses.resolve(url, this.config.webhookAllowPrivate);
  }

  private reasonOf(error: unknown, isLate: boolean): string {
    if (isLate) return `No answer within ${this.config.webhookTimeoutMs / 1000} s`;
    if (error instanceof HostRejected) return 'The address is in an internal network';
    const { code } = error as { code?: unknown };
    return `The receiver could not be reached${typeof code === 'string' ? ` (${code})` : ''}`;
  }
}

interface Sent {
  body: string;
  headers: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Sends the request to the addresses that were checked, on a new connection. */
function post(
  url: URL,
  addresses: readonly LookupAddress[],
  { body, headers, signal }: Sent,
): Promise<{ statusCode: number | undefined; text: string | null }> {
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request = send(url, {
      method: 'POST',
      agent: false,
      lookup: pinnedLookup(addresses),
      signal,
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Tessera-Webhooks',
        ...headers,
      },
    });
    request.on('error', reject);
    request.on('response', (response) => {
      void beginningOf(response).then((text) => {
        request.destroy();
        resolve({ statusCode: response.statusCode, text });
      });
    });
    request.end(body);
  });
}

/** The beginning of an answer, or what came of it: the status already says what the receiver did. */
async function beginningOf(response: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= ANSWER_BYTES) break;
    }
  } catch {
    // Cut off.
  }
  const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString();
  return text.replace(/(?![\n\t])\p{Cc}/gu, ' ').trim() || null;
}
