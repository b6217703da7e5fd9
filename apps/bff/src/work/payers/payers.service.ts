import { Injectable } from '@nestjs/common';
import { NotificationPublisher } from '../../messages';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, noRealm, notFound } from '../../platform/errors/api-error';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import { rejectSuspended } from '../../platform/realm-scope/realm-status.repository';
import { ownRealm, type Scope } from '../../platform/realm-scope/scope';
import type { AskedPayersDto, PayersDto, PayersQuery } from './payers.dto';
import { type PayersKey, PayersRepository } from './payers.repository';
import { PaymentForecasts } from './payment-forecasts.service';

/** Who pays the baskets of an event. */
@Injectable()
export class PayersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly payers: PayersRepository,
    private readonly forecasts: PaymentForecasts,
    private readonly notifications: NotificationPublisher,
  ) {}

  /** @throws 404 for an unknown event, 400 for an administrator who names no realm */
  async get(scope: Scope, eventId: number, { realm_id }: PayersQuery): Promise<PayersDto> {
    const { key, others } = await this.transactions.read(scope, async (tx) => {
      await this.requireEvent(tx, eventId);
      const own = { realm: ownRealm(scope, realm_id), event: eventId };
      return { key: own, others: await this.payers.findOthers(tx, own, scope.actor.userId) };
    });
    const { at, payers, me, forecast } = await this.forecasts.read(scope, key);
    return {
      at,
      payers: payers.map(({ user_id, name, since }) => ({ user_id, name, since: since.toISOString() })),
      others: others.length,
      me,
      forecast,
    };
  }

  /**
   * Puts the caller on. Repeating it changes nothing.
   *
   * @throws 404 for an unknown event, 409 for a closed one, 403 for an administrator, who is of no realm
   */
  async comeOn(scope: Scope, eventId: number): Promise<void> {
    const { key, userId } = await this.requirePayer(scope, eventId);
    await this.transactions.run(scope, async (tx) => {
      const { closed } = await this.requireEvent(tx, eventId);
      if (closed) throw eventClosed();
      await rejectSuspended(tx, [key.realm]);
      if (await this.payers.add(tx, key, userId)) await auditPayers(tx, 'event.payer_on', key);
    });
  }

  /** Takes the caller off, of a closed event too. */
  async goOff(scope: Scope, eventId: number): Promise<void> {
    const { key, userId } = await this.requirePayer(scope, eventId);
    await this.transactions.run(scope, async (tx) => {
      if (await this.payers.remove(tx, key, userId)) await auditPayers(tx, 'event.payer_off', key);
    });
  }

  /**
   * Notifies those who may pay and aren't on.
   *
   * @throws 409 EXISTS_ALREADY within ten minutes after somebody did, with `until`
   */
  ask(scope: Scope, eventId: number, { realm_id }: PayersQuery): Promise<AskedPayersDto> {
    return this.transactions.run(scope, async (tx) => {
      const { name, closed } = await this.requireEvent(tx, eventId);
      if (closed) throw eventClosed();
      const key = { realm: await realmForNew(tx, realm_id), event: eventId };
      const until = await this.payers.lockAsking(tx, key);
      if (until) {
        throw new ApiError('CONFLICT', 'The others were asked less than ten minutes ago', {
          reason: 'EXISTS_ALREADY',
          context: { until: until.toISOString() },
        });
      }
      const others = await this.payers.findOthers(tx, key, scope.actor.userId);
      const who = (await this.payers.findName(tx, scope.actor.userId)) ?? scope.actor.label;
      await this.notifications.publish(
        tx,
        others.map(({ id }) => ({
          topic: 'escalation',
          realm_id: key.realm,
          user_id: id,
          kind: 'payers_wanted',
          subject: name,
          params: { who },
          concerns: { event_id: eventId },
          path: `/on-sale/${eventId}`,
        })),
      );
      await auditPayers(tx, 'event.payers_ask', key, { asked: others.length });
      return { asked: others.length };
    });
  }

  private async requireEvent(tx: Tx, eventId: number) {
    const event = await this.payers.findEvent(tx, eventId);
    if (!event) throw notFound('Event');
    return event;
  }

  /** The caller as a payer of their realm, or of the rehearsal that they are in. */
  private async requirePayer(scope: Scope, event: number): Promise<{ key: PayersKey; userId: number }> {
    await this.transactions.read(scope, (tx) => this.requireEvent(tx, event));
    const { userId } = scope.actor;
    if (scope.kind !== 'realm' || userId === null) throw noRealm();
    // People of a rehearsal are those of the realm that rehearses.
    const mayPay = await this.transactions.read({ kind: 'all', actor: scope.actor }, (tx) =>
      this.payers.mayPay(tx, scope.realmId, userId),
    );
    if (!mayPay) throw noRealm();
    return { key: { realm: scope.realmId, event }, userId };
  }
}

const eventClosed = (): ApiError =>
  new ApiError('INVALID_STATE', 'The event is closed', { context: { from: 'closed' } });

const auditPayers = (
  tx: Tx,
  action: 'event.payer_on' | 'event.payer_off' | 'event.payers_ask',
  { realm, event }: PayersKey,
  after: object | null = null,
): Promise<void> => audit(tx, { action, entity: 'event', entity_id: event, realm_id: realm, after });
