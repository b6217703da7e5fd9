import type { ReactNode } from 'react';
import type { MonthApproverSum, MonthReportDto, MonthSum } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { BudgetBar } from '@tessera/product-ui/budgets';
import { EmptyState, formatCount, Money, Panel, PanelPage, useLocale } from '@tessera/ui';
import {
  Box,
  Link as MuiLink,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
} from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../texts';
import { formatMonth } from './month-names';

/** The budgets of a month, and what was spent in it: in all, by event and by approver. */
export function MonthPanels({ report }: { report: MonthReportDto }) {
  const t = useTexts();
  const { locale } = useLocale();
  const { budgets, totals, by_event: byEvent, by_approver: byApprover, month, time_zone: zone } = report;
  const name = formatMonth(month, locale);
  return (
    <PanelPage sx={{ gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}>
      <Panel title={t('month.budgets')} meta={t('month.zone', { zone })} padded sx={{ gridColumn: '1 / -1' }}>
        {budgets.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {t('month.noBudget', { month: name })}
          </Typography>
        ) : (
          <Box
            sx={{
              display: 'grid',
              gridTemplateColumns: 'repeat(auto-fit, minmax(min(260px, 100%), 420px))',
              gap: 2,
            }}
          >
            {budgets.map((budget) => (
              <Box key={budget.currency} role="group" aria-label={budget.currency}>
                <Typography variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
                  {t('budgets.budget')}: <Money amount={budget.amount} currency={budget.currency} />
                </Typography>
                <BudgetBar {...budget} label={t('month.budgetOf', { month: name })} />
              </Box>
            ))}
          </Box>
        )}
      </Panel>
      {totals.length === 0 ? (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <EmptyState>{t('month.empty', { month: name })}</EmptyState>
        </Box>
      ) : (
        <>
          <SumsPanel
            title={t('month.byEvent')}
            first={t('month.event')}
            totals={totals}
            rows={byEvent.map((sum) => ({
              key: `${sum.event_id} ${sum.currency}`,
              sum,
              name: (
                <MuiLink component={Link} to={`/on-sale/${sum.event_id}`}>
                  {sum.event_name}
                </MuiLink>
              ),
            }))}
          />
          <SumsPanel
            title={t('month.byApprover')}
            first={t('month.approver')}
            totals={totals}
            rows={byApprover.map((sum) => ({
              key: `${sum.approval} ${sum.approver_id} ${sum.currency}`,
              sum,
              name: approverName(t, sum),
            }))}
          />
        </>
      )}
    </PanelPage>
  );
}

const approverName = (t: AdminTexts, { approval, approver }: MonthApproverSum): string =>
  approval === 'none' ? t('month.notApproved') : (approver ?? t('month.accountGone'));

/** Rows as high as their notes, aligned with the panel's header. */
const tableLayout = {
  '& td': { height: 'auto', py: '7px', verticalAlign: 'baseline' },
  '& tr > :first-of-type': { pl: 'var(--edge)' },
  '& tr > :last-of-type': { pr: 'var(--edge-end)' },
} as const;

interface SumsPanelProps {
  title: string;
  /** The header of the first column. */
  first: string;
  rows: readonly { key: string; name: ReactNode; sum: MonthSum }[];
  /** The sums of all rows, one per currency. */
  totals: readonly MonthSum[];
}

/** A table of sums with their totals, one per currency: two currencies are never added. */
function SumsPanel({ title, first, rows, totals }: SumsPanelProps) {
  const t = useTexts();
  return (
    <Panel title={title} sx={{ alignSelf: 'start' }}>
      <Table size="small" aria-label={title} sx={tableLayout}>
        <TableHead>
          <TableRow>
            <TableCell>{first}</TableCell>
            <TableCell align="right">{t('month.seats')}</TableCell>
            <TableCell align="right">{t('budgets.spent')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ key, name, sum }) => (
            <SumRow key={key} name={name} sum={sum} />
          ))}
          {totals.map((sum) => (
            <SumRow key={`total ${sum.currency}`} name={t('month.total')} sum={sum} isTotal />
          ))}
        </TableBody>
      </Table>
    </Panel>
  );
}

function SumRow({ name, sum, isTotal = false }: { name: ReactNode; sum: MonthSum; isTotal?: boolean }) {
  const t = useTexts();
  const { seats, spent, currency, unpriced, over_budget: overBudget } = sum;
  const notes = [
    unpriced > 0 ? t('month.unpriced', { count: unpriced }) : '',
    overBudget > 0 ? t('month.overBudget', { count: overBudget }) : '',
  ].filter(Boolean);
  return (
    <TableRow sx={isTotal ? { '& td': { fontWeight: 550, borderBottom: 0 } } : {}}>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>
        {name}
        {notes.length > 0 ? (
          <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{notes.join(' · ')}</Box>
        ) : null}
      </TableCell>
      <TableCell align="right">{formatCount(seats)}</TableCell>
      <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
        {seats === unpriced ? '–' : <Money amount={spent} currency={currency} fallback="GBP" />}
      </TableCell>
    </TableRow>
  );
}
