import type { Role } from '@tessera/domain';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalid, noRealm, ApiError } from '../errors/api-error';

/** Who acts, for rows that remember it (audit, task events). */
export type Actor = {
  kind: 'user' | 'worker' | 'system';
  userId: number | null;
  role: Role | null;
  /** What people see: an e-mail address, a worker token's name, a process. */
  label: string;
  sessionId: string | null;
  requestId: string | null;
  address: string | null;
};

/** Whose rows a transaction sees: one realm's, every realm's, or nobody's (a user without a realm). */
export type Scope = ({ kind: 'realm'; realmId: number } | { kind: 'all' } | { kind: 'none' }) & {
  actor: Actor;
};

/** The scope of the product's own work (schedules, projections): every realm. `label` names the process. */
export const systemScope = (label: string): Scope => ({
  kind: 'all',
  actor: {
    kind: 'system',
    userId: null,
    role: null,
    label,
    sessionId: null,
    requestId: null,
    address: null,
  },
});

/**
 * The system's sight with the caller as the actor: for what is a person's own, since they may have no realm. What is
 * read and written with it is picked by their id.
 */
export const personal = (scope: Scope): Scope => ({ ...systemScope('own'), actor: scope.actor });

/** The same actor, confined to one realm: for an admin's or a process's work inside that realm. */
export const inRealm = (scope: Scope, realmId: number): Scope => ({
  kind: 'realm',
  realmId,
  actor: scope.actor,
});

/** A controller parameter: the caller's scope, from their account in the database. */
export const CurrentScope = createParamDecorator((_: unknown, context: ExecutionContext): Scope =>
  callerScope(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The scope of the request's caller. */
export function callerScope(request: FastifyRequest): Scope {
  if (!request.caller) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  return request.caller.scope;
}

/**
 * The realm of a new row: the caller's own; an admin must name one. A foreign one
 * from anybody else is 400 VALIDATION; a user without a realm gets 403.
 */
export function ownRealm(scope: Scope, asked?: number | null): number {
  switch (scope.kind) {
    case 'realm':
      if (asked != null && asked !== scope.realmId) {
        throw invalid([
          { field: 'realm_id', message: 'realm_id must be your own realm', code: 'OTHER_REALM' },
        ]);
      }
      return scope.realmId;
    case 'all':
      if (asked == null)
        throw invalid([{ field: 'realm_id', message: 'realm_id is required', code: 'REQUIRED' }]);
      return asked;
    case 'none':
      throw noRealm();
  }
}
