import { can } from '@tessera/domain';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../auth/account';
import { ApiError, realmSuspended } from '../errors/api-error';
import { ACCESS_RULE, type AccessRule, ruleName, WORKS_WHEN_SUSPENDED } from './permit';

/**
 * Lets through those whom the route's rule allows, in a suspended realm those alone who read or change their own profile. A
 * route without a rule lets nobody through.
 */
@Injectable()
export class PermitGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const { caller } = request;
    if (!rule) throw new ApiError('FORBIDDEN', 'This route declares no permission');
    switch (rule.kind) {
      case 'public':
        return true;
      case 'worker':
        if (caller?.worker) return true;
        break;
      case 'session':
        if (caller?.account) return this.checkRealm(caller.account, request.method, context);
        break;
      case 'permission':
        if (caller?.account && can(caller.permissions, rule.action, rule.reach))
          return this.checkRealm(caller.account, request.method, context);
    }
    const permission = ruleName(rule);
    throw new ApiError('FORBIDDEN', `This needs the permission ${permission}`, { context: { permission } });
  }

  private checkRealm(
    { role, realmSuspended: suspended }: Account,
    method: string,
    context: ExecutionContext,
  ): true {
    if (!suspended || role === 'admin' || method === 'GET' || method === 'HEAD') return true;
    const own = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(WORKS_WHEN_SUSPENDED, own)) return true;
    throw realmSuspended();
  }
}
