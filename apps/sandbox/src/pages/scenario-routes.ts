import type { FastifyInstance } from 'fastify';
import { startScenario } from '../api/scenario.ts';
import type { BoxOffice } from '../box-office.ts';
import { SandboxError } from '../sandbox-error.ts';
import { parseChoice } from '../scenario.ts';
import type { Form } from './page-reply.ts';
import { sendPage } from './page-reply.ts';
import { scenarioPage } from './scenario-page.ts';
import { readSession } from './session-cookie.ts';

/** Routes for `/scenario`, the page that changes the site's behaviour. */
export function scenarioRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get<{ Querystring: Form }>('/scenario', async (request, reply) => {
    const changed = request.query.changed === 'yes';
    return sendPage(reply, scenarioPage(office, readSession(request, office), { changed, error: null }));
  });

  app.post<{ Body: Form | undefined }>('/scenario', async (request, reply) => {
    const { name, seed, reset } = request.body ?? {};
    try {
      startScenario(office, parseChoice({ name, seed }, office.scenario.defaultSeed), reset === 'true');
    } catch (error) {
      if (!(error instanceof SandboxError)) throw error;
      const view = { changed: false, error: error.message };
      return sendPage(reply, scenarioPage(office, readSession(request, office), view), error.status);
    }
    return reply.redirect('/scenario?changed=yes', 303);
  });
}
