import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { PRICE_LEVELS } from '../catalogue.ts';
import { SandboxError } from '../sandbox-error.ts';
import type { QueueStatus } from '../waiting-room.ts';
import { authenticate, isRehearsal, rehearsalAttempt, toIsoString } from './input.ts';

interface EventRoute {
  Params: { guid: string };
}

type House = BoxOffice['inventory'];
type KnownEvent = NonNullable<ReturnType<House['event']>>;

function findEvent(office: BoxOffice, guid: string): KnownEvent {
  const event = office.inventory.event(guid);
  if (!event) throw new SandboxError('NOT_FOUND', 'No such event');
  return event;
}

const summary = (event: KnownEvent): Record<string, unknown> => ({
  guid: event.guid,
  name: event.name,
  venue: event.venue,
  city: event.city,
  category: event.category,
  currency: event.currency,
  ko: event.ko,
  max_per_account: event.maxPerAccount,
  price_levels: Object.entries(PRICE_LEVELS).map(([key, name]) => ({
    key,
    name,
    price: event.prices[key as keyof typeof PRICE_LEVELS],
  })),
});

const queueResponse = (status: QueueStatus): Record<string, unknown> =>
  status.state === 'admitted' ? { ...status, expires_at: toIsoString(status.expires_at) } : { ...status };

/** Routes for events: availability, sold seats and waiting rooms. */
export function eventRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get('/api/events', () => office.inventory.events().map(summary));

  app.get<EventRoute>('/api/events/:guid', (request) => {
    const event = findEvent(office, request.params.guid);
    return {
      ...summary(event),
      areas: office.inventory.availability(event.guid, office.scenario.onSalePerLevel()),
    };
  });

  app.get<EventRoute>('/api/events/:guid/sold', (request) =>
    office.inventory.sold(findEvent(office, request.params.guid).guid),
  );

  app.post<EventRoute>('/api/events/:guid/queue', (request) => {
    const account = authenticate(request, office);
    const event = findEvent(office, request.params.guid);
    if (isRehearsal(event.guid)) {
      return queueResponse(office.rehearsals.join(event.guid, account, rehearsalAttempt(request) ?? 0));
    }
    office.scenario.throwIfBusy(account.email);
    return queueResponse(office.waitingRoom.join(event.guid, account.email, office.scenario.behaviour));
  });

  app.get<EventRoute>('/api/events/:guid/queue', (request) => {
    const account = authenticate(request, office);
    const event = findEvent(office, request.params.guid);
    if (isRehearsal(event.guid)) return queueResponse(office.rehearsals.status(event.guid, account));
    const status = office.waitingRoom.status(event.guid, account.email, office.scenario.behaviour);
    if (!status) throw new SandboxError('NOT_FOUND', "This account is not in the event's waiting room");
    return queueResponse(status);
  });
}
