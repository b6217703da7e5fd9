import { Injectable } from '@nestjs/common';
import type { Tx } from '../../platform/database/transactions';
import { type NotificationDraft, NotificationPublisher } from '../notifications';
import { seatsText } from '../tasks';
import { type DueEscalation, EscalationsRepository } from './escalations.repository';

/** Notifies more people of what waits while nobody acts, each step once over any number of servers. */
@Injectable()
export class EscalationChecks {
  constructor(
    private readonly notifications: NotificationPublisher,
    private readonly escalations: EscalationsRepository,
  ) {}

  /** Notifies people of the steps that are due. */
  async send(tx: Tx): Promise<void> {
    const due = await this.escalations.claimDue(tx);
    await this.notifications.publish(
      tx,
      due.flatMap((escalation) => escalation.steps.map((step) => toDraft(escalation, step))),
    );
  }
}

/** A step as a line: first for the realm's people, then for its owners, on all of their devices. */
function toDraft(due: DueEscalation, step: number): NotificationDraft {
  const { realm_id, subject, name, path } = due;
  const text = { ...textOf(due), path };
  const forOwners = step > 1;
  return {
    topic: 'escalation',
    realm_id,
    subject: name,
    ...text,
    group: { key: forOwners ? `${subject} owners` : subject, ...text },
    ...(forOwners ? { ownersOnly: true, devices: 'all' } : {}),
  };
}

function textOf({ kind, name, amount, minutes }: DueEscalation) {
  if (kind === 'idle')
    return {
      kind: 'still_idle',
      title: `No response for ${minutes} min`,
      body: `${name}: nothing has moved for more than ${amount} s`,
      params: { minutes, seconds: amount },
    } as const;
  const params = { minutes, count: amount };
  if (kind === 'seats')
    return {
      kind: 'seats_unpaid',
      title: `${seatsText(amount)} unpaid for ${minutes} min`,
      body: `${name}: ${seatsText(amount)} to pay`,
      params,
    } as const;
  const payments = amount === 1 ? '1 payment' : `${amount} payments`;
  return {
    kind: 'checks_open',
    title: `${payments} unchecked for ${minutes} min`,
    body: `${name}: ${payments} to check`,
    params,
  } as const;
}
