import { Injectable } from '@nestjs/common';
import { type NotificationDraft, TimedNotifications } from '../../messages';
import { seatsText } from '../../work';
import { type DueEscalation, EscalationsRepository } from './escalations.repository';

/** Notifies more people of what waits while nobody acts, each step once over any number of servers. */
@Injectable()
export class EscalationChecks {
  constructor(timed: TimedNotifications, escalations: EscalationsRepository) {
    timed.register(async (tx) =>
      (await escalations.claimDue(tx)).flatMap((due) => due.steps.map((step) => toDraft(due, step))),
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
