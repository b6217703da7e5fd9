import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';
import { SandboxError } from '../sandbox-error.ts';
import { ordersPage } from './basket-page.ts';
import { dayAndTime, html, money } from './html.ts';
import { type Form, layout, sendPage } from './layout.ts';
import { purchaseRoutes } from './purchase-routes.ts';
import { scenarioRoutes } from './scenario-routes.ts';
import { seatsPage } from './seats-page.ts';
import { readSession, writeSession } from './session-cookie.ts';
import { signInPage } from './sign-in-page.ts';
import { SCRIPT, STYLE } from './style.ts';

/** Returns `next` if it is a path of this site, else `/`: prevents open redirects. */
const localPath = (next: string | undefined): string =>
  next && /^\/(?![/\\])[\w\-./?=&]*$/.test(next) ? next : '/';

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

/** Renders all events with their number of free seats. */
function homePage(office: BoxOffice, account: Account | null): string {
  const onSale = office.scenario.onSalePerLevel();
  const cards = office.inventory.events().map((event) => {
    const free = office.inventory.availability(event.guid, onSale).reduce((sum, area) => sum + area.free, 0);
    return html`<li class="card">
      <span class="kind"
        >${event.category === 'football' ? 'Football' : 'Concert'} · ${event.venue}, ${event.city}</span
      >
      <h2><a href="/events/${event.guid}">${event.name}</a></h2>
      <p class="soft">${dayAndTime(event.ko * 1000)}</p>
      <p class="foot">
        ${free > 0 ? `${free.toLocaleString('en-GB')} seats, from ${money(event.prices.value, event.currency)}` : 'Sold out'}
      </p>
    </li>`;
  });
  return layout({
    title: 'Events',
    account,
    body: html`<h1>Events</h1>
      <ul class="cards">
        ${cards}
      </ul>`,
  });
}
