import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';

/** Where a request comes from. Its scope is the system's, since the user isn't known yet. */
export type Client = { address: string; userAgent: string | null; cookies: string | undefined; scope: Scope };

/** The client of a request; the audit log shows `label` as the actor until the user is known. */
const clientOf = (request: FastifyRequest, label = 'sign-in'): Client => {
  const system = systemScope(label);
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    cookies: request.headers.cookie,
    scope: { ...system, actor: { ...system.actor, requestId: request.id, address: request.ip } },
  };
};

/** A controller parameter: where the request comes from. */
export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): Client =>
  clientOf(context.switchToHttp().getRequest<FastifyRequest>()),
);
