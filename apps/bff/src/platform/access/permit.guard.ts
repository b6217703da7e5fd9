import { can } from '@tessera/access';
import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../errors/problem';
import { ACCESS_RULE, type AccessRule, ruleName } from './permit';

/** Lets through those whom the route's rule allows. A route without a rule lets nobody through. */
@Injectable()
export class PermitGuard implements CanActivate {
  constructor(private readonly reflector: Reflector) {}

  canActivate(context: ExecutionContext): boolean {
    const rule = this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
    const { caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!rule) throw new Problem('FORBIDDEN', 'This route declares no permission');
    switch (rule.kind) {
      case 'public':
        return true;
      case 'worker':
        if (caller?.worker) return true;
        break;
      case 'session':
        if (caller?.account) return true;
        break;
      case 'permission':
        if (caller?.account && can(caller.permissions, rule.action, rule.reach)) return true;
    }
    const permission = ruleName(rule);
    throw new Problem('FORBIDDEN', `This needs the permission ${permission}`, { context: { permission } });
  }
}
