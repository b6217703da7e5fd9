import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger';
import { type Act, type Action, acts, type Need, type Reach } from '@tessera/domain';
import type { PublisherScope } from './caller';

/** Who may call a route. Requests to a route without a rule are rejected. */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'session' }
  | { kind: 'worker' }
  /** `scope` null: any valid token. */
  | { kind: 'publisher'; scope: PublisherScope | null }
  | ({ kind: 'permission' } & Need);

export const ACCESS_RULE = 'tessera:access';

/**
 * The rule's name in the OpenAPI document (`x-permission`): `public`, `session`, `worker`, `publisher`, or e.g. `read:own`
 * or `publisher:release`.
 */
export function ruleName(rule: AccessRule): string {
  if (rule.kind === 'permission') return `${rule.action}:${rule.reach}`;
  return rule.kind === 'publisher' && rule.scope ? `publisher:${rule.scope}` : rule.kind;
}

/** The name of the security scheme of a rule in the OpenAPI document. */
const schemeOf = ({ kind }: AccessRule): string =>
  kind === 'worker' || kind === 'publisher' ? kind : 'session';

const declare = (rule: AccessRule) =>
  applyDecorators(
    SetMetadata(ACCESS_RULE, rule),
    ApiExtension('x-permission', ruleName(rule)),
    ...(rule.kind === 'permission' && rule.duty ? [ApiExtension('x-duty', rule.duty)] : []),
    ...(rule.kind === 'public' ? [] : [ApiBearerAuth(schemeOf(rule))]),
  );

/** The caller must hold `action` at `reach`, e.g. `@Permit('write')`. */
export const Permit = (action: Action, reach: Reach = 'own') =>
  declare({ kind: 'permission', action, reach });

/** The caller must be allowed this act: by a permission or, where the document says so (`x-duty`), by a duty. */
export const PermitAct = (act: Act) => declare({ kind: 'permission', ...acts[act] });

/** Anybody may call, signed in or not. A valid bearer still sets the caller. */
export const Public = () => declare({ kind: 'public' });

/** Any signed-in user may call, for their own profile, sessions and preferences. */
export const AnySession = () => declare({ kind: 'session' });

export const SERVICE_TOKENS = 'tessera:service-tokens';

/**
 * Whether service tokens may call the route, where its rule leaves it open: by default they may what their duties allow, and nothing that
 * is a person's own or needs a recent sign-in. Documented as `x-service-tokens`.
 */
export const ServiceTokens = (allowed: boolean) =>
  applyDecorators(SetMetadata(SERVICE_TOKENS, allowed), ApiExtension('x-service-tokens', allowed));

export const WORKS_WHEN_SUSPENDED = 'tessera:works-when-suspended';

/** Writes to the route work in a suspended realm too: for the caller's own profile and sessions. */
export const WorksWhenSuspended = () =>
  applyDecorators(SetMetadata(WORKS_WHEN_SUSPENDED, true), ApiExtension('x-works-when-suspended', true));

export const WORKS_WITHOUT_SECOND_FACTOR = 'tessera:works-without-second-factor';

/** The route works for users who must set up a second factor first: it is what they do that with, or leave by. */
export const WorksWithoutSecondFactor = () =>
  applyDecorators(
    SetMetadata(WORKS_WITHOUT_SECOND_FACTOR, true),
    ApiExtension('x-works-without-second-factor', true),
  );

/** Only worker tokens may call. */
export const WorkerAuth = () => declare({ kind: 'worker' });

/** Only tokens of module publishers may call, those with the scope where one is given. */
export const PublisherAuth = (scope: PublisherScope | null = null) => declare({ kind: 'publisher', scope });
