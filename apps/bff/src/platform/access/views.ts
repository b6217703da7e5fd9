import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../auth/account';
import { ApiError } from '../errors/api-error';

export const WORKS_IN_VIEWS = 'tessera:works-in-views';

/** The route works for an administrator who views the console as somebody else although it writes: it ends the view. */
export const WorksInViews = () =>
  applyDecorators(SetMetadata(WORKS_IN_VIEWS, true), ApiExtension('x-works-in-views', true));

/** The error of a write in a view. */
export const viewOnly = () =>
  new ApiError(
    'FORBIDDEN',
    'You view the console as somebody else: nothing can be changed until you end the view',
    {
      reason: 'VIEW_ONLY',
    },
  );

/**
 * Whether a request of a view may go on.
 *
 * @throws 403 VIEW_ONLY for everything but reads, VIEW_ENDED for everything once the view's time is over
 */
export function checkView(viewer: Viewer, method: string): void {
  if (viewer.hasEnded)
    throw new ApiError('FORBIDDEN', 'The time of this view is over: end it to go on as yourself', {
      reason: 'VIEW_ENDED',
    });
  if (method !== 'GET' && method !== 'HEAD') throw viewOnly();
}

/** A basket's address in JSON: who opens it is at the site as the login that holds the seats. */
const basket = /"basket":\s*"(?:[^"\\]|\\.)*"/g;

/** JSON without the links that admit who opens them, which the viewed person sees and a viewer doesn't. */
export const hideFromViewer = (json: string | Buffer): string =>
  json.toString().replace(basket, '"basket":null');

/** Hides secrets from the responses of views, before a list becomes CSV. */
export function registerViewResponses(server: FastifyInstance): void {
  server.addHook(
    'onSend',
    (
      request: FastifyRequest,
      _reply: FastifyReply,
      payload: unknown,
      done: (error: Error | null, payload: unknown) => void,
    ) => {
      const isText = typeof payload === 'string' || Buffer.isBuffer(payload);
      done(null, request.caller?.account?.viewer && isText ? hideFromViewer(payload) : payload);
    },
  );
}
