import { useQuery } from '@tanstack/react-query';
import { Armchair, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { serverNow, useListBackend } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { ListPage, useListState, useSelection } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import {
  CountdownText,
  describeError,
  formatDuration,
  MoneyTotals,
  StatusChip,
  useSeconds,
} from '@tessera/ui';
import { Typography } from '@tessera/ui/mui';
import { RowSeatsDialog } from '../../seats/row-seats-dialog';
import { useTexts } from '../../texts';
import { useIsNarrow, useIsTight } from '../../use-is-narrow';
import { CART_REFRESH_MS, cartQuery } from './cart.api';
import { CartBulkBar } from './cart-bulk-bar';
import { cartColumns, cartLocation, cartSeats } from './cart-columns';
import { cartFilters, matchesQuery, sortGroups } from './cart-filters';
import { CartSummary } from './cart-summary';
import { GroupActions } from './group-actions';
import { type CartGroup, type CartPhase, groupTickets, lastLapse, phaseOf } from './groups';
import { useCartActions } from './use-cart-actions';

const keyOf = ({ key }: CartGroup) => key;

/** The cart: held seats by group, on the server's clock. A seat that lapses leaves its group, the totals and the selection. */
export function CartTab() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const showExpired = params.get('expired') === 'true';
  const selection = useSelection();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(cartQuery(showExpired));
  // The countdowns' clock, so that a row shows "Expired" and changes its button at the same time.
  const now = useSeconds(serverNow) * 1000;
  const lapse = data ? lastLapse(data, now) : 0;
  const groups = useMemo(() => data && groupTickets(data, lapse), [data, lapse]);
  const filters = useMemo(() => cartFilters(t, groups), [groups, t]);
  const state = useListState([params, setParams], { filters, pageSize: 20, extra: ['expired'] });
  const actions = useCartActions(selection.clear);
  const isNarrow = useIsNarrow();
  const isTight = useIsTight(1400);

  const { search, filters: wanted, query, sort } = state;
  const found = useMemo(() => {
    const seats = data?.filter((ticket) => matchesQuery(ticket, { search, filters: wanted, query }));
    return seats && sortGroups(groupTickets(seats, lapse), sort);
  }, [data, lapse, query, search, sort, wanted]);
  const rows = found?.slice((state.page - 1) * state.pageSize, state.page * state.pageSize);
  const live = useMemo(() => groups?.filter(({ isLapsed }) => !isLapsed), [groups]);
  const first = live?.[0]?.key;
  const [shown, setShown] = useState<CartGroup | null>(null);
  const columns = useMemo(
    () => cartColumns(t, actions, { isTight, first, onSeats: setShown }),
    [actions, first, isTight, setShown, t],
  );
  const expand = useMemo(() => cartSeats(t, actions, isNarrow), [actions, isNarrow, t]);
  const blocked = actions.blocked === undefined ? {} : { disabled: actions.blocked };
  const menu = (group: CartGroup): RowAction[] => [
    { label: t('seats.show'), icon: Armchair, onSelect: () => setShown(group) },
    {
      label: t('cart.remove'),
      icon: Trash2,
      danger: true,
      onSelect: () => actions.removeGroups([group]),
      ...blocked,
    },
  ];
  const setExpired = (on: boolean) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (on) next.set('expired', 'true');
      else next.delete('expired');
      next.delete('page');
      return next;
    });

  return (
    <>
      <ListPage
        noun={t('cart.noun')}
        state={state}
        columns={columns}
        rows={rows}
        total={found?.length}
        fetching={isFetching}
        error={error ? describeError(error) : null}
        onRefresh={() => void refetch()}
        filters={filters}
        backend={useListBackend('cart', '/api/carted-tickets', {
          ...state.query,
          expired: String(showExpired),
        })}
        searchPlaceholder={t('cart.search')}
        searchWidth={220}
        above={
          groups ? (
            <CartSummary
              groups={groups}
              showExpired={showExpired}
              onShowExpired={setExpired}
              now={serverNow}
            />
          ) : null
        }
        filterEnd={dataUpdatedAt > 0 ? <RefreshedAgo at={dataUpdatedAt} /> : null}
        empty={{ sentence: t('cart.empty') }}
        defaultDensity={44}
        keyOf={keyOf}
        nameOf={({ first, tickets }) =>
          `${first.event_name ?? t('page.unknownEvent')}, ${t('cart.seatCount', { count: tickets.length })}`
        }
        selection={selection}
        selectable={(group) => !group.isLapsed}
        expand={expand}
        tone={(group) => tones[phaseOf(group, now)]}
        narrow={(group) => ({
          title: group.first.event_name ?? '–',
          status: <StatusChip of="hold" state={group.isLapsed ? 'expired' : phaseOf(group, now)} />,
          second: t('cart.locationAndSeats', {
            location: cartLocation(group.first),
            seats: group.tickets.map(({ seat }) => seat ?? '–').join(', '),
          }),
          third: (
            <>
              <CountdownText
                until={group.expiresAt}
                now={serverNow}
                label={group.first.event_name ?? t('cart.hold')}
              />
              {` · ${group.first.login_name ?? '–'}`}
            </>
          ),
          end: <MoneyTotals totals={group.totals} />,
          actions: <GroupActions group={group} actions={actions} isFirst={group.key === first} isNarrow />,
        })}
        rowMenu={isNarrow ? menu : undefined}
        bulkBar={<CartBulkBar live={live} selection={selection} actions={actions} isNarrow={isNarrow} />}
      />
      {shown ? (
        <RowSeatsDialog
          seats={{
            eventId: shown.first.event_id,
            eventName: shown.first.event_name,
            area: shown.first.area,
            row: shown.first.row,
            keys: shown.tickets.map(({ id }) => `held-${id}`),
          }}
          onClose={() => setShown(null)}
        />
      ) : null}
    </>
  );
}

const tones: Record<CartPhase, 'lapsing' | 'faded' | undefined> = {
  held: undefined,
  lapsing: 'lapsing',
  lapsed: 'faded',
  over: 'faded',
};

/** When the cart was last fetched; `at` in epoch milliseconds by this browser's clock. */
function RefreshedAgo({ at }: { at: number }) {
  const t = useTexts();
  const ago = Math.max(0, useSeconds(Date.now) - at / 1000);
  return (
    <Typography variant="caption" sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
      {t('cart.refreshed', { ago: formatDuration(ago), seconds: CART_REFRESH_MS / 1000 })}
    </Typography>
  );
}
