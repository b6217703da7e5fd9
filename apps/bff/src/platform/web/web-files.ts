import { randomBytes } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fastifyStatic from '@fastify/static';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pageHeaders } from '@tessera/domain/page-headers';
import { Config } from '../config/config';
import { ApiError } from '../errors/api-error';
import { acceptedEncodings, type ModuleFiles, sendReleaseFile } from './module-files';

const YEAR = 'public, max-age=31536000, immutable';
/** Built files carry a hash of their content in their name. */
const hashed = /[.-][0-9a-f]{8,}\.(js|css|woff2?|svg|png|json|txt)$/;

/** Serves the built shell, any path of it as its one page, and the files of modules. */
@Injectable()
export class WebFiles {
  private modules: ModuleFiles | null = null;
  private originsFor: (request: FastifyRequest) => readonly string[] = () => [];

  constructor(private readonly config: Config) {}

  /** Sets where the files of modules come from. */
  serveModules(modules: ModuleFiles): void {
    this.modules = modules;
  }

  /** Sets which origins beside our own the page of a request may load modules from. */
  allowOrigins(originsFor: (request: FastifyRequest) => readonly string[]): void {
    this.originsFor = originsFor;
  }

  async register(server: FastifyInstance): Promise<void> {
    const { webDir } = this.config;
    await server.register(fastifyStatic, {
      root: path.resolve(webDir ?? '.'),
      serve: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      dotfiles: 'deny',
    });
    server.get('/modules/:name/:version/*', (request, reply) =>
      sendReleaseFile(this.modules, request, reply),
    );
    if (webDir) server.get('/*', (request, reply) => this.shell(path.resolve(webDir), request, reply));
  }

  private async shell(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const file = decodePath(request.url).slice(1);
    if (file === 'api' || file.startsWith('api/')) throw new ApiError('NOT_FOUND', 'Resource not found');
    if (/^\.well-known(\/|$)/.test(file)) return wellKnown(file, reply);
    if (file === '' || file === 'index.html' || !(await isFile(folder, file))) {
      if (path.extname(file) && file !== 'index.html') throw new ApiError('NOT_FOUND', 'Resource not found');
      return this.page(folder, request, reply);
    }
    return reply.header('Cache-Control', hashed.test(file) ? YEAR : 'no-cache').sendFile(file, folder);
  }

  private async page(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const nonce = randomBytes(16).toString('base64');
    const html = await readFile(path.join(folder, 'index.html'), 'utf8');
    const page = announceTracing(html.replaceAll('__CSP_NONCE__', nonce), this.config.tracing);
    const isCompressed = acceptedEncodings(request.headers['accept-encoding']).has('gzip');
    if (isCompressed) void reply.header('Content-Encoding', 'gzip');
    return reply
      .headers(
        pageHeaders({
          nonce,
          localOrigins: this.originsFor(request),
          isSecure: request.protocol === 'https',
        }),
      )
      .header('Vary', 'Accept-Encoding')
      .send(isCompressed ? gzipSync(page) : page);
  }
}

/** Password managers open the first; nothing else is announced there, so that a 404 is believed (RFC 8615). */
function wellKnown(file: string, reply: FastifyReply): FastifyReply {
  if (file !== '.well-known/change-password') throw new ApiError('NOT_FOUND', 'Resource not found');
  return reply.header('Cache-Control', 'no-cache').redirect('/account', 302);
}

/** Writes into a page which part of its traces to record; without it the page makes none. */
const announceTracing = (html: string, tracing: Config['tracing']): string =>
  tracing
    ? html.replace('</head>', `<meta name="tessera-trace-ratio" content="${tracing.sampleRatio}"></head>`)
    : html;

function decodePath(url: string): string {
  try {
    return decodeURIComponent(url.split('?', 1)[0] ?? '/');
  } catch {
    throw new ApiError('BAD_REQUEST', 'Invalid request');
  }
}

/** Whether it is a file within the folder, never above it. */
async function isFile(folder: string, file: string): Promise<boolean> {
  // Source maps are for developers, wherever a build may have left them.
  if (file.endsWith('.map')) return false;
  const target = path.resolve(folder, file);
  if (!target.startsWith(folder + path.sep) || file.includes('\0')) return false;
  return stat(target).then(
    (found) => found.isFile(),
    () => false,
  );
}
