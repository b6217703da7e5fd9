import type { FastifyInstance } from 'fastify';
import { beginScenario } from '../api/scenario.ts';
import type { BoxOffice } from '../box-office.ts';
import { Problem } from '../problem.ts';
import { parseChoice } from '../scenario.ts';
import type { Form } from './page-reply.ts';
import { page } from './page-reply.ts';
import { scenarioPage } from './scenario-page.ts';
import { signedIn } from './session-cookie.ts';

/** `/scenario`: the site's own page to choose how it behaves. */
export function scenarioRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get<{ Querystring: Form }>('/scenario', async (request, reply) => {
    const changed = request.query.changed === 'yes';
    return page(reply, scenarioPage(office, signedIn(request, office), { changed, error: null }));
  });

  app.post<{ Body: Form | undefined }>('/scenario', async (request, reply) => {
    const { name, seed, reset } = request.body ?? {};
    try {
      beginScenario(office, parseChoice({ name, seed }, office.scenario.defaultSeed), reset === 'true');
      return reply.redirect('/scenario?changed=yes', 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      const view = { changed: false, error: error.message };
      return page(reply, scenarioPage(office, signedIn(request, office), view), error.status);
    }
  });
}
