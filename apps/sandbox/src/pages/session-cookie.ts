import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BoxOffice } from '../box-office.ts';
import type { Account } from '../catalogue.ts';

/** All ports of a host share cookies, so the name identifies the site. */
const COOKIE_NAME = 'harbour_box_office';

/** Returns the account that is signed in in this browser, or null. */
export function readSession(request: FastifyRequest, office: BoxOffice): Account | null {
  const pairs = (request.headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return office.findAccount(pairs.find(([name]) => name === COOKIE_NAME)?.[1] ?? null);
}

/** Sets the session cookie; null deletes it. */
export function writeSession(reply: FastifyReply, token: string | null): void {
  const value = token === null ? `${COOKIE_NAME}=; Max-Age=0` : `${COOKIE_NAME}=${token}`;
  reply.header('set-cookie', `${value}; Path=/; HttpOnly; SameSite=Lax`);
}
