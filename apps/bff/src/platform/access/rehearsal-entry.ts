import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error';
import { inRealm } from '../realm-scope/scope';
import { rehearsalUse } from './rehearsal-routes';

/** Names the rehearsal that a request is made in. */
const REHEARSAL_HEADER = 'x-rehearsal';

/** Finds a rehearsal that can be entered: the realm that it belongs to, and its own. */
type FindRehearsal = (id: number) => Promise<{ realm_id: number; rehearsal_realm_id: number } | undefined>;

/** Confines the requests that name a rehearsal to its realm, so that every list and command works on it unchanged. */
@Injectable()
export class RehearsalEntry {
  private find: FindRehearsal | null = null;

  /** Has rehearsals found by this; their owner registers it. */
  register(find: FindRehearsal): void {
    this.find = find;
  }

  /**
   * Makes the rehearsal's realm the caller's scope where the request names one and its route works within rehearsals.
   *
   * @throws 403 CLOSED_IN_REHEARSALS for a route that isn't listed, REHEARSAL_UNKNOWN for a rehearsal that doesn't exist,
   *   was deleted, or is another realm's
   */
  async enter(request: FastifyRequest): Promise<void> {
    const { caller } = request;
    const named = request.headers[REHEARSAL_HEADER];
    if (named === undefined) return;
    const use = rehearsalUse(request.method, request.routeOptions.url ?? '');
    if (use === 'closed') {
      throw new ApiError('FORBIDDEN', 'This is not possible within a rehearsal: leave the rehearsal first', {
        reason: 'CLOSED_IN_REHEARSALS',
      });
    }
    if (use === 'outside' || !caller?.account) return;
    const id = typeof named === 'string' && /^[1-9]\d{0,8}$/.test(named) ? Number(named) : null;
    const found = id === null ? undefined : await this.find?.(id);
    const { scope } = caller;
    const isTheirs =
      found && (scope.kind === 'all' || (scope.kind === 'realm' && scope.realmId === found.realm_id));
    if (!isTheirs || id === null)
      throw new ApiError('FORBIDDEN', 'There is no such rehearsal', { reason: 'REHEARSAL_UNKNOWN' });
    request.caller = {
      ...caller,
      scope: inRealm(scope, found.rehearsal_realm_id),
      rehearsal: { id, realmId: found.rehearsal_realm_id },
    };
  }
}
