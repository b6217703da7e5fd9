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
type Documents = { json: Built; page: Built };

/** The OpenAPI document of this server, and a page to read it by. */
@ApiExcludeController()
@Controller()
export class DocumentController {
  private write: (() => OpenAPIObject) | null = null;
  private written: Documents | null = null;

  /** Set when the application is made, and written when it is needed: half of an application's start goes into it. */
  use(write: () => OpenAPIObject): void {
    this.write = write;
  }

  /** Writes the document once. A server does so before it listens: written at a request, it would hold others up. */
  prepare(): Documents | null {
    if (!this.written && this.write) {
      const document = this.write();
      this.written = { json: built(JSON.stringify(document)), page: built(documentPage(document)) };
    }
    return this.written;
  }

  @Get('openapi.json')
  @Public()
  json(@IfNoneMatch() ifNoneMatch: string | undefined, @Res({ passthrough: true }) reply: FastifyReply) {
    void reply.type('application/json; charset=utf-8');
    return send(reply, this.prepare()?.json, ifNoneMatch);
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
    return send(reply, this.prepare()?.page, ifNoneMatch);
  }
}

const built = (text: string): Built => ({
  bytes: Buffer.from(text),
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
});

/** The document, or 304 where the caller has it already. */
function send(
  reply: FastifyReply,
  document: Built | undefined,
  ifNoneMatch: string | undefined,
): Buffer | undefined {
  if (!document) return undefined;
  void reply.header('ETag', document.tag).header('Cache-Control', 'no-cache');
  if (!matchesTag(ifNoneMatch, document.tag)) return document.bytes;
  void reply.status(304);
  return undefined;
}
