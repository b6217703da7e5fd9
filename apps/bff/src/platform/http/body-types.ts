import { applyDecorators } from '@nestjs/common';
import { ApiConsumes } from '@nestjs/swagger';
import { type NestFastifyApplication, RouteConfig } from '@nestjs/platform-fastify';
import type { RawServerDefault } from 'fastify';
import { Problem } from '../errors/problem';
import { bodyError } from './json-body';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route takes a CSV body. */
    takesCsv?: boolean;
  }
}

/** Documents that a route takes CSV, and lets it; every other one takes JSON alone. */
export const TakesCsv = () => applyDecorators(ApiConsumes('text/csv'), RouteConfig({ takesCsv: true }));

const unsupported = () => new Problem('BAD_REQUEST', 'Unsupported Media Type', { status: 415 });

/** Reads bodies in JSON, and in CSV where a route takes it; others are 415. */
export function readBodies(app: NestFastifyApplication, bodyLimit: number): void {
  const server = app.getHttpAdapter().getInstance();
  const parseJson = server.getDefaultJsonParser('ignore', 'ignore');
  server.removeContentTypeParser('text/plain');
  app.useBodyParser<RawServerDefault>('application/json', { bodyLimit }, (request, body, done) => {
    // Clients send the JSON type also where they have nothing to say.
    if (body.length === 0) done(null, undefined);
    else parseJson(request, body.toString(), (error, json) => done(error ?? bodyError(json), json));
  });
  app.useBodyParser<RawServerDefault>('text/csv', { bodyLimit }, (request, body, done) => {
    if (!request.routeOptions.config.takesCsv) return done(unsupported(), undefined);
    try {
      done(null, new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      done(new Problem('BAD_REQUEST', 'The body must be text in UTF-8'), undefined);
    }
  });
}
