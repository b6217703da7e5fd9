import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type LedgerLine, useListBackend } from '@tessera/api';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import { formatSeats } from '@tessera/product-ui';
import { Instant, Money, Page, PageHeader, StatusChip } from '@tessera/ui';
import { useNameFilters } from '../../names/use-name-filters';
import { RecordSums } from '../../records/record-sums';
import { useReversalBlocked } from '../../records/records.api';
import { ReverseDialog } from '../../records/reverse-dialog';
import { useTexts } from '../../texts';
import { ledgerQuery, ledgerSumsQuery } from './ledger.api';
import { ledgerColumns, ledgerState } from './ledger-columns';

/** /ledger: who bought which seat for which customer, newest first, including deleted and cancelled tickets and reversed records. */
export function LedgerPage() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const names = useNameFilters(params);
  const filters = useMemo<readonly FilterDef[]>(
    () => [
      ...names.filters,
      { kind: 'date', field: 'bought', label: t('ledger.boughtAt'), params: { from: 'from', to: 'to' } },
      {
        kind: 'choice',
        field: 'buyer_kind',
        label: t('ledger.boughtBy'),
        options: [
          { value: 'worker', label: t('ledger.worker') },
          { value: 'person', label: t('ledger.person') },
        ],
      },
      {
        kind: 'flag',
        field: 'over_limit',
        label: t('ledger.overLimit'),
        yes: t('ledger.yes'),
        no: t('ledger.no'),
      },
      {
        kind: 'flag',
        field: 'over_budget',
        label: t('ledger.overBudget'),
        yes: t('ledger.yes'),
        no: t('ledger.no'),
      },
      {
        kind: 'flag',
        field: 'reversed',
        label: t('ledger.reversed'),
        yes: t('ledger.yes'),
        no: t('ledger.no'),
      },
    ],
    [names.filters, t],
  );
  const reversalBlocked = useReversalBlocked();
  const [reversed, setReversed] = useState<LedgerLine | null>(null);
  const state = useListState([params, setParams], { filters, sort: '-bought_at' });
  const columns = useMemo(() => ledgerColumns(t), [t]);
  const lines = useQuery(ledgerQuery(state.query));
  const { data: sums } = useQuery(ledgerSumsQuery(state.query));
  return (
    <Page>
      <PageHeader title={t('ledger.title')} />
      <ListPage
        noun={t('ledger.noun')}
        state={state}
        columns={columns}
        {...toListProps(lines)}
        filters={filters}
        preloadFilters={names.onFilters}
        backend={useListBackend('ledger', '/api/ledger', state.query)}
        searchPlaceholder={t('ledger.search')}
        searchWidth={280}
        above={sums && sums.totals.length > 0 ? <RecordSums sums={sums} /> : null}
        empty={{ sentence: t('ledger.empty') }}
        keyOf={({ id }) => id}
        nameOf={(line) => `${line.event_name}, ${formatSeats([line])}`}
        versionOf={(line) => `${line.bought_at} ${ledgerState(line)}`}
        rowMenu={(line) =>
          line.reversed_at === null
            ? [
                {
                  label: t('records.reverse'),
                  icon: Undo2,
                  danger: true,
                  onSelect: () => setReversed(line),
                  disabled: reversalBlocked(line),
                },
              ]
            : []
        }
        narrow={(line) => ({
          title: line.customer_identity,
          status: <StatusChip of="ticket" state={ledgerState(line)} />,
          second: `${line.event_name}, ${formatSeats([line])}`,
          third: <Instant value={line.bought_at} />,
          end: <Money amount={line.price} currency={line.currency} fallback="GBP" />,
        })}
      />
      {reversed ? (
        <ReverseDialog
          record={{
            ids: [reversed.id],
            confirmed_by: reversed.confirmed_by,
            recorded_at: reversed.bought_at,
            name: `${reversed.event_name}, ${formatSeats([reversed])}`,
          }}
          onClose={() => setReversed(null)}
        />
      ) : null}
    </Page>
  );
}
