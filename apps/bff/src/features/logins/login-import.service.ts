import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import type { FieldError } from '../../platform/errors/field-error-codes';
import { invalid } from '../../platform/errors/api-error';
import { checkBasket } from '../../platform/http/basket';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { CatalogueLookup } from '../sites';
import { readMapping } from './login-import-columns';
import {
  type RowError,
  type LoginImportDto,
  type LoginImportQuery,
  MAX_SHOWN_ROWS,
} from './login-import.dto';
import { detailsOf, type ImportRow, readImport } from './login-import-file';
import { importSample } from './login-import-sample';
import { loginsByEmail, type PlannedRow, planRows, resultsOf, takenEmails } from './login-import-plan';
import { LoginWriter } from './login-writer';
import { readLogin } from './logins.queries';

type Place = { site_id: number; realm_id: number };

/** Ends a dry run's transaction, so that nothing of it stays. */
class DryRun extends Error {}

/** Logins from a CSV file: all of them or none. */
@Injectable()
export class LoginImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly writer: LoginWriter,
  ) {}

  /**
   * A dry run does the same, limit included, and takes it all back. It answers what is wrong with which row; without
   * it that is 400 VALIDATION, its fields named `row.field`, unless the caller wants the other rows alone. An error of
   * the header is about every row.
   */
  async import(
    scope: Scope,
    siteId: number,
    csv: unknown,
    { dry_run = false, update = false, skip_invalid = false, columns: mapping, realm_id }: LoginImportQuery,
  ): Promise<LoginImportDto> {
    const file = await readImport(csv, readMapping(mapping));
    const { rows, errors, columns } = file;
    let answer: Omit<LoginImportDto, 'errors'> = {
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
      const place = { site_id: siteId, realm_id: await realmForNew(tx, realm_id) };
      const known = await loginsByEmail(tx, place, rows);
      errors.push(...takenEmails(known, rows, update), ...(await this.basketErrors(tx, siteId, rows)));
      errors.sort((one, other) => one.row - other.row);
      const ofFile = errors.some(({ row }) => row === 1);
      const refused = ofFile || (errors.length > 0 && !skip_invalid);
      if (refused && !dry_run) throw invalid(errors.map(named));
      const faulty = new Set(errors.map(({ row }) => row));
      const fine = rows.filter(({ row }) => !faulty.has(row));
      const planned = await planRows(tx, known, fine);
      answer = { ...answer, valid: fine.length, ...resultsOf(file, planned) };
      if (refused) return;
      const ids = await this.write(tx, place, planned);
      if (dry_run) throw new DryRun();
      answer.ids = ids;
    };
    await this.transactions.run(scope, work).catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
    });
    return {
      ...answer,
      errors: errors.slice(0, MAX_SHOWN_ROWS).map(({ params = {}, ...error }) => ({ ...error, params })),
    };
  }

  /** A file that can be imported; 404 for a site that the caller can't see. */
  async sample(scope: Scope, siteId: number): Promise<string> {
    await this.transactions.run(scope, (tx) => this.catalogue.requireSite(tx, siteId));
    return importSample();
  }

  private async basketErrors(tx: Tx, siteId: number, rows: readonly ImportRow[]): Promise<RowError[]> {
    const site = await this.catalogue.namedSite(tx, siteId);
    return rows.flatMap(({ row, input }) => {
      try {
        checkBasket(input.basket, site);
        return [];
      } catch (error) {
        return detailsOf(error).map((detail) => ({ row, ...detail }));
      }
    });
  }

  /** Answers the ids of the new logins. */
  private async write(tx: Tx, place: Place, planned: readonly PlannedRow[]): Promise<number[]> {
    const fresh = planned.flatMap(({ input, login }) => (login ? [] : [input]));
    const ids = fresh.length > 0 ? await this.writer.insert(tx, place, fresh) : [];
    for (const id of ids) await record(tx, id, null);
    for (const { input, login, fields } of planned) {
      if (!login || fields.length === 0) continue;
      await this.writer.change(tx, login.answer, input, login.secrets);
      await record(tx, login.answer.id, { before: login.answer, fields });
    }
    return ids;
  }
}

/** Tells the audit what an import made of a login. */
async function record(
  tx: Tx,
  id: number,
  changed: { before: object; fields: readonly string[] } | null,
): Promise<void> {
  const { answer } = await readLogin(tx, id);
  await audit(tx, {
    action: 'login.import',
    entity: 'login',
    entity_id: id,
    realm_id: answer.realm_id,
    ...(changed && { before: changed.before }),
    after: changed ? { ...answer, changed_fields: changed.fields } : answer,
  });
}

const named = ({ row, field, ...words }: RowError): FieldError => ({
  field: row === 1 ? field : `${row}.${field}`,
  ...words,
});
