import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { WorkerTokens } from '../auth/worker-tokens';
import { bearerOf } from './bearer';
import { type Caller, workerCaller } from './caller';

/** Passport's strategy for worker tokens. */
@Injectable()
export class WorkerStrategy extends passport.Strategy {
  /** Passport registers strategies per process, and tests run several applications in one. */
  override readonly name = `worker-${randomUUID()}`;

  constructor(private readonly workers: WorkerTokens) {
    super();
    passport.use(this.name, this);
  }

  override authenticate(request: unknown): void {
    this.validate(request as FastifyRequest).then(
      (caller) => (caller ? this.success(caller) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  private async validate(request: FastifyRequest): Promise<Caller | null> {
    const bearer = bearerOf(request);
    const worker = bearer && (await this.workers.identify(bearer));
    return worker ? workerCaller(request, worker) : null;
  }
}
