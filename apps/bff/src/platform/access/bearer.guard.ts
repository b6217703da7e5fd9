import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import type { Caller } from './caller';

/** Passport's guard for one strategy. It sets `request.caller`, to undefined when the request has no valid bearer. */
export class BearerGuard extends AuthGuard() {
  constructor(strategy: string) {
    super({ defaultStrategy: strategy, property: 'caller', session: false });
  }

  override handleRequest<T = Caller>(error: Error | null, caller: T | false | null): T {
    if (error) throw error;
    return (caller || undefined) as T;
  }
}

/** The token of `Authorization: Bearer …`; null without. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
