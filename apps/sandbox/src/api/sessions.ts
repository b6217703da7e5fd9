import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { bodyOf, iso, text } from './input.ts';

/** `POST /api/sessions`: e-mail and password for a bearer token. */
export function sessionRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.post('/api/sessions', async (request, reply) => {
    const body = bodyOf(request);
    const email = text(body, 'email');
    office.scenario.refuseIfBusy(email);
    const { token, account, expiresAt } = await office.signIn(email, text(body, 'password'));
    reply.status(201);
    return {
      token,
      expires_at: iso(expiresAt),
      account: { email: account.email, name: account.name, supporter_id: account.supporterId },
    };
  });
}
