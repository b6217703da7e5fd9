import { Controller, Get, Res } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { createHash } from 'node:crypto';
import { Public } from '../access/permit';
import { matchesTag } from '../http/versions';
import { IfNoneMatch } from '../http/parameters';
import { documentPage } from './document-page';

/** A document that never changes while the process lives. */
type Built = { bytes: Buffer; tag: string };

/** The OpenAPI document of this server, and a page to read it by. */
@ApiExcludeController()
@Controller()
export class DocumentController {
  private document: Built | null = null;
  private shown: Built | null = null;

  /** Set once, when the application is made: it takes all routes to write it. */
  use(document: OpenAPIObject): void {
    this.document = built(JSON.stringify(document));
    this.shown = built(documentPage(document));
  }

  @Get('openapi.json')
  @Public()
  json(@IfNoneMatch() ifNoneMatch: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    void reply.type('application/json; charset=utf-8');
    return send(reply, this.document, ifNoneMatch);
  }

  @Get('docs')
  @Public()
  page(@IfNoneMatch() ifNoneMatch: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    void reply
      .type('text/html; charset=utf-8')
      .header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
    return send(reply, this.shown, ifNoneMatch);
  }
}

const built = (text: string): Built => ({
  bytes: Buffer.from(text),
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
});

/** The document, or 304 where the caller has it already. */
function send(
  reply: FastifyReply,
  document: Built | null,
  ifNoneMatch: string | undefined,
): Buffer | undefined {
  if (!document) return undefined;
  void reply.header('ETag', document.tag).header('Cache-Control', 'no-cache');
  if (!matchesTag(ifNoneMatch, document.tag)) return document.bytes;
  void reply.status(304);
  return undefined;
}
