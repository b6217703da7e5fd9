import type { FastifyRequest } from 'fastify';
import type { Config } from '../../platform/config/config';

/** Where people open the console: by its setting, else as this request does. A provider takes none but registered ones. */
export const originOf = ({ publicOrigin }: Config, { protocol, host }: FastifyRequest): string =>
  publicOrigin ?? `${protocol}://${host}`;
