import { createHash } from 'node:crypto';
import { Controller, Get, Header, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import { Public } from '../access/permit';
import { operationsOf } from '../http/openapi/operations';
import { type Tagged, TaggedInterceptor } from '../http/tagged.interceptor';

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

const escape = (text: string) =>
  text.replace(
    /[&<>"]/g,
    (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign,
  );

const json = (value: unknown) => `<pre>${escape(JSON.stringify(value, null, 2))}</pre>`;

/** The document as one page of plain HTML: each operation with its permission, body and responses, then the schemas. */
function documentPage(document: OpenAPIObject): string {
  const operations = operationsOf(document).map(
    ({
      path,
      method,
      operation,
    }) => `<details id="${operation.operationId}"><summary><b>${method.toUpperCase()}</b> ${escape(path)}
 <small>${escape([operation['x-permission'], operation['x-duty']].filter(Boolean).join(' / '))}</small></summary>
${operation.parameters?.length ? `<h4>Parameters</h4>${json(operation.parameters)}` : ''}
${operation.requestBody ? `<h4>Body</h4>${json(operation.requestBody)}` : ''}<h4>Answers</h4>${json(operation.responses)}</details>`,
  );
  const schemas = Object.entries(document.components?.schemas ?? {}).map(
    ([name, schema]) => `<details><summary>${escape(name)}</summary>${json(schema)}</details>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Tessera API</title>
<meta name="viewport" content="width=device-width"><style>
:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.2rem 0}small{opacity:.7}pre{overflow:auto;padding:.75rem;border:1px solid #8885}b{display:inline-block;min-width:4.5rem}
</style></head><body><h1>Tessera API</h1><p>The document itself: <a href="/api/openapi.json">openapi.json</a></p>
<h2>Operations</h2>${operations.join('')}<h2>Schemas</h2>${schemas.join('')}</body></html>`;
}
