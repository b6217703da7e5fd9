import { randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { bearerOf } from './bearer';
import type { Caller } from './caller';

/** Passport's strategy for bearer tokens that the server stores. */
export abstract class TokenStrategy extends passport.Strategy {
  /** Passport registers strategies per process, and tests run several applications in one. */
  override readonly name: string;

  constructor(kind: string) {
    super();
    this.name = `${kind}-${randomUUID()}`;
    passport.use(this.name, this);
  }

  /** The caller whose token it is; null when it is unknown or no longer valid. */
  protected abstract identify(token: string, request: FastifyRequest): Promise<Caller | null>;

  override authenticate(request: unknown): void {
    this.validate(request as FastifyRequest).then(
      (caller) => (caller ? this.success(caller) : this.fail(401)),
      (error: unknown) => this.error(error),
    );
  }

  private async validate(request: FastifyRequest): Promise<Caller | null> {
    const token = bearerOf(request);
    return token ? this.identify(token, request) : null;
  }
}
