import { useQuery } from '@tanstack/react-query';
import { CalendarDays, SquarePen, Wallet } from 'lucide-react';
import { lazy, Suspense, useMemo, useState } from 'react';
import { type BudgetDto, useCan, useListBackend, useMayWrite } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { Link, useSearchParams } from '@tessera/federation/router';
import { BudgetMark } from '@tessera/product-ui/budgets';
import { Money, Page, PageHeader, usePageActions } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { createRealmFilter } from '../../lookups/filters';
import { useTexts } from '../../texts';
import { budgetKey, budgetName, createBudgetColumns } from './budget-columns';
import { BudgetSums } from './budget-sums';
import { allBudgetsQuery, budgetsQuery } from './budgets.api';

const SetMonthBudget = lazy(() => import('./set-budget').then((m) => ({ default: m.SetMonthBudget })));
const SetEventBudget = lazy(() => import('./set-budget').then((m) => ({ default: m.SetEventBudget })));

const kinds = ['month', 'event', 'job'] as const;

/** The budget whose form is open; `month`: a new one of the month. */
type Editing = BudgetDto | 'month' | null;

/** Why the user can't set budgets; and the realm of a new one, which administrators choose by the filter. */
function useSettable(realm: string | undefined) {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const mayWrite = useMayWrite();
  const isOneRealm = realm !== undefined && /^\d{1,9}$/.test(realm);
  const disabled = mayWrite ? undefined : t('words.needsWrite');
  return {
    isAdmin,
    disabled,
    newDisabled: disabled ?? (isAdmin && !isOneRealm ? t('budgets.chooseRealm') : undefined),
    realmId: isAdmin && isOneRealm ? Number(realm) : undefined,
  };
}

/** /budgets: what a realm may spend in this month, on events and in jobs, and what is left of it. */
export function BudgetsPage() {
  const t = useTexts();
  const isAdminsList = useCan('admin', 'all');
  const { data: realms } = useQuery({ ...realmChoicesQuery(), enabled: isAdminsList });
  const filters = useMemo(
    (): FilterDef[] => [
      {
        kind: 'choice',
        field: 'kind',
        label: t('budgets.kind'),
        options: kinds.map((value) => ({ value, label: t(`budgets.kinds.${value}`) })),
      },
      ...(isAdminsList ? [createRealmFilter(t, realms)] : []),
    ],
    [isAdminsList, realms, t],
  );
  // Months first.
  const state = useListState(useSearchParams(), { filters, sort: '-kind' });
  const { isAdmin, disabled, newDisabled, realmId } = useSettable(state.query.realm_id);
  const columns = useMemo(() => createBudgetColumns(t, isAdmin), [t, isAdmin]);
  const found = useQuery(budgetsQuery(state.query));
  const { data: all } = useQuery(allBudgetsQuery(state.query));
  const [editing, setEditing] = useState<Editing>(null);
  const openNew = () => setEditing('month');
  usePageActions([{ label: t('budgets.setMonth'), icon: Wallet, run: openNew, disabled: newDisabled }]);
  const create = (
    <span title={newDisabled}>
      <Button
        variant="contained"
        startIcon={<Wallet size={16} strokeWidth={1.75} aria-hidden />}
        onClick={openNew}
        disabled={newDisabled !== undefined}
      >
        {t('budgets.setMonth')}
      </Button>
    </span>
  );
  return (
    <Page>
      <PageHeader
        title={t('budgets.title')}
        actions={
          <>
            <Button
              component={Link}
              to={`/budgets/month${realmId === undefined ? '' : `?realm_id=${realmId}`}`}
              startIcon={<CalendarDays size={16} strokeWidth={1.75} aria-hidden />}
            >
              {t('month.one')}
            </Button>
            {create}
          </>
        }
      />
      <ListPage<BudgetDto>
        noun={t('budgets.noun')}
        state={state}
        columns={columns}
        {...toListProps(found)}
        filters={filters}
        backend={useListBackend('budgets', '/api/budgets', state.query)}
        above={
          all && all.rows.length > 0 && all.rows.length === all.total ? (
            <BudgetSums budgets={all.rows} />
          ) : null
        }
        empty={{ sentence: t('budgets.empty'), action: create }}
        keyOf={budgetKey}
        nameOf={(budget) => budgetName(t, budget)}
        versionOf={({ amount, spent, reserved }) => `${amount} ${spent} ${reserved}`}
        rowMenu={(budget) =>
          // A job's budget is one of its fields.
          budget.kind === 'job'
            ? []
            : [{ label: t('budgets.change'), icon: SquarePen, onSelect: () => setEditing(budget), disabled }]
        }
        narrow={(budget) => ({
          title: budgetName(t, budget),
          status: <BudgetMark budget={budget} />,
          second: [t(`budgets.kinds.${budget.kind}`), isAdmin && budget.realm_name]
            .filter(Boolean)
            .join(' · '),
          third: (
            <>
              {t('budgets.free')}: <Money amount={budget.free} currency={budget.currency} />
            </>
          ),
          end: <Money amount={budget.amount} currency={budget.currency} />,
        })}
      />
      <Suspense fallback={null}>
        <BudgetDialog
          editing={editing}
          all={all?.rows ?? []}
          realmIdOf={({ realm_id }) => (isAdmin ? realm_id : undefined)}
          newRealmId={realmId}
          onClose={() => setEditing(null)}
        />
      </Suspense>
    </Page>
  );
}

interface BudgetDialogProps {
  editing: Editing;
  all: readonly BudgetDto[];
  realmIdOf: (budget: BudgetDto) => number | undefined;
  newRealmId: number | undefined;
  onClose: () => void;
}

function BudgetDialog({ editing, all, realmIdOf, newRealmId, onClose }: BudgetDialogProps) {
  if (editing === null) return null;
  const months = all.filter(({ kind }) => kind === 'month');
  if (editing === 'month') {
    const ofRealm = months.filter(({ realm_id }) => newRealmId === undefined || realm_id === newRealmId);
    return <SetMonthBudget realmId={newRealmId} budget={null} budgets={ofRealm} onClose={onClose} />;
  }
  const { event_id } = editing;
  const realmId = realmIdOf(editing);
  if (editing.kind === 'event' && event_id !== null)
    return <SetEventBudget budget={{ ...editing, event_id }} realmId={realmId} onClose={onClose} />;
  return <SetMonthBudget realmId={realmId} budget={editing} budgets={[editing]} onClose={onClose} />;
}
