import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { Transactions } from '../database/transactions';
import { ApiError } from '../errors/api-error';
import { bodyNames, isRecord } from '../http/parse-input';
import { systemScope } from '../realm-scope/scope';

const RECENT_SIGN_IN = 'tessera:recent-sign-in';
const MINUTES = 5;

/** Which bodies the rule is for: every one, those with this value in this field, or those that have one of these fields. */
export type RecentSignInRule = true | Readonly<Record<string, string>> | readonly string[];

/**
 * The route needs a sign-in, or `POST /me/reauthenticate`, of the last 5 minutes: a bearer alone isn't enough. With
 * `which` only for bodies that hold those values, e.g. `{ role: 'admin' }`, or that have one of those fields, e.g.
 * `['max_tasks']`. Documented as `x-recent-sign-in`.
 */
export const RequiresRecentSignIn = (which: RecentSignInRule = true) =>
  applyDecorators(SetMetadata(RECENT_SIGN_IN, which), ApiExtension('x-recent-sign-in', which));

/** Refuses marked routes with 401 REAUTH_REQUIRED unless the session was authenticated a moment ago. */
@Injectable()
export class RecentSignInGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly transactions: Transactions,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const which = this.reflector.get<RecentSignInRule | undefined>(RECENT_SIGN_IN, context.getHandler());
    if (!which) return true;
    const { body, caller } = context.switchToHttp().getRequest<FastifyRequest>();
    if (which !== true && !matches(body, which)) return true;
    return this.check(caller?.account?.sessionId ?? null);
  }

  private async check(sessionId: string | null): Promise<true> {
    const [session] = await this.transactions.read(systemScope('recent sign-in'), (tx) =>
      tx.query<{ recent: boolean; second_factor: boolean }>(
        `SELECT s.authenticated_at > clock_timestamp() - make_interval(mins => ${MINUTES}) AS recent,
           EXISTS (SELECT FROM second_factors f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL) AS second_factor
         FROM sessions s WHERE s.id = $1`,
        [sessionId],
      ),
    );
    if (session?.recent) return true;
    throw new ApiError(
      'REAUTH_REQUIRED',
      `This needs a sign-in of the last ${MINUTES} minutes: enter your password`,
      {
        context: { second_factor: session?.second_factor ?? false },
      },
    );
  }
}

/** The body hasn't been validated yet: it is compared as validation will read it, names in camelCase and texts trimmed. */
function matches(body: unknown, which: Exclude<RecentSignInRule, true>): boolean {
  if (!isRecord(body)) return false;
  const sent = (field: string): unknown =>
    bodyNames(field)
      .filter((name) => Object.hasOwn(body, name))
      .map((name) => body[name])[0];
  if (isList(which)) return which.some((field) => sent(field) !== undefined);
  return Object.entries(which).every(([field, value]) => {
    const text = sent(field);
    return typeof text === 'string' && text.trim() === value;
  });
}

const isList = (which: object): which is readonly string[] => Array.isArray(which);
