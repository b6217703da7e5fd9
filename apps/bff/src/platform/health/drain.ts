import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Config } from '../config/config';
import { Readiness } from './readiness';

/**
 * The time between "not ready" and closing: load balancers see `/readyz` fail and send their requests elsewhere, while those
 * that still arrive are served as usual.
 */
@Injectable()
export class Drain {
  private readonly ended = new AbortController();
  private draining = false;

  constructor(
    private readonly readiness: Readiness,
    private readonly config: Config,
  ) {}

  /** While draining each response is its connection's last, so that no proxy sends a request into a closing connection. */
  observe(server: FastifyInstance): void {
    server.addHook('onRequest', (_request: FastifyRequest, reply: FastifyReply, done: () => void) => {
      if (this.draining) void reply.header('Connection', 'close');
      done();
    });
  }

  /** Reports not ready, and resolves after `DRAIN_MS` or when `end` is called. */
  async begin(): Promise<void> {
    this.draining = true;
    this.readiness.close();
    // The timer alone must not keep a process alive.
    const options = { ref: false, signal: this.ended.signal };
    await delay(this.config.drainMs, undefined, options).catch(() => undefined);
  }

  /** Ends the drain at once. */
  end(): void {
    this.ended.abort();
  }
}
