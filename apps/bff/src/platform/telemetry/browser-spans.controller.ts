import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { CurrentAccount } from '../access/caller';
import { AnySession, WorksWhenSuspended } from '../access/permit';
import type { Account } from '../auth/account';
import { BrowserSpans, BrowserSpansDto } from './browser-spans';

/** A batch of spans takes about 10 KB. */
const BODY_BYTES = 16 * 1024;

/** Takes the spans of pages, which can't reach the collector themselves. Only the shell of the same release sends them. */
@Controller('browser-spans')
export class BrowserSpansController {
  constructor(private readonly browserSpans: BrowserSpans) {}

  @Post()
  @ApiExcludeEndpoint()
  @AnySession()
  @WorksWhenSuspended()
  @RouteConfig({ bodyBytes: BODY_BYTES })
  @HttpCode(204)
  receive(@CurrentAccount() account: Account, @Body() { spans }: BrowserSpansDto): void {
    this.browserSpans.receive(account, spans);
  }
}
