import { Controller, Get, HttpCode, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Public } from '../../platform/access/permit';
import { Outbox } from './outbox';
import { Unsubscriptions } from './unsubscriptions';

/** One-click unsubscription (RFC 8058), for mail programs: without a session, and not part of the API. */
@Controller('mail/unsubscribe')
export class UnsubscribeController {
  constructor(
    private readonly unsubscriptions: Unsubscriptions,
    private readonly outbox: Outbox,
  ) {}

  /** Says the same whatever the token. The body says nothing that is needed, and may have either form. */
  @Post()
  @ApiExcludeEndpoint()
  @Public()
  @RouteConfig({ acceptsForms: true, acceptsMultipart: true })
  @HttpCode(204)
  end(@Query('token') token: unknown, @Req() { id, ip }: FastifyRequest): Promise<void> {
    return this.unsubscriptions.end(token, { requestId: id, address: ip });
  }

  /** Changes nothing, since programs that check mails open their links. */
  @Get()
  @ApiExcludeEndpoint()
  @Public()
  async show(@Res() reply: FastifyReply): Promise<void> {
    await reply.redirect(this.outbox.pageUrl('/notifications'), 302);
  }
}
