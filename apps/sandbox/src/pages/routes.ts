import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { Problem } from '../problem.ts';
import type { Form } from './page-reply.ts';
import { page } from './page-reply.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { ordersPage } from './basket-page.ts';
import { homePage } from './home-page.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { seatsPage } from './seats-page.ts';
import { setSession, signedIn } from './session-cookie.ts';
import { signInPage } from './sign-in-page.ts';
import { SCRIPT, STYLE } from './style.ts';

/** A path of this site and nothing else: `//elsewhere` and full addresses lead home. */
const ownPath = (next: string | undefined): string =>
  next && /^\/(?![/\\])[\w\-./?=&]*$/.test(next) ? next : '/';

/** The pages a person opens. */
export function pageRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get('/style.css', async (_request, reply) => reply.type('text/css; charset=utf-8').send(STYLE));
  app.get('/countdown.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(SCRIPT),
  );

  app.get('/', async (request, reply) => page(reply, homePage(office, signedIn(request, office))));

  app.get<{ Params: { guid: string } }>('/events/:guid/seats', async (request, reply) => {
    const event = office.house.event(request.params.guid);
    if (!event) throw new Problem('NOT_FOUND', 'No such event');
    return page(reply, seatsPage(office, event, signedIn(request, office)));
  });

  app.get('/orders', async (request, reply) => {
    const account = signedIn(request, office);
    if (!account) return reply.redirect('/sign-in?next=/orders', 303);
    return page(reply, ordersPage(office.orders.ofAccount(account.email), account));
  });

  app.get<{ Querystring: Form }>('/sign-in', async (request, reply) =>
    page(reply, signInPage(ownPath(request.query.next), '', null)),
  );

  app.post<{ Body: Form | undefined }>('/sign-in', async (request, reply) => {
    const { email = '', password = '', next } = request.body ?? {};
    try {
      const { token } = await office.signIn(email, password);
      setSession(reply, token);
      return reply.redirect(ownPath(next), 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return page(reply, signInPage(ownPath(next), email, error.message), error.status);
    }
  });

  app.post('/sign-out', async (_request, reply) => {
    setSession(reply, null);
    return reply.redirect('/', 303);
  });

  purchaseRoutes(app, office);
  scenarioRoutes(app, office);
}
