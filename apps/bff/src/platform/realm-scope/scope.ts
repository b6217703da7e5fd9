import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Role } from '@tessera/domain';
import { ApiError, invalid, noRealm } from '../errors/api-error';

/** Who acts, for rows that record it (audit log, task events). */
export type Actor = {
  kind: 'user' | 'worker' | 'publisher' | 'system';
  userId: number | null;
  role: Role | null;
  /** The name that pages show: an e-mail address, a token's name or a process. */
  label: string;
  sessionId: string | null;
  requestId: string | null;
  address: string | null;
  /** The administrator who views the console as this user: the one who acts. */
  viewer?: { userId: number; email: string } | null;
};

/**
 * The rows that a transaction sees: those of one realm, of all realms, or none (for a user without a realm).
 * `hidesRehearsals`: all realms that people work in, which is what administrators see.
 */
export type Scope = (
  { kind: 'realm'; realmId: number } | { kind: 'all'; hidesRehearsals?: true } | { kind: 'none' }
) & {
  actor: Actor;
};

/** The scope of the server's own work, e.g. schedules: all realms. `label` names the process. */
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
 * A scope of all realms with the caller as the actor: for the caller's own rows, since users may have no realm. Select the
 * rows by the user's id.
 */
export const personalScope = (scope: Scope): Scope => ({ ...systemScope('own'), actor: scope.actor });

/** The same actor confined to one realm, for the work of an administrator or process in it. */
export const inRealm = (scope: Scope, realmId: number): Scope => ({
  kind: 'realm',
  realmId,
  actor: scope.actor,
});

/** A controller parameter: the caller's scope. */
export const CurrentScope = createParamDecorator((_: unknown, context: ExecutionContext): Scope =>
  callerScope(context.switchToHttp().getRequest<FastifyRequest>()),
);

/** The scope of the request's caller; 401 without one. */
function callerScope(request: FastifyRequest): Scope {
  if (!request.caller) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  return request.caller.scope;
}

/**
 * The realm of a new row: the caller's own, which they may name; administrators must name one. 400 for another realm, 403 for
 * a user without a realm.
 */
export function ownRealm(scope: Scope, requested?: number | null): number {
  switch (scope.kind) {
    case 'realm':
      if (requested != null && requested !== scope.realmId) {
        throw invalid([
          { field: 'realm_id', message: 'realm_id must be your own realm', code: 'OTHER_REALM' },
        ]);
      }
      return scope.realmId;
    case 'all':
      if (requested == null)
        throw invalid([{ field: 'realm_id', message: 'realm_id is required', code: 'REQUIRED' }]);
      return requested;
    case 'none':
      throw noRealm();
  }
}
