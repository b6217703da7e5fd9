import type { FastifyRequest } from 'fastify';
import { can, isReadOnly } from '@tessera/domain';
import { ApiError, realmSuspended } from '../errors/api-error';
import { type AccessRule, ruleName } from './permit';

type Request = Pick<FastifyRequest, 'caller' | 'method'>;

/**
 * Throws 403 unless the route's rule allows the caller; a route without a rule allows nobody. In a suspended realm only
 * administrators may write, except where the route works there too.
 */
export function checkPermission(
  rule: AccessRule | undefined,
  { caller, method }: Request,
  worksWhenSuspended: boolean,
): void {
  if (!rule) throw new ApiError('FORBIDDEN', 'This route declares no permission');
  if (rule.kind === 'public') return;
  if (!isAllowed(rule, caller)) {
    const permission = ruleName(rule);
    if (rule.kind === 'publisher' && rule.scope)
      throw new ApiError('FORBIDDEN', `The token doesn't have the scope ${rule.scope}`, {
        context: { permission },
      });
    throw new ApiError('FORBIDDEN', `This needs the permission ${permission}`, { context: { permission } });
  }
  const account = caller?.account;
  const isRead = method === 'GET' || method === 'HEAD';
  if (!isRead && !worksWhenSuspended && account && isReadOnly(account.role, account.realmSuspended))
    throw realmSuspended();
}

function isAllowed(rule: Exclude<AccessRule, { kind: 'public' }>, caller: Request['caller']): boolean {
  switch (rule.kind) {
    case 'worker':
      return Boolean(caller?.worker);
    case 'publisher':
      return Boolean(caller?.publisher && (!rule.scope || caller.publisher.scopes.includes(rule.scope)));
    case 'session':
      return Boolean(caller?.account);
    case 'permission':
      return Boolean(caller?.account && can(caller.permissions, rule.action, rule.reach));
  }
}
