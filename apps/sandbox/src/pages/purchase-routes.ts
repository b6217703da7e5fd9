import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { randomName } from '../database.ts';
import type { Order } from '../orders.ts';
import { Problem } from '../problem.ts';
import { basketPage } from './basket-page.ts';
import type { KnownEvent } from './event-page.ts';
import { eventPage, waitingPage } from './event-page.ts';
import type { Form } from './page-reply.ts';
import { page } from './page-reply.ts';
import { signedIn } from './session-cookie.ts';

interface EventRoute {
  Params: { guid: string };
  Querystring: Form;
  Body: Form | undefined;
}

interface BasketRoute {
  Params: { basket: string };
  Body: Form | undefined;
}

/** What a person does: choose seats, wait, hold, pay, give back. */
export function purchaseRoutes(app: FastifyInstance, office: BoxOffice): void {
  const eventOf = (guid: string): KnownEvent => {
    const event = office.house.event(guid);
    if (!event) throw new Problem('NOT_FOUND', 'No such event');
    return event;
  };
  const basketOf = (basket: string): Order => {
    const order = office.orders.findBasket(basket);
    if (!order) throw new Problem('NOT_FOUND', 'No such basket');
    return order;
  };
  const showEvent = (
    reply: FastifyReply,
    event: KnownEvent,
    account: Account | null,
    problem: Problem | null,
  ) =>
    page(
      reply,
      eventPage(office, event, {
        account,
        orderKey: `web-${randomName(10)}`,
        error: problem?.message ?? null,
      }),
      problem?.status ?? 200,
    );

  app.get<EventRoute>('/events/:guid', async (request, reply) =>
    showEvent(reply, eventOf(request.params.guid), signedIn(request, office), null),
  );

  app.post<EventRoute>('/events/:guid/hold', async (request, reply) => {
    const { area = '', level = '', quantity = '1', order_key: key = '' } = request.body ?? {};
    const wish = new URLSearchParams({ area, level, quantity, order_key: key });
    return reply.redirect(`/events/${eventOf(request.params.guid).guid}/seats-for-me?${wish}`, 303);
  });

  // Asked again by the waiting page until it is the person's turn. A repeat is safe: the order key is in it.
  app.get<EventRoute>('/events/:guid/seats-for-me', async (request, reply) => {
    const event = eventOf(request.params.guid);
    const account = signedIn(request, office);
    const { area, level, quantity, order_key: orderKey } = request.query;
    if (!account) return reply.redirect(`/sign-in?next=/events/${event.guid}`, 303);
    if (!orderKey?.startsWith('web-')) return reply.redirect(`/events/${event.guid}`, 303);
    const place = office.queue.join(event.guid, account.email, office.scenario.behaviour);
    if (place.state === 'waiting') return page(reply, waitingPage(event, account, place.position));
    try {
      const { order } = await office.hold(account, {
        orderKey,
        eventGuid: event.guid,
        quantity: Math.min(event.maxPerAccount, Math.max(1, Math.trunc(Number(quantity)) || 1)),
        areas: area ? [area] : null,
        priceLevels: level ? [level] : null,
        pass: place.pass,
      });
      return reply.redirect(`/basket/${order.basket}`, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return showEvent(reply, event, account, error);
    }
  });

  const showBasket = (reply: FastifyReply, order: Order, account: Account | null, problem: Problem | null) =>
    page(reply, basketPage(order, account, office.now(), problem?.message ?? null), problem?.status ?? 200);

  app.get<BasketRoute>('/basket/:basket', async (request, reply) =>
    showBasket(reply, basketOf(request.params.basket), signedIn(request, office), null),
  );

  for (const action of ['pay', 'release'] as const) {
    app.post<BasketRoute>(`/basket/:basket/${action}`, async (request, reply) => {
      const order = basketOf(request.params.basket);
      const account = signedIn(request, office);
      const back = `/basket/${order.basket}`;
      if (!account) return reply.redirect(`/sign-in?next=${back}`, 303);
      try {
        if (action === 'pay')
          office.pay(account, order.order_key, (request.body?.payment_token ?? '').trim());
        else office.orders.release(office.orderOf(account, order.order_key).order_key);
        return reply.redirect(back, 303);
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        return showBasket(reply, basketOf(order.basket), account, error);
      }
    });
  }
}
