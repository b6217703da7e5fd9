import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import {
  type Act,
  acts,
  type Duty,
  holderOf,
  mayAct,
  type Need,
  type Permission,
  permissionsOf,
} from '@tessera/domain';
import type { Account } from '../auth/account';
import { ApiError } from '../errors/api-error';
import type { Actor, Scope } from '../realm-scope/scope';

/** A worker token's sites and realms; null means all of them. */
export type WorkerIdentity = {
  tokenId: number;
  name: string;
  siteIds: number[] | null;
  realmIds: number[] | null;
};

/** What a publisher's token may do: publish releases, or choose which of them pages load. */
export const publisherScopes = ['publish', 'release'] as const;
export type PublisherScope = (typeof publisherScopes)[number];

/** A publisher's token and the modules that it is for. */
export type PublisherIdentity = {
  tokenId: number;
  name: string;
  publisherId: number;
  publisherName: string;
  modules: string[];
  scopes: PublisherScope[];
};

/** Who sent a request, as read from the database. */
export type Caller = {
  scope: Scope;
  permissions: readonly Permission[];
  duties: readonly Duty[];
  account: Account | null;
  /** The rehearsal that the caller has entered; their scope is its realm. */
  rehearsal?: { id: number; realmId: number };
  worker: WorkerIdentity | null;
  publisher: PublisherIdentity | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    caller?: Caller;
  }
}

const requestOf = (context: ExecutionContext) => context.switchToHttp().getRequest<FastifyRequest>();

/** A controller parameter: the signed-in account. */
export const CurrentAccount = createParamDecorator((_: unknown, context: ExecutionContext): Account => {
  const account = requestOf(context).caller?.account;
  if (!account) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  return account;
});

/** A controller parameter on `@WorkerAuth()` routes: the worker token's identity. */
export const CurrentWorker = createParamDecorator((_: unknown, context: ExecutionContext): WorkerIdentity => {
  const worker = requestOf(context).caller?.worker;
  if (!worker) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
  return worker;
});

/** A controller parameter on `@PublisherAuth()` routes: the publisher's identity. */
export const CurrentPublisher = createParamDecorator(
  (_: unknown, context: ExecutionContext): PublisherIdentity => {
    const publisher = requestOf(context).caller?.publisher;
    if (!publisher) throw new ApiError('UNAUTHORIZED', 'Unauthorized');
    return publisher;
  },
);

/** The caller of a request with an access token. */
export const userCaller = (request: Pick<FastifyRequest, 'id' | 'ip'>, account: Account): Caller => ({
  scope: accountScope(account, request),
  permissions: permissionsOf(account.role),
  duties: account.duties,
  account,
  worker: null,
  publisher: null,
});

/** @throws 403 when the account may not act: for what a route's own rule doesn't tell */
export function requireAct(account: Account, act: Act): void {
  if (!mayAct(holderOf(account), act)) throw missing(acts[act]);
}

/** The error of a caller who has neither the permission nor the duty. */
export function missing({ action, reach, duty }: Need): ApiError {
  const permission = `${action}:${reach}`;
  return new ApiError(
    'FORBIDDEN',
    `This needs the permission ${permission}${duty ? ` or the duty ${duty}` : ''}`,
    { context: { permission, ...(duty && { duty }) } },
  );
}

/** The scope of an account: all realms for an administrator, their own realm for everybody else. */
function accountScope(account: Account, request: Pick<FastifyRequest, 'id' | 'ip'>): Scope {
  const actor: Actor = {
    kind: 'user',
    userId: account.userId,
    role: account.role,
    label: account.email,
    sessionId: account.serviceTokenId === null ? account.sessionId : null,
    requestId: request.id,
    address: request.ip,
    viewer: account.viewer?.hasEnded ? null : account.viewer,
  };
  if (account.role === 'admin') return { kind: 'all', hidesRehearsals: true, actor };
  return account.realmId === null
    ? { kind: 'none', actor }
    : { kind: 'realm', realmId: account.realmId, actor };
}

export const workerCaller = (request: FastifyRequest, worker: WorkerIdentity): Caller => ({
  ...tokenCaller(request, 'worker', worker.name),
  worker,
});

/** The caller of a request with a publisher's token. */
export const publisherCaller = (request: FastifyRequest, publisher: PublisherIdentity): Caller => ({
  ...tokenCaller(request, 'publisher', `${publisher.publisherName} (${publisher.name})`),
  publisher,
});

/** A caller that isn't a person: no permissions, and the rows of all realms. */
const tokenCaller = (request: FastifyRequest, kind: 'worker' | 'publisher', label: string): Caller => ({
  scope: {
    kind: 'all',
    actor: {
      kind,
      userId: null,
      role: null,
      label,
      sessionId: null,
      requestId: request.id,
      address: request.ip,
    },
  },
  permissions: [],
  duties: [],
  account: null,
  worker: null,
  publisher: null,
});
