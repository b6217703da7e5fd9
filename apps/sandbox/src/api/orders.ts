import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Order } from '../orders.ts';
import { bearer, bodyOf, integer, iso, text, textList } from './input.ts';

interface Keyed {
  Params: { key: string };
}

const answer = (order: Order, origin: string): Record<string, unknown> => {
  const { basket, created_at, expires_at, paid_at, ...rest } = order;
  return {
    ...rest,
    created_at: iso(created_at),
    expires_at: iso(expires_at),
    paid_at: paid_at === null ? null : iso(paid_at),
    basket_url: `${origin}/basket/${basket}`,
  };
};

/** Orders by the buyer's own key: holding, asking, paying, giving back. Each may be repeated safely. */
export function orderRoutes(
  app: FastifyInstance,
  office: BoxOffice,
  origin: (request: FastifyRequest) => string,
): void {
  app.get('/api/orders', async (request) =>
    office.orders.ofAccount(bearer(request, office).email).map((order) => answer(order, origin(request))),
  );

  app.post('/api/orders', async (request, reply) => {
    const account = bearer(request, office);
    const body = bodyOf(request);
    office.scenario.refuseIfBusy(account.email);
    const { order, created } = await office.hold(account, {
      orderKey: text(body, 'order_key', 80),
      eventGuid: text(body, 'event_guid'),
      quantity: integer(body, 'quantity', 1, 20),
      areas: textList(body, 'areas'),
      priceLevels: textList(body, 'price_levels'),
      pass: body.pass === undefined || body.pass === null ? null : text(body, 'pass', 2000),
    });
    reply.status(created ? 201 : 200);
    return answer(order, origin(request));
  });

  app.get<Keyed>('/api/orders/:key', async (request) =>
    answer(office.orderOf(bearer(request, office), request.params.key), origin(request)),
  );

  app.post<Keyed>('/api/orders/:key/pay', async (request) => {
    const account = bearer(request, office);
    office.scenario.refuseIfBusy(account.email);
    const token = text(bodyOf(request), 'payment_token');
    return answer(office.pay(account, request.params.key, token), origin(request));
  });

  app.delete<Keyed>('/api/orders/:key', async (request) => {
    const order = office.orderOf(bearer(request, office), request.params.key);
    return answer(office.orders.release(order.order_key), origin(request));
  });
}
