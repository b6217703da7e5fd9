import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { WorkerTokens } from '../auth/worker-tokens';
import { type Caller, workerCaller } from './caller';
import { TokenStrategy } from './token.strategy';

/** Passport's strategy for worker tokens. */
@Injectable()
export class WorkerStrategy extends TokenStrategy {
  constructor(private readonly workers: WorkerTokens) {
    super('worker');
  }

  protected async identify(token: string, request: FastifyRequest): Promise<Caller | null> {
    const worker = await this.workers.identify(token);
    return worker && workerCaller(request, worker);
  }
}
