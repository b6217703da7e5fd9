import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { SandboxError } from '../sandbox-error.ts';
import { ordersPage } from './basket-page.ts';
import { homePage } from './home-page.ts';
import type { Form } from './page-reply.ts';
import { sendPage } from './page-reply.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { seatsPage } from './seats-page.ts';
import { readSession, writeSession } from './session-cookie.ts';
import { signInPage } from './sign-in-page.ts';
import { SCRIPT, STYLE } from './style.ts';

/** Returns `next` if it is a path of this site, else `/`: prevents open redirects. */
const localPath = (next: string | undefined): string =>
  next && /^\/(?![/\\])[\w\-./?=&]*$/.test(next) ? next : '/';

/** Routes for all pages. */
export function pageRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/countdown.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  );

  app.get('/', async (request, reply) => sendPage(reply, homePage(office, readSession(request, office))));

  app.get<{ Params: { guid: string } }>('/events/:guid/seats', async (request, reply) => {
    const event = office.inventory.event(request.params.guid);
    if (!event) throw new SandboxError('NOT_FOUND', 'No such event');
    return sendPage(reply, seatsPage(office, event, readSession(request, office)));
  });

  app.get('/orders', async (request, reply) => {
    const account = readSession(request, office);
    if (!account) return reply.redirect('/sign-in?next=/orders', 303);
    return sendPage(reply, ordersPage(office.orders.findByAccount(account.email), account));
  });

  app.get<{ Querystring: Form }>('/sign-in', async (request, reply) =>
    sendPage(reply, signInPage(localPath(request.query.next), '', null)),
  );

  app.post<{ Body: Form | undefined }>('/sign-in', async (request, reply) => {
    const { email = '', password = '', next } = request.body ?? {};
    try {
      const { token } = await office.signIn(email, password);
      writeSession(reply, token);
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      return sendPage(reply, signInPage(localPath(next), email, error.message), error.status);
    }
    return reply.redirect(localPath(next), 303);
  });

  app.post('/sign-out', async (_request, reply) => {
    writeSession(reply, null);
    return reply.redirect('/', 303);
  });

  purchaseRoutes(app, office);
  scenarioRoutes(app, office);
}
