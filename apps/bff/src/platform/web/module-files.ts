import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import { matchesTag } from '../http/versions';

/** How a stored copy of a file is compressed. */
export type FileEncoding = 'br' | 'gzip';

/** A request for a file of a module's release. */
export type ReleaseFileRequest = {
  name: string;
  version: string;
  file: string;
  /** The encodings that the client accepts. */
  accepted: ReadonlySet<FileEncoding>;
  /** The client's address, for limits. */
  address: string;
};

/** A file of a release, or its copy in an encoding that the client accepts. */
export type ReleaseFile = {
  type: string;
  encoding: FileEncoding | null;
  /** Entity tag of these bytes. */
  tag: string;
  /** Gives the checked bytes; throws 502 MODULE_FILE_DAMAGED when they can't be had. */
  read(): Promise<Buffer>;
};

/** Finds the files of modules' releases; a feature provides it (`WebFiles.serveModules`). */
export interface ModuleFiles {
  /** Null when there is no such release or file. */
  findFile(request: ReleaseFileRequest): Promise<ReleaseFile | null>;
}

/** A release never changes, so a copy of its file stays valid for good. */
const FOREVER = 'public, max-age=31536000, immutable';

/** For a script that runs as a worker, whose policy is its own and not the page's. */
const scriptPolicy = "default-src 'none'; script-src 'self'; connect-src 'self'; frame-ancestors 'none'";
/** For a file that is opened as a page, which then runs and loads nothing. */
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Answers `GET /modules/{name}/{version}/{file}`. */
export async function sendReleaseFile(
  files: ModuleFiles | null,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { name, version, '*': file } = request.params as { name: string; version: string; '*': string };
  const accepted = acceptedEncodings(request.headers['accept-encoding']);
  const found = await files?.findFile({ name, version, file, accepted, address: request.ip });
  if (!found) throw new ApiError('NOT_FOUND', 'Resource not found');
  const isCurrent = matchesTag(request.headers['if-none-match'], found.tag);
  const bytes = isCurrent ? null : await found.read();
  void reply
    .header('Cache-Control', FOREVER)
    .header('ETag', found.tag)
    .header('Vary', 'Accept-Encoding')
    .header('Cross-Origin-Resource-Policy', 'same-origin')
    .header('Content-Security-Policy', found.type.startsWith('text/javascript') ? scriptPolicy : filePolicy);
  if (!bytes) return reply.status(304).send();
  if (found.encoding) void reply.header('Content-Encoding', found.encoding);
  return reply.header('Content-Type', found.type).send(bytes);
}

/** The encodings of an `Accept-Encoding` header that files are kept in, but those with a quality of 0. */
export function acceptedEncodings(header: string | undefined): ReadonlySet<FileEncoding> {
  const accepted = new Set<FileEncoding>();
  for (const part of (header ?? '').toLowerCase().split(',')) {
    const [encoding, ...parameters] = part.split(';').map((text) => text.trim());
    const isRejected = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
    if ((encoding === 'br' || encoding === 'gzip') && !isRejected) accepted.add(encoding);
  }
  return accepted;
}
