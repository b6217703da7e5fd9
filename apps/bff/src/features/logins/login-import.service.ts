import { Injectable } from '@nestjs/common';
import { audit } from '../../platform/audit/audit';
import { Transactions, type Tx } from '../../platform/database/transactions';
import { invalid } from '../../platform/errors/problem';
import { checkBasket } from '../../platform/http/basket';
import { realmForNew } from '../../platform/realm-scope/realm-for-new';
import type { Scope } from '../../platform/realm-scope/scope';
import { CatalogueLookup } from '../sites/catalogue-lookup';
import type { ImportRowError, LoginImportDto, LoginImportQuery } from './login-import.dto';
import { detailsOf, type ImportRow, readImport } from './login-import-file';
import { LoginWriter } from './login-writer';
import { readLogin } from './logins.queries';

const SHOWN_ERRORS = 500;

/** Ends a dry run's transaction, so that nothing of it stays. */
class DryRun extends Error {}

/** Logins from a CSV file: all of them or none (contract section 2). */
@Injectable()
export class LoginImportService {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalogue: CatalogueLookup,
    private readonly writer: LoginWriter,
  ) {}

  /**
   * A dry run does the same, limit included, and takes it all back. It answers what is wrong with which row; without
   * it that is 400 VALIDATION, its fields named `row.field`.
   */
  async import(
    scope: Scope,
    siteId: number,
    csv: unknown,
    { dry_run = false, realm_id }: LoginImportQuery,
  ): Promise<LoginImportDto> {
    const { rows, errors, count } = await readImport(csv);
    let answer: LoginImportDto = { dry_run, rows: count, valid: 0, ids: [], errors };
    const work = async (tx: Tx) => {
      await this.catalogue.requireSite(tx, siteId);
      const place = { site_id: siteId, realm_id: await realmForNew(tx, realm_id) };
      errors.push(...(await takenEmails(tx, place, rows)), ...(await this.basketErrors(tx, siteId, rows)));
      errors.sort((one, other) => one.row - other.row);
      answer = { ...answer, valid: count - new Set(errors.map(({ row }) => row)).size };
      if (errors.length > 0 && dry_run) return;
      if (errors.length > 0) throw invalid(errors.slice(0, SHOWN_ERRORS).map(named));
      const ids = await this.insert(tx, place, rows);
      if (dry_run) throw new DryRun();
      answer.ids = ids;
    };
    await this.transactions.run(scope, work).catch((error: unknown) => {
      if (!(error instanceof DryRun)) throw error;
    });
    return { ...answer, errors: errors.slice(0, SHOWN_ERRORS) };
  }

  private async basketErrors(tx: Tx, siteId: number, rows: readonly ImportRow[]): Promise<ImportRowError[]> {
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

  private async insert(
    tx: Tx,
    place: { site_id: number; realm_id: number },
    rows: readonly ImportRow[],
  ): Promise<number[]> {
    const ids = await this.writer.insert(
      tx,
      place,
      rows.map(({ input }) => input),
    );
    for (const id of ids) {
      const { answer } = await readLogin(tx, id);
      await audit(tx, {
        action: 'login.import',
        entity: 'login',
        entity_id: id,
        realm_id: place.realm_id,
        after: answer,
      });
    }
    return ids;
  }
}

const named = ({ row, field, message }: ImportRowError) => ({ field: `${row}.${field}`, message });

/** The same file twice must not double a realm's logins. */
async function takenEmails(
  tx: Tx,
  { site_id, realm_id }: { site_id: number; realm_id: number },
  rows: readonly ImportRow[],
): Promise<ImportRowError[]> {
  const found = await tx.query<{ email: string }>(
    `SELECT DISTINCT lower(email) AS email FROM logins
     WHERE site_id = $1 AND realm_id = $2 AND deleted_at IS NULL AND lower(email) = ANY ($3::text[])`,
    [site_id, realm_id, rows.map(({ input }) => input.email.toLowerCase())],
  );
  const taken = new Set(found.map(({ email }) => email));
  const message = 'email is a login of this site already';
  return rows.flatMap(({ row, input }) =>
    taken.has(input.email.toLowerCase()) ? [{ row, field: 'email', message }] : [],
  );
}
