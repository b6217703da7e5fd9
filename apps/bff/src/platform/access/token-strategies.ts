import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { BearerGuard, bearerOf } from './bearer.guard';
import type { Caller } from './caller';

/** The kinds of tokens that machines authenticate with. */
type TokenKind = 'worker' | 'publisher' | 'service';

/** Finds whose token it is; null when it is unknown or no longer valid. */
type Identify = (token: string, request: FastifyRequest) => Promise<Caller | null>;

/** How the tokens of machines are found. The owner of a kind of tokens registers it. */
@Injectable()
export class TokenStrategies {
  private readonly guards = new Map<string, BearerGuard>();

  /** Has callers with a kind of token identified by this. */
  register(kind: TokenKind, identify: Identify): void {
    const strategy = new TokenStrategy(kind, identify);
    passport.use(strategy.name, strategy);
    this.guards.set(kind, new BearerGuard(strategy.name));
  }

  /** The guard of a kind of token; undefined for routes that people call. */
  guardOf(kind: string): BearerGuard | undefined {
    return this.guards.get(kind);
  }
}

/** Passport's strategy for bearer tokens that the server stores. */
class TokenStrategy extends passport.Strategy {
  /** Passport registers strategies per process, and tests run several applications in one. */
  override readonly name: string;

  constructor(
    kind: string,
    private readonly identify: Identify,
  ) {
    super();
    this.name = `${kind}-${randomUUID()}`;
  }

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
