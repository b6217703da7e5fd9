import { Injectable } from '@nestjs/common';
import { CatalogueLookup } from '../../catalogue';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/api-error';
import type { FieldError } from '../../platform/errors/field-error-codes';
import { toCsv } from '../../platform/http/csv';
import { checkBasket } from '../../platform/http/text-fields';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import {
  type LoginImportDto,
  type LoginImportQuery,
  MAX_SHOWN_ROWS,
  type RowError,
} from './login-import.dto';
import { importableFields, readMapping } from './login-import-columns';
import { detailsOf, type ImportRow, readImport } from './login-import-file';
import { type PlannedRow, planRow, resultsOf, takenEmails } from './login-import-plan';
import { LoginWriter } from './login-writer';
import type { LoginImportRow } from './logins.dto';
import { type LoginOwner, LoginsRepository } from './logins.repository';

const rows: LoginImportRow[] = [
  {
    email: 'ann@example.com',
    name: 'Ann Example',
    user: 'ann',
    supporter_id: '100200',
    age: 34,
    status: 'active',
    members: '100201,100202',
    amount_to_buy: 2,
    seats_to_set: 2,
    password: 'the password at the site',
    card: 'tok_visa_4242',
    address: '1 Harbour Street',
    mobile_phone: '07700 900123',
  },
  { email: 'bo@example.com' },
];

/** A file to import: its first row has all common fields, its second only the required one. */
const importSample = (): string => toCsv(importableFields(), rows);

/** Rolls back the transaction of a dry run. */
class DryRun extends Error {}

/** Imports logins from a CSV file: all or none, unless the caller skips invalid rows. */
@Injectable()
export class LoginImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly writer: LoginWriter,
    private readonly logins: LoginsRepository,
  ) {}

  /**
   * A dry run does the same, checks the limit too, and rolls back. It returns what is wrong with each row; an import throws
   * 400 VALIDATION instead, with fields named `row.field`, unless the caller skips invalid rows. An error of the header
   * (row 1) rejects the whole file.
   */
  async import(
    scope: Scope,
    siteId: number,
    csv: unknown,
    { dry_run = false, update = false, skip_invalid = false, columns: mapping, realm_id }: LoginImportQuery,
  ): Promise<LoginImportDto> {
    const file = readImport(csv, readMapping(mapping));
    const { rows, errors, columns } = file;
    let row: Omit<LoginImportDto, 'errors'> = {
      dry_run,
      rows: file.count,
      valid: 0,
      ids: [],
      separator: file.separator,
      columns,
      ...resultsOf(file, []),
    };
    const work = async (tx: Tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const owner = { site_id: siteId, realm_id: await realmForNew(tx, realm_id) };
      const known = await this.logins.findIdsByEmail(
        tx,
        owner,
        rows.map(({ input }) => input.email),
      );
      errors.push(...takenEmails(known, rows, update), ...(await this.findBasketErrors(tx, siteId, rows)));
      errors.sort((one, other) => one.row - other.row);
      const isFileInvalid = errors.some(({ row }) => row === 1);
      const isRejected = isFileInvalid || (errors.length > 0 && !skip_invalid);
      if (isRejected && !dry_run) throw invalid(errors.map(toFieldError));
      const invalidRows = new Set(errors.map(({ row }) => row));
      const validRows = rows.filter(({ row }) => !invalidRows.has(row));
      const planned = await this.plan(tx, known, validRows);
      row = { ...row, valid: validRows.length, ...resultsOf(file, planned) };
      if (isRejected) return;
      const ids = await this.write(tx, owner, planned);
      if (dry_run) throw new DryRun();
      row.ids = ids;
    };
    await this.transactions.run(scope, work).catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
    });
    return {
      ...row,
      errors: errors.slice(0, MAX_SHOWN_ROWS).map(({ params = {}, ...error }) => ({ ...error, params })),
    };
  }

  /** A file that can be imported. @throws 404 when there is no such site */
  async sample(scope: Scope, siteId: number): Promise<string> {
    await this.transactions.run(scope, (tx) => this.catalogue.requireSite(tx, siteId));
    return importSample();
  }

  private async findBasketErrors(tx: Tx, siteId: number, rows: readonly ImportRow[]): Promise<RowError[]> {
    const site = await this.catalogue.resolveSite(tx, siteId);
    return rows.flatMap(({ row, input }) => {
      try {
        checkBasket(input.basket, site);
        return [];
      } catch (error) {
        return detailsOf(error).map((detail) => ({ row, ...detail }));
      }
    });
  }

  /** Plans what each row does, and locks the logins that rows change. */
  private async plan(
    tx: Tx,
    known: ReadonlyMap<string, readonly number[]>,
    rows: readonly ImportRow[],
  ): Promise<PlannedRow[]> {
    const planned: PlannedRow[] = [];
    for (const row of rows) {
      const [id] = known.get(row.input.email) ?? [];
      planned.push(planRow(row, id === undefined ? null : await this.logins.lock(tx, id)));
    }
    return planned;
  }

  /** Returns the ids of the new logins. */
  private async write(tx: Tx, owner: LoginOwner, planned: readonly PlannedRow[]): Promise<number[]> {
    const inputs = planned.flatMap(({ input, login }) => (login ? [] : [input]));
    const ids = inputs.length > 0 ? await this.writer.insertLogins(tx, owner, inputs) : [];
    for (const id of ids) await this.auditImport(tx, id, null);
    for (const { input, login, fields } of planned) {
      if (!login || fields.length === 0) continue;
      await this.writer.change(tx, login.row, input, login.secrets);
      await this.auditImport(tx, login.row.id, { before: login.row, fields });
    }
    return ids;
  }

  private async auditImport(
    tx: Tx,
    id: number,
    change: { before: object; fields: readonly string[] } | null,
  ): Promise<void> {
    const { row } = await this.logins.get(tx, id);
    await audit(tx, {
      action: 'login.import',
      entity: 'login',
      entity_id: id,
      realm_id: row.realm_id,
      ...(change && { before: change.before }),
      after: change ? { ...row, changed_fields: change.fields } : row,
    });
  }
}

const toFieldError = ({ row, field, ...error }: RowError): FieldError => ({
  field: row === 1 ? field : `${row}.${field}`,
  ...error,
});
