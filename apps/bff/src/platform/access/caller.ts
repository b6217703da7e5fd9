import type { Permission } from '@tessera/access';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { Account } from '../auth/account';
import { Problem } from '../errors/problem';
import type { Scope } from '../realm-scope/scope';

/** What a worker token allows (contract section 8); null means every site or realm. */
export type WorkerIdentity = {
  tokenId: number;
  name: string;
  siteIds: number[] | null;
  realmIds: number[] | null;
};

/** Who sent the request, as the database knows them. */
export type Caller = {
  scope: Scope;
  permissions: readonly Permission[];
  account: Account | null;
  worker: WorkerIdentity | null;
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
  if (!account) throw new Problem('UNAUTHORIZED', 'Unauthorized');
  return account;
});

/** A controller parameter on `@WorkerAuth()` routes: the worker token's identity. */
export const CurrentWorker = createParamDecorator((_: unknown, context: ExecutionContext): WorkerIdentity => {
  const worker = requestOf(context).caller?.worker;
  if (!worker) throw new Problem('UNAUTHORIZED', 'Unauthorized');
  return worker;
});
