import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { WebhookPace } from '../src/messages/webhooks/webhook-pace';
import type { TestApp } from './app';

/** Settings of a server that may send to receivers of this process; a hanging one costs it 200 ms. */
export const webhookSettings = { WEBHOOK_ALLOW_PRIVATE: 'on', WEBHOOK_TIMEOUT_MS: '200' };

/** A message as a receiver got it. */
export interface ReceivedMessage {
  path: string;
  id: string;
  headers: IncomingHttpHeaders;
  text: string;
}

/** What a receiver does with a message: answers with a status, never answers, or takes it and ends the connection. */
export type Reaction = number | 'hang' | 'lose';

/** A receiver of webhooks. */
export interface WebhookReceiver {
  port: number;
  /** Every message that came, in this order, also those that weren't answered well. */
  received: ReceivedMessage[];
  /** How it reacts; 204 unless a test sets it. */
  react: (message: ReceivedMessage) => Reaction;
  /** What it answers with. */
  answer: string;
  url(path: string): string;
  close(): Promise<void>;
}

/** Starts a receiver on this machine. */
export async function startReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url: path = '', headers } = request;
      const text = Buffer.concat(chunks).toString();
      const message = { path, headers, text, id: String(headers['webhook-id']) };
      receiver.received.push(message);
      const reaction = receiver.react(message);
      if (reaction === 'lose') response.destroy();
      if (typeof reaction === 'number')
        response
          .writeHead(reaction, reaction >= 300 && reaction < 400 ? { location: '/elsewhere' } : {})
          .end(reaction === 204 ? undefined : receiver.answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: WebhookReceiver = {
    port,
    received: [],
    react: () => 204,
    answer: 'Thank you',
    url: (path) => `http://127.0.0.1:${port}${path}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return receiver;
}

/** The body of a message that the reference library verifies; throws for any other. */
export const verified = (secret: string, { text, headers }: ReceivedMessage): Record<string, unknown> =>
  new Webhook(secret).verify(text, headers as Record<string, string>) as Record<string, unknown>;

/** Sets how fast a server sends; without pauses attempts follow at once. */
export const setPace = (app: TestApp, pace: Partial<WebhookPace>): void => {
  Object.assign(app.nest.get(WebhookPace, { strict: false }), pace);
};
