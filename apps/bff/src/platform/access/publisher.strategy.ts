import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { PublisherTokens } from '../auth/publisher-tokens';
import { type Caller, publisherCaller } from './caller';
import { TokenStrategy } from './token.strategy';

/** Passport's strategy for the tokens of module publishers. */
@Injectable()
export class PublisherStrategy extends TokenStrategy {
  constructor(private readonly publishers: PublisherTokens) {
    super('publisher');
  }

  protected async identify(token: string, request: FastifyRequest): Promise<Caller | null> {
    const publisher = await this.publishers.identify(token);
    return publisher && publisherCaller(request, publisher);
  }
}
