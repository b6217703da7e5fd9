import { applyDecorators, Injectable, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { SessionsRepository } from '../auth/sessions.repository';
import { Transactions } from '../database/transactions';
import { ApiError } from '../errors/api-error';
import { bodyNames, isRecord } from '../http/parse-input';
import { systemScope } from '../realm-scope/scope';

export const RECENT_SIGN_IN = 'tessera:recent-sign-in';
const MINUTES = 5;

/** The bodies that a rule applies to: all, those with these values, or those with at least one of these fields. */
export type RecentSignInRule = true | Readonly<Record<string, string>> | readonly string[];

/**
 * The route needs a sign-in or `POST /me/reauthenticate` within the last 5 minutes, which a stolen bearer can't provide.
 * A rule limits this to some bodies: those with these values, e.g. `{ role: 'admin' }`, or with one of these fields, e.g.
 * `['max_tasks']`. Documented as `x-recent-sign-in`.
 */
export const RequiresRecentSignIn = (rule: RecentSignInRule = true) =>
  applyDecorators(SetMetadata(RECENT_SIGN_IN, rule), ApiExtension('x-recent-sign-in', rule));

/** Checks that a session was authenticated recently, for routes with `@RequiresRecentSignIn()`. */
@Injectable()
export class RecentSignIn {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
  ) {}

  /** 401 REAUTH_REQUIRED unless the rule doesn't apply to the body or the session was authenticated recently. */
  async check(rule: RecentSignInRule, { body, caller }: FastifyRequest): Promise<void> {
    if (rule !== true && !appliesTo(rule, body)) return;
    const sessionId = caller?.account?.sessionId;
    const { isRecent, hasSecondFactor, hasPasskey, provider } = sessionId
      ? await this.transactions.read(systemScope('recent sign-in'), (tx) =>
          this.sessions.findAuthentication(tx, sessionId, MINUTES),
        )
      : { isRecent: false, hasSecondFactor: false, hasPasskey: false, provider: null };
    if (isRecent) return;
    throw new ApiError(
      'REAUTH_REQUIRED',
      `This needs a sign-in of the last ${MINUTES} minutes: ${provider ? `sign in with ${provider.name} again` : 'enter your password'}`,
      { context: { second_factor: hasSecondFactor, passkey: hasPasskey, provider } },
    );
  }
}

/** The body isn't validated yet: it is compared as validation will read it, with trimmed texts and names in both cases. */
function appliesTo(rule: Exclude<RecentSignInRule, true>, body: unknown): boolean {
  if (!isRecord(body)) return false;
  const sentValue = (field: string): unknown => {
    const name = bodyNames(field).find((candidate) => Object.hasOwn(body, candidate));
    return name === undefined ? undefined : body[name];
  };
  if (isList(rule)) return rule.some((field) => sentValue(field) !== undefined);
  return Object.entries(rule).every(([field, value]) => {
    const sent = sentValue(field);
    return typeof sent === 'string' && sent.trim() === value;
  });
}

const isList = (rule: object): rule is readonly string[] => Array.isArray(rule);
