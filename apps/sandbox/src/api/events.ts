import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { PRICE_LEVELS } from '../catalogue.ts';
import { Problem } from '../problem.ts';
import { bearer, iso } from './input.ts';
import type { QueueAnswer } from '../waiting-room.ts';

interface Named {
  Params: { guid: string };
}

type House = BoxOffice['house'];
type KnownEvent = NonNullable<ReturnType<House['event']>>;

function eventOf(office: BoxOffice, guid: string): KnownEvent {
  const event = office.house.event(guid);
  if (!event) throw new Problem('NOT_FOUND', 'No such event');
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

const place = (answer: QueueAnswer): Record<string, unknown> =>
  answer.state === 'admitted' ? { ...answer, expires_at: iso(answer.expires_at) } : { ...answer };

/** Events, their room, their sold seats and their waiting rooms. */
export function eventRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get('/api/events', async () => office.house.events().map(summary));

  app.get<Named>('/api/events/:guid', async (request) => {
    const event = eventOf(office, request.params.guid);
    return { ...summary(event), areas: office.house.room(event.guid, office.scenario.onSalePerLevel()) };
  });

  app.get<Named>('/api/events/:guid/sold', async (request) =>
    office.house.sold(eventOf(office, request.params.guid).guid),
  );

  app.post<Named>('/api/events/:guid/queue', async (request) => {
    const account = bearer(request, office);
    const event = eventOf(office, request.params.guid);
    office.scenario.refuseIfBusy(account.email);
    return place(office.queue.join(event.guid, account.email, office.scenario.behaviour));
  });

  app.get<Named>('/api/events/:guid/queue', async (request) => {
    const account = bearer(request, office);
    const event = eventOf(office, request.params.guid);
    const answer = office.queue.look(event.guid, account.email, office.scenario.behaviour);
    if (!answer) throw new Problem('NOT_FOUND', "This account has no place in the event's waiting room");
    return place(answer);
  });
}
