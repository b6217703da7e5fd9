import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { AuthGuard } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import type { Caller } from './caller';
import { JwtStrategy } from './jwt.strategy';
import { addressBlock } from '../http/address-block';
import { ACCESS_RULE, type AccessRule } from './permit';
import { RateLimit } from './rate-limit';
import { WorkerStrategy } from './worker.strategy';

/**
 * Finds out who calls, from the bearer and the database: by the strategy `worker` on routes for worker tokens, else by
 * `jwt`. A bearer that isn't valid is 401 where one is needed and nobody on public routes.
 */
@Injectable()
export class AuthenticateGuard implements CanActivate {
  private readonly guards: Record<'jwt' | 'worker', CanActivate>;

  constructor(
    private readonly reflector: Reflector,
    private readonly rateLimit: RateLimit,
    jwt: JwtStrategy,
    worker: WorkerStrategy,
  ) {
    const ruleOf = (context: ExecutionContext) => this.ruleOf(context);
    this.guards = {
      jwt: new BearerGuard(jwt.name, ruleOf),
      worker: new BearerGuard(worker.name, ruleOf),
    };
  }

  canActivate(context: ExecutionContext) {
    if (this.ruleOf(context)?.kind === 'worker') return this.admitWorker(context);
    this.countAddress(context);
    return this.guards.jwt.canActivate(context);
  }

  /** Workers call as often as their tasks need; who isn't one counts by address. */
  private async admitWorker(context: ExecutionContext): Promise<boolean> {
    try {
      return await (this.guards.worker.canActivate(context) as Promise<boolean>);
    } catch (error) {
      this.countAddress(context);
      throw error;
    }
  }

  private countAddress(context: ExecutionContext): void {
    this.rateLimit.count('address', addressBlock(context.switchToHttp().getRequest<FastifyRequest>().ip));
  }

  private ruleOf(context: ExecutionContext): AccessRule | undefined {
    return this.reflector.get<AccessRule | undefined>(ACCESS_RULE, context.getHandler());
  }
}

/** Passport's guard for one strategy; puts the caller into `request.caller`. */
class BearerGuard extends AuthGuard() {
  constructor(
    strategy: string,
    private readonly ruleOf: (context: ExecutionContext) => AccessRule | undefined,
  ) {
    super({ defaultStrategy: strategy, property: 'caller', session: false });
  }

  override handleRequest<T = Caller | undefined>(
    error: unknown,
    caller: Caller | false | null,
    _info: unknown,
    context: ExecutionContext,
  ): T {
    if (error) throw error;
    if (caller) return caller as T;
    if (this.ruleOf(context)?.kind !== 'public') throw new ApiError('UNAUTHORIZED', 'Unauthorized');
    return undefined as T;
  }
}
