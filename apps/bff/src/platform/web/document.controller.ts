import { Controller, Get, Header, Res } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Public } from '../access/permit';
import { documentPage } from './document-page';

/** The OpenAPI document of this server, and a page to read it by. */
@ApiExcludeController()
@Controller()
export class DocumentController {
  private document: OpenAPIObject | null = null;

  /** Set once, when the application is made: it takes all routes to write it. */
  use(document: OpenAPIObject): void {
    this.document = document;
  }

  @Get('openapi.json')
  @Public()
  json(): OpenAPIObject | null {
    return this.document;
  }

  @Get('docs')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  page(@Res({ passthrough: true }) reply: FastifyReply): string {
    void reply.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    return this.document ? documentPage(this.document) : '';
  }
}
