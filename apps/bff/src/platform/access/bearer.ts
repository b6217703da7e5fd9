import type { FastifyRequest } from 'fastify';

/** The token of `Authorization: Bearer …`; null without. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
