import { Injectable } from '@nestjs/common';
import { moduleNamePattern } from '@tessera/domain/module-rules';
import { AccessLoss } from '../../platform/access/access-loss';
import type { AuditAction } from '../../platform/audit/actions';
import { audit } from '../../platform/audit/audit';
import { randomToken, tokenHash } from '../../platform/auth/tokens';
import type { Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid, notFound, rejectInUse } from '../../platform/errors/api-error';
import type { FieldError } from '../../platform/errors/field-error-codes';
import type { ListResponse } from '../../platform/http/list-query';
import type { Scope } from '../../platform/realm-scope/scope';
import { keyIdOf } from '../release-keys';
import type {
  ModuleKeyDto,
  ModuleKeyInput,
  ModulePublisherChange,
  ModulePublisherDto,
  ModulePublisherInput,
  ModulePublisherQuery,
  ModuleTokenInput,
  NewModuleTokenDto,
} from './publishers.dto';
import { PublishersRepository } from './publishers.repository';

/** The teams that may publish modules, with their keys and tokens. For administrators. */
@Injectable()
export class PublishersService {
  constructor(
    accessLoss: AccessLoss,
    private readonly transactions: Transactions,
    private readonly publishers: PublishersRepository,
  ) {
    accessLoss.onAccount(async (tx, { id, deleted }) => {
      const revoked = await this.publishers.revokeTokensOfUser(tx, id, { all: deleted });
      return {
        audit: revoked.map(({ publisher_id, name }) => ({
          action: 'module_token.revoke',
          entity: 'module_publisher',
          entity_id: publisher_id,
          realm_id: null,
          before: { name },
        })),
        tokens: {
          kind: 'publisher_tokens_revoked',
          names: revoked.map(({ name }) => name),
          path: '/modules',
        },
      };
    });
  }

  list(scope: Scope, query: ModulePublisherQuery): Promise<ListResponse<ModulePublisherDto>> {
    return this.transactions.readList(scope, (tx) => this.publishers.list(tx, query));
  }

  get(scope: Scope, id: number): Promise<Found<ModulePublisherDto>> {
    return this.transactions.read(scope, (tx) => this.publishers.get(tx, id));
  }

  create(scope: Scope, input: ModulePublisherInput): Promise<Found<ModulePublisherDto>> {
    return this.transactions.run(scope, async (tx) => {
      await this.check(tx, input);
      const { name, modules = [], owner_id = null, developers = [], may_promote = false } = input;
      const id = await this.publishers.insertPublisher(tx, {
        name,
        modules,
        owner_id,
        developers,
        may_promote,
      });
      const created = await this.publishers.get(tx, id);
      await auditPublisher(tx, 'module_publisher.create', id, null, own(created.row));
      return created;
    });
  }

  change(
    scope: Scope,
    id: number,
    change: ModulePublisherChange,
    ifMatch: string | undefined,
  ): Promise<Found<ModulePublisherDto>> {
    return this.transactions.run(scope, async (tx) => {
      const before = await this.publishers.lock(tx, id, ifMatch);
      await this.check(tx, change);
      await this.publishers.updatePublisher(tx, id, change);
      const after = await this.publishers.get(tx, id);
      await auditPublisher(tx, 'module_publisher.update', id, own(before.row), own(after.row));
      return after;
    });
  }

  /** Deletes a publisher with its keys and tokens; 409 when it has published a release. */
  remove(scope: Scope, id: number, ifMatch: string | undefined): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row: before } = await this.publishers.lock(tx, id, ifMatch);
      rejectInUse({ releases: await this.publishers.countReleases(tx, id) });
      await this.publishers.removePublisher(tx, id);
      await auditPublisher(tx, 'module_publisher.delete', id, own(before), null);
    });
  }

  /** Lets a publisher sign with a key. 400 for a key that was added before, even if it was revoked since. */
  addKey(scope: Scope, id: number, { public_key }: ModuleKeyInput): Promise<ModuleKeyDto> {
    const key_id = readKeyId(public_key);
    return this.transactions.run(scope, async (tx) => {
      await this.publishers.lock(tx, id);
      const known = await this.publishers.findKey(tx, key_id);
      if (known) {
        const state = known.revoked_at ? 'revoked' : 'added before';
        throw invalid([
          {
            field: 'public_key',
            message: `The key ${key_id} was ${state}: use another one`,
            code: 'KEY_TAKEN',
          },
        ]);
      }
      const rowId = await this.publishers.insertKey(tx, { publisher_id: id, key_id, public_key });
      await auditPublisher(tx, 'module_key.create', id, null, { key_id });
      return requireOf((await this.publishers.get(tx, id)).row.keys, rowId, 'Key');
    });
  }

  /** Revokes a key for good: nothing that it signed is loaded any more. Repeating it changes nothing. */
  revokeKey(scope: Scope, id: number, rowId: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.publishers.lock(tx, id);
      const { key_id, revoked_at } = requireOf(row.keys, rowId, 'Key');
      if (revoked_at) return;
      await this.publishers.revokeKey(tx, id, rowId);
      await auditPublisher(tx, 'module_key.revoke', id, { key_id }, null);
    });
  }

  /** Creates a token, which is returned only now; its hash is stored. */
  createToken(scope: Scope, id: number, input: ModuleTokenInput): Promise<NewModuleTokenDto> {
    const { name, expires_at = null } = input;
    const scopes = [...new Set(input.scopes)];
    if (scopes.length === 0)
      throw invalid([
        {
          field: 'scopes',
          message: 'scopes must have at least 1 entry',
          code: 'TOO_FEW',
          params: { min: 1 },
        },
      ]);
    const token = randomToken('tp_');
    return this.transactions.run(scope, async (tx) => {
      await this.publishers.lock(tx, id);
      const rowId = await this.publishers.insertToken(tx, {
        publisher_id: id,
        name,
        scopes,
        token_hash: tokenHash(token),
        expires_at: expires_at === null ? null : new Date(expires_at),
      });
      await auditPublisher(tx, 'module_token.create', id, null, { name, scopes, expires_at });
      return { ...requireOf((await this.publishers.get(tx, id)).row.tokens, rowId, 'Token'), token };
    });
  }

  /** Revokes a token for good; repeating it changes nothing. */
  revokeToken(scope: Scope, id: number, rowId: number): Promise<void> {
    return this.transactions.run(scope, async (tx) => {
      const { row } = await this.publishers.lock(tx, id);
      const { name, revoked_at } = requireOf(row.tokens, rowId, 'Token');
      if (revoked_at) return;
      await this.publishers.revokeToken(tx, id, rowId);
      await auditPublisher(tx, 'module_token.revoke', id, { name }, null);
    });
  }

  /** 400 naming modules whose names aren't allowed and users who don't exist. */
  private async check(
    tx: Tx,
    { modules = [], owner_id, developers = [] }: ModulePublisherChange,
  ): Promise<void> {
    const errors: FieldError[] = [];
    const wrong = modules.find((name) => !moduleNamePattern.test(name));
    if (wrong !== undefined)
      errors.push({
        field: 'modules',
        message: `${wrong} is no name of a module, such as mf-seats`,
        code: 'NOT_MODULE_NAME',
      });
    if (new Set(modules).size < modules.length)
      errors.push({ field: 'modules', message: 'modules must not repeat a name', code: 'REPEATED' });
    const owners = owner_id == null ? [] : [owner_id];
    const users = await this.publishers.filterUsers(tx, [...owners, ...developers]);
    const noUser = { message: 'There is no such user', code: 'NOT_FOUND' } as const;
    if (!owners.every((id) => users.has(id))) errors.push({ field: 'owner_id', ...noUser });
    if (!developers.every((id) => users.has(id))) errors.push({ field: 'developers', ...noUser });
    if (errors.length > 0) throw invalid(errors);
  }
}

/** The columns of the publisher itself, for the audit log. */
const own = ({ name, modules, owner_id, developers, may_promote }: ModulePublisherDto) => ({
  name,
  modules,
  owner_id,
  developers,
  may_promote,
});

const auditPublisher = (
  tx: Tx,
  action: AuditAction,
  id: number,
  before: object | null,
  after: object | null,
) => audit(tx, { action, entity: 'module_publisher', entity_id: id, realm_id: null, before, after });

/** The id of a public key; 400 when the text isn't one. */
function readKeyId(publicKey: string): string {
  try {
    return keyIdOf(publicKey);
  } catch {
    throw invalid([
      {
        field: 'public_key',
        message: 'public_key must be the 32 bytes of an Ed25519 public key as base64',
        code: 'NOT_PUBLIC_KEY',
      },
    ]);
  }
}

/** The row with the id; 404 without. */
function requireOf<T extends { id: number }>(rows: readonly T[], id: number, what: string): T {
  const found = rows.find((row) => row.id === id);
  if (!found) throw notFound(what);
  return found;
}
