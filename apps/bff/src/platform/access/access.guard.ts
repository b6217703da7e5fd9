import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { covers, isReadOnly } from '@tessera/domain';
import { looksLikeServiceToken } from '../auth/service-token-text';
import { ApiError, realmSuspended } from '../errors/api-error';
import { addressBlock } from '../http/networks';
import { BearerGuard, bearerOf } from './bearer.guard';
import { missing } from './caller';
import { JwtStrategy } from './jwt.strategy';
import {
  ACCESS_RULE,
  type AccessRule,
  ruleName,
  SERVICE_TOKENS,
  WORKS_WHEN_SUSPENDED,
  WORKS_WITHOUT_SECOND_FACTOR,
} from './permit';
import { PUBLISHER_REQUESTS, RateLimit } from './rate-limit';
import { RECENT_SIGN_IN, RecentSignIn, type RecentSignInRule } from './recent-sign-in';
import { RehearsalEntry } from './rehearsal-entry';
import { TokenStrategies } from './token-strategies';
import { checkView, WORKS_IN_VIEWS } from './views';

/**
 * The one global guard. In this order it limits the rate of requests, finds the caller by passport's strategy `worker`
 * or `publisher` (routes for their tokens), `service` (by the prefix of the bearer) or `jwt`, lets a view only read, checks the permission or duty
 * that the route declares, requires a second factor of users who must have one, and a recent sign-in for
 * routes that declare it, and enters the rehearsal that the request names.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  private readonly jwt: BearerGuard;

  constructor(
    private readonly reflector: Reflector,
    private readonly rateLimit: RateLimit,
    private readonly recentSignIn: RecentSignIn,
    private readonly rehearsals: RehearsalEntry,
    private readonly tokens: TokenStrategies,
    jwt: JwtStrategy,
  ) {
    this.jwt = new BearerGuard(jwt.name);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, handler);
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    await this.authenticate(context, request, rule);
    const viewer = request.caller?.account?.viewer;
    if (viewer && !this.reflector.get<boolean | undefined>(WORKS_IN_VIEWS, handler))
      checkView(viewer, request.method);
    if (!request.caller && rule?.kind !== 'public') throw new ApiError('UNAUTHORIZED', 'Unauthorized');
    const declares = (mark: string) =>
      this.reflector.getAllAndOverride<boolean | undefined>(mark, [handler, context.getClass()]) ?? false;
    checkPermission(rule, request, declares(WORKS_WHEN_SUSPENDED));
    if (
      rule?.kind !== 'public' &&
      request.caller?.account?.secondFactorDue &&
      !declares(WORKS_WITHOUT_SECOND_FACTOR)
    )
      throw new ApiError('FORBIDDEN', 'Set up a second factor first, under your account', {
        reason: 'SECOND_FACTOR_DUE',
      });
    const recency = this.reflector.get<RecentSignInRule | undefined>(RECENT_SIGN_IN, handler);
    if (request.caller?.account?.serviceTokenId != null) {
      const allowed = this.reflector.get<boolean | undefined>(SERVICE_TOKENS, handler);
      if (!(allowed ?? (rule?.kind !== 'session' && !recency))) throw forPeople();
    } else if (recency) await this.recentSignIn.check(recency, request);
    await this.rehearsals.enter(request);
    return true;
  }

  /**
   * A caller's requests count by what identifies them: users' and sessions' in the strategy, publishers' by their token, and
   * workers' not at all, who call as often as their tasks need. All others count by address, which many people may share.
   */
  private async authenticate(
    context: ExecutionContext,
    request: FastifyRequest,
    rule: AccessRule | undefined,
  ): Promise<void> {
    const bearer = bearerOf(request);
    const kind = bearer !== null && looksLikeServiceToken(bearer) ? 'service' : '';
    const guard = (rule && this.tokens.guardOf(rule.kind)) ?? this.tokens.guardOf(kind) ?? this.jwt;
    await guard.canActivate(context);
    if (!request.caller) this.rateLimit.count('address', addressBlock(request.ip));
    const publisher = request.caller?.publisher;
    if (publisher) this.rateLimit.count('publisher token', String(publisher.tokenId), PUBLISHER_REQUESTS);
  }
}

const forPeople = () =>
  new ApiError('FORBIDDEN', 'A service token can’t do this', { reason: 'SERVICE_TOKEN' });

type Request = Pick<FastifyRequest, 'caller' | 'method'>;

/**
 * Throws 403 unless the route's rule allows the caller; a route without a rule allows nobody. In a suspended realm only
 * administrators may write, except where the route works there too.
 */
function checkPermission(
  rule: AccessRule | undefined,
  { caller, method }: Request,
  worksWhenSuspended: boolean,
): void {
  if (!rule) throw new ApiError('FORBIDDEN', 'This route declares no permission');
  if (rule.kind === 'public') return;
  if (!isAllowed(rule, caller)) {
    if (rule.kind === 'permission') throw missing(rule);
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
      return Boolean(caller?.account && covers(caller, rule));
  }
}
