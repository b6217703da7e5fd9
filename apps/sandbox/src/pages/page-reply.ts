import type { FastifyReply } from 'fastify';

/** The fields of a submitted form or a query string. */
export type Form = Record<string, string | undefined>;

const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Sends a page with its security headers. */
export const sendPage = (reply: FastifyReply, markup: string, status = 200): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', CONTENT_SECURITY_POLICY)
    .send(markup);
