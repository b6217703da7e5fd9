import type { FastifyInstance, FastifyReply } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { randomId } from '../database.ts';
import type { Order } from '../orders.ts';
import { SandboxError } from '../sandbox-error.ts';
import { basketPage } from './basket-page.ts';
import { eventPage, type KnownEvent, waitingPage } from './event-page.ts';
import { type Form, sendPage } from './layout.ts';
import { readSession } from './session-cookie.ts';

interface EventRoute {
  Params: { guid: string };
  Querystring: Form;
  Body: Form | undefined;
}

interface BasketRoute {
  Params: { basket: string };
  Body: Form | undefined;
}

/** Routes for a purchase in the browser: choose seats, wait, hold, pay, release. */
export function purchaseRoutes(app: FastifyInstance, office: BoxOffice): void {
  const findEvent = (guid: string): KnownEvent => {
    const event = office.inventory.event(guid);
    if (!event) throw new SandboxError('NOT_FOUND', 'No such event');
    return event;
  };
  const findBasket = (basket: string): Order => {
    const order = office.orders.findByBasket(basket);
    if (!order) throw new SandboxError('NOT_FOUND', 'No such basket');
    return order;
  };
  const showEvent = (
    reply: FastifyReply,
    event: KnownEvent,
    account: Account | null,
    error: SandboxError | null,
  ) =>
    sendPage(
      reply,
      eventPage(office, event, { account, orderKey: `web-${randomId(10)}`, error: error?.message ?? null }),
      error?.status ?? 200,
    );

  app.get<EventRoute>('/events/:guid', async (request, reply) =>
    showEvent(reply, findEvent(request.params.guid), readSession(request, office), null),
  );

  app.post<EventRoute>('/events/:guid/hold', async (request, reply) => {
    const { area = '', level = '', quantity = '1', order_key: key = '' } = request.body ?? {};
    const query = new URLSearchParams({ area, level, quantity, order_key: key });
    return reply.redirect(
      `/events/${findEvent(request.params.guid).guid}/seats-for-me?${query.toString()}`,
      303,
    );
  });

  // The waiting page reloads this address. A repeat is safe because the query contains the order key.
  app.get<EventRoute>('/events/:guid/seats-for-me', async (request, reply) => {
    const event = findEvent(request.params.guid);
    const account = readSession(request, office);
    const { area, level, quantity, order_key: orderKey } = request.query;
    if (!account) return reply.redirect(`/sign-in?next=/events/${event.guid}`, 303);
    if (!orderKey?.startsWith('web-')) return reply.redirect(`/events/${event.guid}`, 303);
    const queue = office.waitingRoom.join(event.guid, account.email, office.scenario.behaviour);
    if (queue.state === 'waiting') return sendPage(reply, waitingPage(event, account, queue.position));
    let order: Order;
    try {
      ({ order } = await office.hold(account, {
        orderKey,
        eventGuid: event.guid,
        quantity: Math.min(event.maxPerAccount, Math.max(1, Math.trunc(Number(quantity)) || 1)),
        areas: area ? [area] : null,
        priceLevels: level ? [level] : null,
        pass: queue.pass,
      }));
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return showEvent(reply, event, account, error);
    }
    return reply.redirect(`/basket/${order.basket}`, 303);
  });

  const showBasket = (
    reply: FastifyReply,
    order: Order,
    account: Account | null,
    error: SandboxError | null,
  ) =>
    sendPage(reply, basketPage(order, account, office.now(), error?.message ?? null), error?.status ?? 200);

  app.get<BasketRoute>('/basket/:basket', async (request, reply) =>
    showBasket(reply, findBasket(request.params.basket), readSession(request, office), null),
  );

  for (const action of ['pay', 'release'] as const) {
    app.post<BasketRoute>(`/basket/:basket/${action}`, async (request, reply) => {
      const order = findBasket(request.params.basket);
      const account = readSession(request, office);
      const basketPath = `/basket/${order.basket}`;
      if (!account) return reply.redirect(`/sign-in?next=${basketPath}`, 303);
      try {
        if (action === 'pay')
          office.pay(account, order.order_key, (request.body?.payment_token ?? '').trim());
        else office.orders.release(office.findOrder(account, order.order_key).order_key);
      } catch (error) {
        if (!(error instanceof SandboxError)) throw error;
        return showBasket(reply, findBasket(order.basket), account, error);
      }
      return reply.redirect(basketPath, 303);
    });
  }
}
