import { Webhook as Signer } from 'standardwebhooks';
import type { WebhookFormat } from './webhook.entity';

/** A message as it is sent. */
export interface WebhookMessage {
  /** `webhook-id`: the same in every attempt. */
  id: string;
  type: string;
  /** When it happened. */
  at: Date;
  sequence: number;
  data: Readonly<Record<string, unknown>>;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** What Slack reads as the beginning of links, mentions and entities. */
const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const forSlack = (value: string): string => value.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);

/** The body of a message in a format; `page` is the address of what it is about. */
export function bodyOf(format: WebhookFormat, message: WebhookMessage, page: string | null): string {
  const { type, at, sequence, data } = message;
  const [title, body] = [text(data['title']), text(data['body'])];
  switch (format) {
    case 'standard':
      return JSON.stringify({ type, timestamp: at.toISOString(), sequence, data });
    case 'slack':
      return JSON.stringify({
        text: [`*${forSlack(title)}*`, forSlack(body), page && `<${page}>`].filter(Boolean).join('\n'),
      });
    case 'teams':
      return JSON.stringify({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [
                { type: 'TextBlock', text: title, weight: 'Bolder', wrap: true },
                { type: 'TextBlock', text: body, wrap: true },
              ],
              ...(page === null ? {} : { actions: [{ type: 'Action.OpenUrl', title: 'Open', url: page }] }),
            },
          },
        ],
      });
  }
}

/** The headers by which a receiver recognises and verifies a message; each secret gives a signature. */
export const signedHeaders = (
  id: string,
  at: Date,
  body: string,
  secrets: readonly (string | undefined)[],
): Record<string, string> => ({
  'webhook-id': id,
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': secrets
    .flatMap((secret) => (secret ? new Signer(secret).sign(id, at, body) : []))
    .join(' '),
});
