import type { FastifyReply } from 'fastify';

/** The fields of a sent form, or of a query. */
export type Form = Record<string, string | undefined>;

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page with its security headers. */
export const page = (reply: FastifyReply, markup: string, status = 200): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', POLICY)
    .send(markup);
