import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Action, Reach } from '@tessera/domain';

/** Who may call a route. Requests to a route without a rule are refused. */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'worker' }
  | { kind: 'permission'; action: Action; reach: Reach };

export const ACCESS_RULE = 'tessera:access';

/** The rule's name in the OpenAPI document (`x-permission`): `public`, `session`, `worker`, or e.g. `read:own`. */
export const ruleName = (rule: AccessRule) =>
  rule.kind === 'permission' ? `${rule.action}:${rule.reach}` : rule.kind;

const declare = (rule: AccessRule) =>
  applyDecorators(
    SetMetadata(ACCESS_RULE, rule),
    ApiExtension('x-permission', ruleName(rule)),
    ...(rule.kind === 'public' ? [] : [ApiBearerAuth(rule.kind === 'worker' ? 'worker' : 'session')]),
  );

/** The caller must hold `action` at `reach`, e.g. `@Permit('write')`. */
export const Permit = (action: Action, reach: Reach = 'own') =>
  declare({ kind: 'permission', action, reach });

/** Anybody may call, signed in or not. A valid bearer still sets the caller. */
export const Public = () => declare({ kind: 'public' });

/** Any signed-in user may call, for their own profile, sessions and preferences. */
export const AnySession = () => declare({ kind: 'session' });

export const WORKS_WHEN_SUSPENDED = 'tessera:works-when-suspended';

/** Writes to the route work in a suspended realm too: for the caller's own profile and sessions. */
export const WorksWhenSuspended = () =>
  applyDecorators(SetMetadata(WORKS_WHEN_SUSPENDED, true), ApiExtension('x-works-when-suspended', true));

/** Only worker tokens may call. */
export const WorkerAuth = () => declare({ kind: 'worker' });
