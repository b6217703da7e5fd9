import { createHash } from 'node:crypto';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Whether this route takes raw bytes. */
    acceptsBytes?: boolean;
  }
}

/** 415 for a body of another type than the route takes. */
export const unsupportedMediaType = () =>
  new ApiError('BAD_REQUEST', 'Unsupported Media Type', { status: 415 });

/** Documents that a route takes raw bytes, and nothing else. The handler reads them with `readBytes`. */
export const AcceptsBytes = () =>
  applyDecorators(
    ApiConsumes('application/octet-stream'),
    ApiBody({ schema: { type: 'string', format: 'binary' } }),
    RouteConfig({ acceptsBytes: true }),
  );

/** Reads the body of a route that takes bytes, hashed as it arrives; 413 as soon as it exceeds the limit. */
export async function readBytes(
  { body, raw, headers }: FastifyRequest,
  reply: FastifyReply,
  limit: number,
): Promise<{ bytes: Buffer; sha256: string }> {
  if (body !== raw) throw unsupportedMediaType();
  const tooLarge = () => {
    // The rest of the body won't be read, so the connection can't be used again.
    void reply.header('Connection', 'close');
    return new ApiError('TOO_LARGE', `A file may have at most ${limit} bytes`);
  };
  if (Number(headers['content-length'] ?? 0) > limit) throw tooLarge();
  const hash = createHash('sha256');
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would close the connection before the response is sent.
  for await (const chunk of chunksOf(raw.iterator({ destroyOnReturn: false }))) {
    size += chunk.length;
    if (size > limit) throw tooLarge();
    hash.update(chunk);
    chunks.push(chunk);
  }
  return { bytes: Buffer.concat(chunks, size), sha256: hash.digest('hex') };
}

/** The chunks of a request's body; 400 when its connection is lost. */
async function* chunksOf(stream: AsyncIterable<unknown>): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch {
    throw new ApiError('BAD_REQUEST', 'The connection was lost before the whole body arrived');
  }
}
