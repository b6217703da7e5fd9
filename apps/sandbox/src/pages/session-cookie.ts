import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';

/** Cookies are shared by every port of a host, so the name says whose it is. */
const NAME = 'harbour_box_office';

/** The account signed in on this browser, or null. */
export function signedIn(request: FastifyRequest, office: BoxOffice): Account | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return office.accountOf(pairs.find(([name]) => name === NAME)?.[1] ?? null);
}

/** Sets the session on this browser; null ends it. */
export function setSession(reply: FastifyReply, token: string | null): void {
  const value = token === null ? `${NAME}=; Max-Age=0` : `${NAME}=${token}`;
  reply.header('set-cookie', `${value}; Path=/; HttpOnly; SameSite=Lax`);
}
