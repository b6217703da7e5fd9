import { Injectable } from '@nestjs/common';
import { type NotificationDraft, TimedNotifications } from '../../messages';
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

/** A step as a line: first for the realm's people, then for its owners and who pays, on all of their devices. Of baskets and checks, both for those who pay. */
function toDraft(due: DueEscalation, step: number): NotificationDraft {
  const { realm_id, subject, name, event_id, path } = due;
  const event = eventOf(due);
  const isLast = step > 1;
  return {
    topic: 'escalation',
    realm_id,
    subject: name,
    ...event,
    concerns: { event_id },
    path,
    group: { key: isLast ? `${subject} owners` : subject, params: event.params, path },
    ...(isLast ? { ownersOnly: due.kind === 'idle', devices: 'all' } : {}),
  };
}

function eventOf({ kind, amount, minutes }: DueEscalation) {
  if (kind === 'idle') return { kind: 'still_idle', params: { minutes, seconds: amount } } as const;
  return {
    kind: kind === 'seats' ? 'seats_unpaid' : 'checks_open',
    params: { minutes, count: amount },
  } as const;
}
