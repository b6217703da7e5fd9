import type { FastifyInstance } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import { readBody, readText, rehearsalAttempt, toIsoString } from './input.ts';

/** `POST /api/sessions`: exchanges e-mail and password for a bearer token. `GET /api/sign-ins`: the last tries. */
export function sessionRoutes(app: FastifyInstance, office: BoxOffice): void {
  app.get('/api/sign-ins', () => office.signIns.map((signIn) => ({ ...signIn, at: toIsoString(signIn.at) })));
  app.post('/api/sessions', async (request, reply) => {
    const body = readBody(request);
    const email = readText(body, 'email');
    if (rehearsalAttempt(request) === null) office.scenario.throwIfBusy(email);
    const { token, account, expiresAt } = await office.signIn(email, readText(body, 'password'));
    reply.status(201);
    return {
      token,
      expires_at: toIsoString(expiresAt),
      account: { email: account.email, name: account.name, supporter_id: account.supporterId },
    };
  });
}
