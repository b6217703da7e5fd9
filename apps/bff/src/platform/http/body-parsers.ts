import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { RawServerDefault } from 'fastify';
import { ApiError, invalid } from '../errors/api-error';
import { unsupportedMediaType } from './bytes';
import { FORM } from './forms';

/** Maximum nesting of a body: more than any request needs, and too little to overflow the stack of recursive code. */
const MAX_DEPTH = 32;

/** 400 VALIDATION for a body that nests too deep or has a field that would change an object's prototype, else null. */
function findBodyError(body: unknown): ApiError | null {
  const found = findFault(body, MAX_DEPTH);
  if (found === null) return null;
  return found === TOO_DEEP
    ? invalid([
        { field: 'body', message: `The body must not nest deeper than ${MAX_DEPTH} levels`, code: 'INVALID' },
      ])
    : invalid([{ field: found, message: `${found} is not a field that can be sent`, code: 'UNKNOWN_FIELD' }]);
}

const TOO_DEEP = '';

function findFault(value: unknown, levels: number): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return TOO_DEEP;
  if (!Array.isArray(value)) {
    if (Object.hasOwn(value, '__proto__')) return '__proto__';
    if (Object.hasOwn(value, 'constructor') && hasPrototype(value.constructor))
      return 'constructor.prototype';
  }
  for (const inner of Object.values(value)) {
    const found = findFault(inner, levels - 1);
    if (found !== null) return found;
  }
  return null;
}

const hasPrototype = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route takes a CSV body. */
    acceptsCsv?: boolean;
    /** Whether this route takes a form. */
    acceptsForms?: boolean;
    /** Whether this route may get a form in parts, of which it reads nothing. */
    acceptsMultipart?: boolean;
    /** Whether this route takes what browsers report by themselves. */
    acceptsReports?: boolean;
    /** Largest body of this route in bytes, where it is less than that of others. */
    bodyBytes?: number;
  }
}

/** Largest form. */
const FORM_BYTES = 64 * 1024;
const REPORT_TYPES = ['application/csp-report', 'application/reports+json'];
/** Largest body of reports. */
const REPORT_BYTES = 64 * 1024;

/** Reads bodies in JSON, in CSV or as a form where a route takes it, and drops those in parts; leaves bytes to routes that take them; others are 415. */
export function registerBodyParsers(app: NestFastifyApplication, bodyLimit: number): void {
  const server = app.getHttpAdapter().getInstance();
  const parseJson = server.getDefaultJsonParser('ignore', 'ignore');
  server.addHook('onRoute', (route) => {
    if (route.config?.bodyBytes) route.bodyLimit = route.config.bodyBytes;
  });
  server.addHook('preParsing', (request, _reply, payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase();
    if (encoding && encoding !== 'identity') done(unsupportedMediaType());
    else done(null, payload);
  });
  server.removeContentTypeParser('text/plain');
  app.useBodyParser<RawServerDefault>('application/json', { bodyLimit }, (request, body, done) => {
    // Clients send the JSON type even without a body.
    if (body.length === 0) done(null, undefined);
    else void parseJson(request, body.toString(), (error, json) => done(error ?? findBodyError(json), json));
  });
  app.useBodyParser<RawServerDefault>('text/csv', { bodyLimit }, (request, body, done) => {
    if (!request.routeOptions.config.acceptsCsv) return done(unsupportedMediaType(), undefined);
    try {
      done(null, new TextDecoder('utf-8', { fatal: true }).decode(body));
    } catch {
      done(new ApiError('BAD_REQUEST', 'The body must be text in UTF-8'), undefined);
    }
  });
  server.addContentTypeParser('application/octet-stream', (request, payload, done) => {
    if (request.routeOptions.config.acceptsBytes) done(null, payload);
    else done(unsupportedMediaType(), undefined);
  });
  app.useBodyParser<RawServerDefault>(FORM, { bodyLimit: FORM_BYTES }, (request, body, done) => {
    if (!request.routeOptions.config.acceptsForms) return done(unsupportedMediaType(), undefined);
    const form: unknown = Object.fromEntries(new URLSearchParams(body.toString()));
    done(findBodyError(form), form);
  });
  app.useBodyParser<RawServerDefault>(
    'multipart/form-data',
    { bodyLimit: FORM_BYTES },
    (request, _body, done) => {
      if (request.routeOptions.config.acceptsMultipart) done(null, undefined);
      else done(unsupportedMediaType(), undefined);
    },
  );
  for (const type of REPORT_TYPES) {
    app.useBodyParser<RawServerDefault>(type, { bodyLimit: REPORT_BYTES }, (request, body, done) => {
      if (!request.routeOptions.config.acceptsReports) return done(unsupportedMediaType(), undefined);
      void parseJson(request, body.toString(), (error, json) => done(error ?? findBodyError(json), json));
    });
  }
}
