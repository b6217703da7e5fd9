import { Injectable } from '@nestjs/common';
import { Conditions } from '../../platform/database/conditions';
import { selectPage } from '../../platform/database/select';
import type { Tx } from '../../platform/database/transactions';
import type { Page, Pagination } from '../../platform/http/list-query';
import type { CspReportDto, CspReportsQuery } from './csp-reports.dto';
import type { Violation } from './read-reports';

/** Different violations that are kept; further ones have to wait until older ones are forgotten. */
const MAX_ROWS = 500;

export const cspReportSorts = {
  last_at: 'c.last_at',
  first_at: 'c.first_at',
  reports: 'c.reports',
  directive: 'c.directive',
};

/** Reads and counts reported violations. */
@Injectable()
export class CspReportsRepository {
  /**
   * Adds to the counts, in one order, so that two processes don't wait for one another. Once the list is full, new violations
   * are dropped: anybody can send them, and they must not displace what is known.
   */
  async add(tx: Tx, violations: readonly (Violation & { reports: number })[]): Promise<void> {
    await tx.execute(
      `INSERT INTO csp_reports (directive, blocked, page, source, reports)
       SELECT directive, blocked, page, source, reports FROM (
         SELECT v.*, c.id IS NOT NULL AS is_known,
           count(*) FILTER (WHERE c.id IS NULL) OVER (ORDER BY v.directive, v.blocked, v.page, v.source) AS added
         FROM jsonb_to_recordset($1) AS v (directive text, blocked text, page text, source text, reports int)
         LEFT JOIN csp_reports c USING (directive, blocked, page, source)) x
       WHERE is_known OR added <= ${MAX_ROWS} - (SELECT count(*) FROM csp_reports)
       ORDER BY directive, blocked, page, source
       ON CONFLICT (directive, blocked, page, source) DO UPDATE
       SET reports = least(csp_reports.reports::bigint + excluded.reports, 2147483647), last_at = now()`,
      [JSON.stringify(violations)],
    );
  }

  list(tx: Tx, query: CspReportsQuery, pagination: Pagination): Promise<Page<CspReportDto>> {
    const where = new Conditions().search(['c.directive', 'c.blocked', 'c.page', 'c.source'], query.q);
    const columns = 'c.id, c.directive, c.blocked, c.page, c.source, c.reports, c.first_at, c.last_at';
    return selectPage<CspReportDto>(tx, { columns, from: 'FROM csp_reports c' }, where, pagination);
  }
}
