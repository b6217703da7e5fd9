import { Injectable } from '@nestjs/common';
import { isAdministratorSql } from '../../platform/auth/user.entity';
import { Conditions } from '../../platform/database/conditions';
import { textOrder } from '../../platform/database/display-names';
import { instantJsonSql } from '../../platform/database/instants';
import { RowReader, type RowSource } from '../../platform/database/row-reader';
import { insertRow, updateRow } from '../../platform/database/row-writes';
import type { Tx } from '../../platform/database/transactions';
import { ModuleKey, ModulePublisher, ModuleToken } from './publisher.entity';
import type { ModulePublisherDto, ModulePublisherQuery } from './publishers.dto';

const personName = (id: string) =>
  `(SELECT coalesce(nullif(u.name, ''), u.email) FROM users u WHERE u.id = ${id})`;

const keys = `coalesce((SELECT json_agg(json_build_object('id', k.id, 'key_id', k.key_id, 'public_key', k.public_key,
    'created_by', ${personName('k.created_by')}, 'created_at', ${instantJsonSql('k.created_at')},
    'revoked_at', ${instantJsonSql('k.revoked_at')}) ORDER BY k.id)
  FROM module_keys k WHERE k.publisher_id = p.id), '[]')`;
const tokens = `coalesce((SELECT json_agg(json_build_object('id', t.id, 'name', t.name, 'scopes', t.scopes,
    'created_by', ${personName('t.created_by')}, 'created_at', ${instantJsonSql('t.created_at')},
    'expires_at', ${instantJsonSql('t.expires_at')}, 'last_used_at', ${instantJsonSql('t.last_used_at')},
    'revoked_at', ${instantJsonSql('t.revoked_at')}) ORDER BY t.id)
  FROM module_tokens t WHERE t.publisher_id = p.id), '[]')`;

/** A publisher with its keys and tokens, revoked ones included. */
const source: RowSource<ModulePublisherQuery> = {
  what: 'Publisher',
  table: 'module_publishers',
  columns: `p.id, p.name, p.modules, p.owner_id, ${personName('p.owner_id')} AS owner_name, p.developers, p.may_promote,
    ${keys} AS keys, ${tokens} AS tokens, p.created_at, p.updated_at`,
  from: 'FROM module_publishers p',
  id: 'p.id',
  version: 'p.version',
  filter: ({ q }) => new Conditions().search(['p.name', `array_to_string(p.modules, ' ')`], q),
  sorts: { name: textOrder('p.name'), created_at: 'p.created_at', updated_at: 'p.updated_at' },
  defaultSort: 'name',
};

/** The columns that administrators set. */
type OwnColumns = Pick<ModulePublisher, 'name' | 'modules' | 'owner_id' | 'developers' | 'may_promote'>;

/** Reads and writes publishers, their keys and their tokens. */
@Injectable()
export class PublishersRepository extends RowReader<ModulePublisherDto, ModulePublisherQuery> {
  constructor() {
    super(source);
  }

  /** Returns the new publisher's id. */
  insertPublisher(tx: Tx, values: OwnColumns): Promise<number> {
    return insertRow(tx, ModulePublisher, values);
  }

  async updatePublisher(tx: Tx, id: number, change: Partial<OwnColumns>): Promise<void> {
    await updateRow(tx, ModulePublisher, id, change);
  }

  async removePublisher(tx: Tx, id: number): Promise<void> {
    await tx.manager.delete(ModulePublisher, { id });
  }

  /** How many releases it published. */
  async countReleases(tx: Tx, id: number): Promise<number> {
    const [counted] = await tx.query<{ n: number }>(
      'SELECT count(*)::int AS n FROM module_releases WHERE publisher_id = $1',
      [id],
    );
    return counted?.n ?? 0;
  }

  /** The key with this id, of whichever publisher; undefined without. */
  async findKey(tx: Tx, keyId: string): Promise<Pick<ModuleKey, 'publisher_id' | 'revoked_at'> | undefined> {
    const [key] = await tx.query<Pick<ModuleKey, 'publisher_id' | 'revoked_at'>>(
      'SELECT publisher_id, revoked_at FROM module_keys WHERE key_id = $1',
      [keyId],
    );
    return key;
  }

  /** Returns the new key's id. */
  async insertKey(
    tx: Tx,
    values: Pick<ModuleKey, 'publisher_id' | 'key_id' | 'public_key'>,
  ): Promise<number> {
    const id = await insertRow(tx, ModuleKey, { ...values, created_by: tx.scope.actor.userId });
    await this.bumpVersion(tx, values.publisher_id);
    return id;
  }

  async revokeKey(tx: Tx, publisherId: number, id: number): Promise<void> {
    await tx.execute('UPDATE module_keys SET revoked_at = now() WHERE id = $1', [id]);
    await this.bumpVersion(tx, publisherId);
  }

  /** Returns the new token's id. */
  async insertToken(
    tx: Tx,
    values: Pick<ModuleToken, 'publisher_id' | 'name' | 'token_hash' | 'scopes'> & {
      expires_at: Date | null;
    },
  ): Promise<number> {
    const id = await insertRow(tx, ModuleToken, { ...values, created_by: tx.scope.actor.userId });
    await this.bumpVersion(tx, values.publisher_id);
    return id;
  }

  async revokeToken(tx: Tx, publisherId: number, id: number): Promise<void> {
    await tx.execute('UPDATE module_tokens SET revoked_at = now() WHERE id = $1', [id]);
    await this.bumpVersion(tx, publisherId);
  }

  /**
   * Revokes the tokens that a user created unless they are still an enabled administrator; with `all`, in any case. Returns
   * those that it revoked.
   */
  async revokeTokensOfUser(
    tx: Tx,
    userId: number,
    { all }: { all: boolean },
  ): Promise<Pick<ModuleToken, 'id' | 'name' | 'publisher_id'>[]> {
    await tx.execute(
      `SELECT FROM module_publishers WHERE id IN (
         SELECT publisher_id FROM module_tokens WHERE created_by = $1 AND revoked_at IS NULL) ORDER BY id FOR UPDATE`,
      [userId],
    );
    const revoked = await tx.query<Pick<ModuleToken, 'id' | 'name' | 'publisher_id'>>(
      `UPDATE module_tokens SET revoked_at = now()
       WHERE created_by = $1 AND revoked_at IS NULL AND ($2 OR NOT ${isAdministratorSql('$1')})
       RETURNING id, name, publisher_id`,
      [userId, all],
    );
    for (const id of new Set(revoked.map(({ publisher_id }) => publisher_id))) await this.bumpVersion(tx, id);
    return revoked;
  }

  /** Those of the ids that are enabled users. */
  async filterUsers(tx: Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await tx.query<{ id: number }>(
      `SELECT id FROM users WHERE id = ANY ($1::int[]) AND status = 'active'`,
      [ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  /** The publisher's ETag covers its keys and tokens. */
  private async bumpVersion(tx: Tx, id: number): Promise<void> {
    await tx.execute('UPDATE module_publishers SET version = version + 1 WHERE id = $1', [id]);
  }
}
