import { permissionsOf } from '@tessera/access';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../auth/account';
import { Sessions } from '../auth/sessions';
import { type AccessClaims, Tokens } from '../auth/tokens';
import { WorkerTokens } from '../auth/worker-tokens';
import { Problem } from '../errors/problem';
import type { Actor, Scope } from '../realm-scope/scope';
import type { Caller, WorkerIdentity } from './caller';
import { ACCESS_RULE, type AccessRule } from './permit';
import { RateLimit } from './rate-limit';

/**
 * Finds out who calls, from the bearer and the database. A bearer that is no good is 401 where one is needed and
 * nobody on public routes; a database that is away is 503, never 401.
 */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly tokens: Tokens,
    private readonly sessions: Sessions,
    private readonly workers: WorkerTokens,
    private readonly rateLimit: RateLimit,
  ) {}

  /** Answers at once for a session that is remembered. */
  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    const bearer = bearerOf(request);
    if (rule?.kind === 'worker') return this.admitWorker(request, bearer);
    const claims = bearer ? this.tokens.readAccess(bearer) : null;
    this.rateLimit.count(claims ? `session:${claims.sessionId}` : `address:${request.ip}`);
    const account = claims ? this.sessions.account(claims.sessionId) : null;
    return account instanceof Promise
      ? account.then((found) => admit(request, rule, claims, found))
      : admit(request, rule, claims, account);
  }

  private async admitWorker(request: FastifyRequest, bearer: string | null): Promise<boolean> {
    const worker = bearer ? await this.workers.identify(bearer) : null;
    if (!worker) {
      this.rateLimit.count(`address:${request.ip}`);
      throw unauthorized();
    }
    request.caller = workerCaller(request, worker);
    return true;
  }
}

function admit(
  request: FastifyRequest,
  rule: AccessRule | undefined,
  claims: AccessClaims | null,
  account: Account | null,
): true {
  if (account && account.userId === claims?.userId) request.caller = userCaller(request, account);
  if (!request.caller && rule?.kind !== 'public') throw unauthorized();
  return true;
}

const unauthorized = () => new Problem('UNAUTHORIZED', 'Unauthorized');

/** The token of `Authorization: Bearer …`; null without. */
export function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}

const userCaller = (request: FastifyRequest, account: Account): Caller => ({
  scope: accountScope(account, request),
  permissions: permissionsOf(account.role),
  account,
  worker: null,
});

/** The scope of an account: an admin's is every realm, explicitly; everybody else's is their own. */
export function accountScope(account: Account, request: Pick<FastifyRequest, 'id' | 'ip'>): Scope {
  const actor: Actor = {
    kind: 'user',
    userId: account.userId,
    role: account.role,
    label: account.email,
    sessionId: account.sessionId,
    requestId: request.id,
    address: request.ip,
  };
  if (account.role === 'admin') return { kind: 'all', actor };
  return account.realmId === null
    ? { kind: 'none', actor }
    : { kind: 'realm', realmId: account.realmId, actor };
}

const workerCaller = (request: FastifyRequest, worker: WorkerIdentity): Caller => ({
  scope: {
    kind: 'all',
    actor: {
      kind: 'worker',
      userId: null,
      role: null,
      label: worker.name,
      sessionId: null,
      requestId: request.id,
      address: request.ip,
    },
  },
  permissions: [],
  account: null,
  worker,
});
