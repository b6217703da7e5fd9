import { createHash } from 'node:crypto';
import { Controller, Get, Header, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { Public } from '../access/permit';
import { type Tagged, TaggedInterceptor } from '../http/tagged.interceptor';
import { documentPage } from './document-page';

type Documents = { json: Tagged; page: Tagged };

/** The OpenAPI document of this server, and a page that shows it. */
@ApiExcludeController()
@Controller()
export class DocumentController {
  private write: (() => OpenAPIObject) | null = null;
  private written: Documents | null = null;

  /** Sets how the document is written. Writing it takes half of an application's start, so that waits until it is needed. */
  use(write: () => OpenAPIObject): void {
    this.write = write;
  }

  /** Writes the document once. A server does so before it listens, since writing it during a request would delay others. */
  prepare(): Documents | null {
    if (!this.written && this.write) {
      const document = this.write();
      this.written = { json: tagged(JSON.stringify(document)), page: tagged(documentPage(document)) };
    }
    return this.written;
  }

  @Get('openapi.json')
  @Public()
  @Header('Content-Type', 'application/json; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @UseInterceptors(TaggedInterceptor)
  json(): Tagged | undefined {
    return this.prepare()?.json;
  }

  @Get('docs')
  @Public()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-cache')
  @Header('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
  @UseInterceptors(TaggedInterceptor)
  page(): Tagged | undefined {
    return this.prepare()?.page;
  }
}

const tagged = (text: string): Tagged => ({
  bytes: Buffer.from(text),
  tag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`,
});
