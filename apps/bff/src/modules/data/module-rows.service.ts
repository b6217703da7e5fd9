import { Injectable } from '@nestjs/common';
import { entityReferences, type ReleaseEntity } from '@tessera/domain/module-release';
import { checkFoundVersion, type Found } from '../../platform/database/select';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { ApiError, invalid, stale } from '../../platform/errors/api-error';
import { FieldErrors } from '../../platform/errors/field-errors';
import { type ListResponse, readPagination } from '../../platform/http/list-query';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { ModuleRowDto, ModuleRowInput, ModuleRowListQuery } from './module-rows.dto';
import {
  ModuleRowsRepository,
  type RowContent,
  type RowKey,
  type RowKind,
  rowSorts,
} from './module-rows.repository';
import { ModuleRowsAccess, type RowsCaller } from './module-rows-access';

const DATA_BYTES = 16 * 1024;
const INDEX_LENGTH = 200;
/** Rows at once, also without a page and in CSV: they may be large. */
const PAGE_ROWS = 200;

/** The headers that make a PUT depend on what is there. */
interface PutConditions {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

/** Rows of modules: each module's own in each realm. */
@Injectable()
export class ModuleRowsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly access: ModuleRowsAccess,
    private readonly rows: ModuleRowsRepository,
  ) {}

  async list(
    caller: RowsCaller,
    kind: RowKind,
    query: ModuleRowListQuery,
  ): Promise<ListResponse<ModuleRowDto>> {
    const { scope } = await this.access.enter(caller, kind, 'read');
    const asked = readPagination(query, rowSorts, 'id', 'r.id');
    const pagination = { ...asked, limit: Math.min(asked.limit, PAGE_ROWS) };
    return this.transactions.readList(scope, async (tx) => ({
      pagination,
      page: await this.rows.listRows(tx, kind, query, pagination),
    }));
  }

  async get(caller: RowsCaller, key: RowKey): Promise<Found<ModuleRowDto>> {
    const { scope } = await this.access.enter(caller, key, 'read');
    return this.transactions.read(scope, (tx) => this.rows.readRow(tx, key));
  }

  /**
   * Adds the row or replaces it as a whole; 412 when `ifMatch` names another version, or there is no row, and when `ifNoneMatch` is
   * `*` and there is one.
   */
  async put(
    caller: RowsCaller,
    key: RowKey,
    input: ModuleRowInput,
    { ifMatch, ifNoneMatch }: PutConditions,
  ): Promise<Found<ModuleRowDto>> {
    const { scope, entity } = await this.access.enter(caller, key, 'write');
    const content = contentOf(entity, input);
    const mustBeNew = readMustBeNew(ifNoneMatch);
    return this.transactions.run(scope, async (tx) => {
      const realmId = await realmForNew(tx);
      await this.checkReference(tx, entity, content);
      if (ifMatch !== undefined) {
        await this.rows.lock(tx, key);
        checkFoundVersion(ifMatch, await this.readOrStale(tx, key));
      }
      if (mustBeNew) {
        if (!(await this.rows.addRow(tx, realmId, key, content)))
          throw stale((await this.readOrStale(tx, key)).row);
      } else await this.rows.writeRow(tx, realmId, key, content);
      return this.rows.readRow(tx, key);
    });
  }

  async remove(caller: RowsCaller, key: RowKey, ifMatch: string | undefined): Promise<void> {
    const { scope } = await this.access.enter(caller, key, 'write');
    await this.transactions.run(scope, async (tx) => {
      await this.rows.lock(tx, key);
      checkFoundVersion(ifMatch, await this.rows.readRow(tx, key));
      await this.rows.removeRow(tx, key);
    });
  }

  /** The row that `If-Match` is about: without one no version matches. */
  private readOrStale(tx: Tx, key: RowKey): Promise<Found<ModuleRowDto>> {
    return this.rows.readRow(tx, key).catch((error: unknown) => {
      throw error instanceof ApiError && error.code === 'NOT_FOUND' ? stale(null) : error;
    });
  }

  private async checkReference(tx: Tx, { of }: ReleaseEntity, content: RowContent): Promise<void> {
    const id = of && content[`${of}_id`];
    if (!of || !id || (await this.rows.hasReferenced(tx, of, id))) return;
    const field = `${of}_id`;
    throw invalid([{ field, message: `${field} names no ${of}`, code: 'NOT_FOUND' }]);
  }
}

/** @throws 400 for what `If-None-Match` can't be in a PUT */
function readMustBeNew(ifNoneMatch: string | undefined): boolean {
  if (ifNoneMatch === undefined || ifNoneMatch === '*') return ifNoneMatch === '*';
  const message = 'If-None-Match can only be *';
  throw invalid([{ field: 'If-None-Match', message, code: 'INVALID' }]);
}

/** What is stored of a request. @throws 400 naming the fields that are too large or that the entity doesn't have */
function contentOf({ name, of, indexes }: ReleaseEntity, input: ModuleRowInput): RowContent {
  const { data } = input;
  const errors = new FieldErrors();
  if (Buffer.byteLength(JSON.stringify(data)) > DATA_BYTES)
    errors.add('data', `data may take ${DATA_BYTES} bytes`, {
      code: 'TOO_LONG',
      params: { max: DATA_BYTES },
    });
  const [index1 = null, index2 = null] = indexes.map((field) => {
    const value = indexValue(data, field);
    if (value !== null && value.length > INDEX_LENGTH)
      errors.add(
        `data.${field}`,
        `data.${field} may have ${INDEX_LENGTH} characters, since lists filter by it`,
        {
          code: 'TOO_LONG',
          params: { max: INDEX_LENGTH },
        },
      );
    return value;
  });
  for (const kind of entityReferences)
    if (kind !== of && input[`${kind}_id`] != null)
      errors.add(
        `${kind}_id`,
        `${kind}_id must be left out: ${name} is ${of ? `of a ${of}` : 'of nothing'}`,
        {
          code: 'INVALID',
        },
      );
  errors.throwIfAny();
  const { task_id = null, job_id = null, login_id = null, ticket_id = null } = input;
  return { data, index1, index2, task_id, job_id, login_id, ticket_id };
}

/** The value of an index as text; null for what lists can't filter by: nothing, lists and objects. */
function indexValue(data: Record<string, unknown>, field: string): string | null {
  const value = Object.hasOwn(data, field) ? data[field] : null;
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}
