import type { FastifyReply } from 'fastify';
import type { HotPage } from '../database/hot-lists';
import { tell } from './list-query';

/** As `sendPage`, for a hot list: with its ETag, or 304 without a body when the caller has it already. */
export function sendHot(
  reply: FastifyReply,
  { tag, pagination, rows, ...page }: HotPage,
): Buffer | undefined {
  void reply.header('ETag', tag);
  if (!rows) {
    void reply.status(304);
    return undefined;
  }
  tell(reply, pagination, { ...page, rows });
  void reply.type('application/json; charset=utf-8');
  return rows.bytes;
}
