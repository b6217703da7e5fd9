import { timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { auditBy } from '../../platform/audit/audit';
import { Tokens } from '../../platform/auth/tokens';
import { Transactions } from '../../platform/database/transactions';
import { type Actor, systemScope } from '../../platform/realm-scope/scope';
import { topics } from '../notifications/topics';
import { promptTopics } from './mail-choice';
import { Outbox } from './outbox';
import { UnsubscriptionsRepository } from './unsubscriptions.repository';

/** What a link in a mail ends: mails about escalations, or digests. */
export type Subscription = 'escalation' | 'digest';

/** The address of the API that ends a subscription. */
const PATH = '/api/mail/unsubscribe';
const TOKEN = /^(?<named>(?<subscription>escalation|digest)\.(?<user>[1-9]\d{0,8}))\.(?<proof>[\w-]{43})$/;

const prompt: readonly string[] = promptTopics;
const topicsOf: Readonly<Record<Subscription, readonly string[]>> = {
  escalation: ['escalation'],
  digest: topics.filter((topic) => !prompt.includes(topic)),
};

/** Links that end what a person chose to get by mail, without signing in (RFC 8058). They follow from TOKEN_SECRET. */
@Injectable()
export class Unsubscriptions {
  constructor(
    private readonly tokens: Tokens,
    private readonly outbox: Outbox,
    private readonly transactions: Transactions,
    private readonly preferences: UnsubscriptionsRepository,
  ) {}

  /** The page where mails are chosen, and where a mail program ends this subscription; null without https, as RFC 8058 has it. */
  linksOf(userId: number, subscription: Subscription): { page: string; oneClick: string | null } {
    const page = this.outbox.pageUrl('/notifications');
    const named = `${subscription}.${userId}`;
    const oneClick = this.outbox.pageUrl(`${PATH}?token=${named}.${this.proofOf(named)}`);
    return { page, oneClick: page.startsWith('https:') ? oneClick : null };
  }

  /** Ends the subscription that a token names; a token that names none changes nothing. */
  async end(token: unknown, request: Pick<Actor, 'requestId' | 'address'>): Promise<void> {
    const { named, subscription, user, proof } =
      (typeof token === 'string' ? TOKEN.exec(token)?.groups : undefined) ?? {};
    if (!named || !proof || !timingSafeEqual(Buffer.from(proof), Buffer.from(this.proofOf(named)))) return;
    const scope = systemScope('mail');
    const ended = subscription as Subscription;
    await this.transactions.run({ ...scope, actor: { ...scope.actor, ...request } }, async (tx) => {
      const reader = await this.preferences.endTopics(tx, Number(user), topicsOf[ended]);
      if (reader) await auditBy(tx, reader, { action: 'mail.unsubscribe', after: { subscription: ended } });
    });
  }

  private proofOf(named: string): string {
    return this.tokens.keyed('unsubscribe', named);
  }
}
