import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { type Scope, systemScope } from '../../platform/realm-scope/scope';

/** Where a request comes from. Its scope is the system's, since the user isn't known yet. */
export type Client = { address: string; userAgent: string | null; cookies: string | undefined; scope: Scope };

/** A controller parameter: where the request comes from. The audit log shows `sign-in` as the actor until the user is known. */
export const CurrentClient = createParamDecorator((_: unknown, context: ExecutionContext): Client => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const system = systemScope('sign-in');
  return {
    address: request.ip,
    userAgent: request.headers['user-agent']?.slice(0, 500) ?? null,
    cookies: request.headers.cookie,
    scope: { ...system, actor: { ...system.actor, requestId: request.id, address: request.ip } },
  };
});
