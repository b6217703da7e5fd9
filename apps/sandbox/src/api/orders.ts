import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Order } from '../orders.ts';
import {
  authenticate,
  isRehearsal,
  readBody,
  readInteger,
  readText,
  readTextList,
  rehearsalAttempt,
  toIsoString,
} from './input.ts';

interface OrderRoute {
  Params: { key: string };
}

const toResponse = (order: Order, origin: string): Record<string, unknown> => {
  const { basket, created_at, expires_at, paid_at, ...rest } = order;
  return {
    ...rest,
    created_at: toIsoString(created_at),
    expires_at: toIsoString(expires_at),
    paid_at: paid_at === null ? null : toIsoString(paid_at),
    basket_url: `${origin}/basket/${basket}`,
  };
};

/** Routes for orders, identified by the buyer's order key. All requests are idempotent. */
export function orderRoutes(
  app: FastifyInstance,
  office: BoxOffice,
  origin: (request: FastifyRequest) => string,
): void {
  app.get('/api/orders', (request) =>
    office.orders
      .findByAccount(authenticate(request, office).email)
      .map((order) => toResponse(order, origin(request))),
  );

  app.post('/api/orders', async (request, reply) => {
    const account = authenticate(request, office);
    const body = readBody(request);
    const parameters = {
      orderKey: readText(body, 'order_key', 80),
      eventGuid: readText(body, 'event_guid'),
      quantity: readInteger(body, 'quantity', 1, 20),
      areas: readTextList(body, 'areas'),
      priceLevels: readTextList(body, 'price_levels'),
      pass: body.pass === undefined || body.pass === null ? null : readText(body, 'pass', 2000),
    };
    const isRehearsed = isRehearsal(parameters.eventGuid);
    if (!isRehearsed) office.scenario.throwIfBusy(account.email);
    const { order, created } = isRehearsed
      ? await office.rehearsals.hold(account, rehearsalAttempt(request) ?? 0, parameters)
      : await office.hold(account, parameters);
    reply.status(created ? 201 : 200);
    return toResponse(order, origin(request));
  });

  app.get<OrderRoute>('/api/orders/:key', (request) =>
    toResponse(office.findOrder(authenticate(request, office), request.params.key), origin(request)),
  );

  app.post<OrderRoute>('/api/orders/:key/pay', (request) => {
    const account = authenticate(request, office);
    if (rehearsalAttempt(request) === null) office.scenario.throwIfBusy(account.email);
    const token = readText(readBody(request), 'payment_token');
    return toResponse(office.pay(account, request.params.key, token), origin(request));
  });

  app.delete<OrderRoute>('/api/orders/:key', (request) => {
    const order = office.findOrder(authenticate(request, office), request.params.key);
    return toResponse(office.orders.release(order.order_key), origin(request));
  });
}
