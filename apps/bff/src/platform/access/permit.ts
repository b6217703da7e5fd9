import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import type { Action, Reach } from '@tessera/domain';

/** What a route asks of its caller. A route without one is refused at run time. */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'worker' }
  | { kind: 'permission'; action: Action; reach: Reach };

export const ACCESS_RULE = 'tessera:access';

/** The rule as the OpenAPI document names it (`x-permission`): `public`, `session`, `worker` or `read:own`. */
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

/** Anybody may call, signed in or not. A valid bearer is still heeded. */
export const Public = () => declare({ kind: 'public' });

/** Any signed-in user, for what is their own: profile, sessions, preferences. */
export const AnySession = () => declare({ kind: 'session' });

export const WORKS_WHEN_SUSPENDED = 'tessera:works-when-suspended';

/** For writes of the caller's own profile and sessions: they work in a suspended realm too. */
export const WorksWhenSuspended = () =>
  applyDecorators(SetMetadata(WORKS_WHEN_SUSPENDED, true), ApiExtension('x-works-when-suspended', true));

/** Worker tokens alone. */
export const WorkerAuth = () => declare({ kind: 'worker' });
