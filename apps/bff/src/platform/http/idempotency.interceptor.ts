import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { from, lastValueFrom, type Observable } from 'rxjs';
import type { Account } from '../auth/account';
import { Tokens } from '../auth/tokens';
import { Transactions, type Tx } from '../database/transactions';
import { ApiError, invalid } from '../errors/api-error';
import type { Scope } from '../realm-scope/scope';

const IGNORES_KEY = 'tessera:ignores-idempotency-key';

/** For a POST that shows a secret once: its response is never kept, an Idempotency-Key is ignored. */
export const IgnoresIdempotencyKey = () =>
  applyDecorators(SetMetadata(IGNORES_KEY, true), ApiExtension('x-ignores-idempotency-key', true));

/** Headers that belong to a response and are replayed with it. */
const KEPT_HEADERS = ['etag', 'location', 'link', 'x-total-count'];

type Kept = {
  request_hash: string;
  response_status: number;
  response_headers: Record<string, string>;
  response_body: unknown;
};

/**
 * `Idempotency-Key` on POST: the handler runs within one transaction that also keeps its
 * response, so that there is never an effect without its key or a key without its effect.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly tokens: Tokens,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const key = request.headers['idempotency-key'];
    const { caller } = request;
    const account = caller?.account;
    if (request.method !== 'POST' || key === undefined || !account) return next.handle();
    if (request.routeOptions.url?.startsWith('/api/auth/')) return next.handle();
    if (this.reflector.get<boolean | undefined>(IGNORES_KEY, context.getHandler())) return next.handle();
    if (typeof key !== 'string' || !/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw invalid([
        {
          field: 'Idempotency-Key',
          message: 'Idempotency-Key must have 1 to 255 plain characters',
          code: 'INVALID',
        },
      ]);
    }
    return from(this.once(key, account, caller.scope, request, http.getResponse<FastifyReply>(), next));
  }

  private once(
    key: string,
    account: Account,
    scope: Scope,
    request: FastifyRequest,
    reply: FastifyReply,
    next: CallHandler,
  ): Promise<unknown> {
    const route = `${request.method} ${request.url}`.slice(0, 500);
    // The realm of the request: within a rehearsal it isn't the account's.
    const realmId = scope.kind === 'realm' ? scope.realmId : account.realmId;
    const id = [account.userId, realmId, account.role, route, key] as const;
    const bodyHash = this.tokens.keyed('idempotency', JSON.stringify(request.body ?? null));
    return this.transactions.runAmbient(scope, async (tx) => {
      const kept = await claim(tx, id);
      if (kept) {
        if (kept.request_hash !== bodyHash) {
          throw new ApiError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key was used with another body');
        }
        void reply
          .status(kept.response_status)
          .headers(kept.response_headers)
          .header('Idempotency-Replayed', 'true');
        return kept.response_body ?? undefined;
      }
      const response: unknown = await lastValueFrom(next.handle(), { defaultValue: undefined });
      const headers = Object.fromEntries(
        KEPT_HEADERS.flatMap((name) =>
          reply.hasHeader(name) ? [[name, String(reply.getHeader(name))]] : [],
        ),
      );
      await tx.query(
        `INSERT INTO idempotency_keys
           (user_id, realm_id, role, route, key, request_hash, response_status, response_headers, response_body)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [...id, bodyHash, reply.statusCode, headers, textOf(response)],
      );
      return response;
    });
  }
}

/** A response as JSON; some are written as JSON already. */
function textOf(response: unknown): string | null {
  if (Buffer.isBuffer(response)) return response.toString();
  return response === undefined ? null : JSON.stringify(response);
}

/** The kept response; null when this request is the first. 409 while another with the key runs. */
async function claim(tx: Tx, id: readonly (number | string | null)[]): Promise<Kept | null> {
  const [lock] = await tx.query<{ mine: boolean }>(
    'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 1)) AS mine',
    [JSON.stringify(id)],
  );
  if (!lock?.mine)
    throw new ApiError('CONFLICT', 'A request with this Idempotency-Key is still running', { retryAfter: 1 });
  const where = 'user_id = $1 AND realm_id IS NOT DISTINCT FROM $2 AND role = $3 AND route = $4 AND key = $5';
  await tx.execute(`DELETE FROM idempotency_keys WHERE ${where} AND expires_at <= now()`, [...id]);
  const [kept] = await tx.query<Kept>(
    `SELECT request_hash, response_status, response_headers, response_body FROM idempotency_keys WHERE ${where}`,
    [...id],
  );
  return kept ?? null;
}
