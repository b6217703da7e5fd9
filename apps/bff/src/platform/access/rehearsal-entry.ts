import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Transactions } from '../database/transactions';
import { ApiError } from '../errors/api-error';
import { inRealm, systemScope } from '../realm-scope/scope';
import { rehearsalUse } from './rehearsal-routes';

/** Names the rehearsal that a request is made in. */
const REHEARSAL_HEADER = 'x-rehearsal';

/** Confines the requests that name a rehearsal to its realm, so that every list and command works on it unchanged. */
@Injectable()
export class RehearsalEntry {
  constructor(private readonly transactions: Transactions) {}

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
    const [found] =
      id === null
        ? []
        : await this.transactions.read(systemScope('rehearsals'), (tx) =>
            tx.query<{ realm_id: number; rehearsal_realm_id: number }>(
              'SELECT realm_id, rehearsal_realm_id FROM rehearsals WHERE id = $1 AND deleted_at IS NULL AND purged_at IS NULL',
              [id],
            ),
          );
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
