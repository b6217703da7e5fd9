import { Injectable } from '@nestjs/common';
import { can, permissionsOf } from '@tessera/domain';
import type { ReleaseAccess, ReleaseEntity } from '@tessera/domain/module-release';
import { moduleNamePattern } from '@tessera/domain/module-rules';
import type { Account } from '../../platform/auth/account';
import { Tokens } from '../../platform/auth/tokens';
import { Transactions } from '../../platform/database/transactions';
import { ApiError, notFound } from '../../platform/errors/api-error';
import { existingRealm } from '../../platform/realm-scope/realm-for-new';
import { inRealm, type Scope, systemScope } from '../../platform/realm-scope/scope';
import { AnnouncementRepository, recipientOf } from '../registry/announcement.repository';
import { type ReleaseContent, ReleaseContents } from '../registry/release-contents';
import type { RowsTokenDto, RowsTokenInput } from './module-rows.dto';
import type { RowKind } from './module-rows.repository';

/** Who asks for rows, with the module's token. */
export type RowsCaller = { scope: Scope; account: Account; token: string | undefined };

/** Rows that the caller may use: their entity as the release declares it, and the scope of their realm. */
export type EnteredRows = { entity: ReleaseEntity; scope: Scope };

/**
 * Decides who reaches the rows of modules: a signed-in person with the entity's permission, from the module's own code.
 *
 * The latter is what the module's token is for, and no more than a help against mistakes: a module that names another one's
 * rows by accident, and programs that have a person's access token but weren't written for these rows. All modules run in one
 * page and act as the person who opened it, so that hostile code in one of them can request the token of another. What keeps
 * such code out is who may publish, approve and promote releases.
 */
@Injectable()
export class ModuleRowsAccess {
  constructor(
    private readonly transactions: Transactions,
    private readonly announcement: AnnouncementRepository,
    private readonly contents: ReleaseContents,
    private readonly tokens: Tokens,
  ) {}

  /** A token of a module for the caller's realm, or for the one that an administrator names. @throws 404 for an unknown module */
  async giveToken(
    scope: Scope,
    account: Account,
    module: string,
    { realm_id }: RowsTokenInput,
  ): Promise<RowsTokenDto> {
    if (!(await this.findContent(account, module))) throw notFound('Module');
    const realm = await this.transactions.read(scope, (tx) => existingRealm(tx, realm_id));
    const { userId, sessionId } = account;
    const { token, expiresAt } = this.tokens.module({ userId, sessionId, realmId: realm.id, module });
    return { token, expires_at: expiresAt.toISOString() };
  }

  /**
   * @throws 404 when the release that the caller gets declares no such entity, 403 when the token isn't the caller's for this
   *   module and realm, or they lack the entity's permission
   */
  async enter(
    { scope, account, token }: RowsCaller,
    kind: RowKind,
    use: 'read' | 'write',
  ): Promise<EnteredRows> {
    const content = await this.findContent(account, kind.module);
    const entity = content?.entities.find(({ name }) => name === kind.entity);
    if (!entity)
      throw new ApiError(
        'NOT_FOUND',
        `The release of ${kind.module} that you have declares no entity ${kind.entity}`,
        { reason: 'ENTITY_NOT_DECLARED' },
      );
    const claims = token === undefined ? null : this.tokens.readModule(token);
    const isTheirs =
      claims?.userId === account.userId &&
      claims.sessionId === account.sessionId &&
      claims.module === kind.module &&
      (scope.kind === 'all' || (scope.kind === 'realm' && scope.realmId === claims.realmId));
    if (!claims || !isTheirs)
      throw new ApiError(
        'FORBIDDEN',
        `X-Module-Token must be a token of ${kind.module} for you and this realm`,
        {
          reason: 'MODULE_TOKEN_NEEDED',
        },
      );
    checkPermission(account, entity[use]);
    return { entity, scope: inRealm(scope, claims.realmId) };
  }

  /** The release of a module that the caller's pages load; undefined when they load none. */
  private async findContent(account: Account, module: string): Promise<ReleaseContent | undefined> {
    if (!moduleNamePattern.test(module)) return undefined;
    return this.transactions.read(systemScope('modules'), async (tx) => {
      const given = await this.announcement.findGiven(tx, recipientOf(account), module);
      if (!given?.enabled || !given.is_approved) return undefined;
      return (await this.contents.read(tx, [given.release_id])).get(given.release_id);
    });
  }
}

function checkPermission({ role }: Account, { action, reach }: ReleaseAccess): void {
  if (action === null || reach === null || can(permissionsOf(role), action, reach)) return;
  const permission = `${action}:${reach}`;
  throw new ApiError('FORBIDDEN', `This needs the permission ${permission}`, { context: { permission } });
}
