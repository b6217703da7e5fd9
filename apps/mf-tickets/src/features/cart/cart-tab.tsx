import { serverNow, useServerNow, useListBackend } from '@tessera/api';
import {
  CountdownText,
  MoneyTotals,
  StatusChip,
  toProblem,
  totalsByCurrency,
  type RowAction,
} from '@tessera/ui';
import { ListPage, useListState, useSelection } from '@tessera/ui/lists';
import { useIsNarrow, useIsTight } from '../../use-is-narrow';
import { useQuery } from '@tanstack/react-query';
import { Check, ExternalLink, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { useSearchParams } from '@tessera/federation/router';
import { useTexts, type TicketsTexts } from '../../texts';
import { cartColumns, cartSeats, placeOf } from './cart-columns';
import { cartFilters, isWanted } from './cart-filters';
import { cartQuery } from './cart.api';
import { groupTickets, isLapsed, isLapsing, mayConfirm, type CartGroup } from './groups';
import { RefreshedAgo } from './refreshed-ago';
import { CartSummary } from './cart-summary';
import { useCartCalls } from './use-cart-calls';

/** The cart: held seats by group, on the server's clock (specification section 2, contract section 6). */
export function CartTab() {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const showExpired = params.get('expired') === 'true';
  const selection = useSelection();
  const { data, error, isFetching, refetch, dataUpdatedAt } = useQuery(cartQuery(showExpired));
  const groups = useMemo(() => data && groupTickets(data), [data]);
  const filters = useMemo(() => cartFilters(t, groups), [groups, t]);
  const state = useListState([params, setParams], { filters, pageSize: 20, extra: ['expired'] });
  const calls = useCartCalls(selection.clear);
  const now = useServerNow();
  const isNarrow = useIsNarrow();
  const isTight = useIsTight();

  const search = state.search.toLowerCase();
  const found = useMemo(
    () => groups?.filter((group) => isWanted(group, search, state.filters)),
    [groups, search, state.filters],
  );
  const rows = found?.slice((state.page - 1) * state.pageSize, state.page * state.pageSize);
  const chosen = (groups ?? []).filter(({ key }) => selection.keys.has(key));
  const seats = chosen.flatMap(({ tickets }) => tickets);
  const first = groups?.[0]?.key;
  const columns = useMemo(() => cartColumns(t, calls, { isTight, first }), [calls, first, isTight, t]);
  const expand = useMemo(() => cartSeats(t, calls), [calls, t]);
  const payable = chosen.filter((group) => mayConfirm(group, now));
  const blocked = calls.blocked === undefined ? {} : { disabled: calls.blocked };
  const menu = (group: CartGroup): RowAction[] => [
    ...basketAction(t, group, now),
    { label: t('cart.purchase'), icon: Check, onSelect: () => calls.markPurchased([group]), ...blocked },
    {
      label: t('cart.remove'),
      icon: Trash2,
      danger: true,
      onSelect: () => calls.removeGroups([group]),
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
    <ListPage
      noun={t('cart.noun')}
      state={state}
      columns={columns}
      rows={rows}
      total={found?.length}
      fetching={isFetching}
      problem={error ? toProblem(error) : null}
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
          <CartSummary groups={groups} showExpired={showExpired} onShowExpired={setExpired} now={serverNow} />
        ) : null
      }
      filterEnd={dataUpdatedAt > 0 ? <RefreshedAgo at={dataUpdatedAt} /> : null}
      empty={{ sentence: t('cart.empty') }}
      defaultDensity={44}
      keyOf={({ key }) => key}
      nameOf={({ first, tickets }) =>
        `${first.event_name ?? t('page.unknownEvent')}, ${t('cart.seatCount', { count: tickets.length })}`
      }
      selection={selection}
      selectable={(group) => mayConfirm(group, now)}
      expand={expand}
      tone={(group) => toneOf(group, now)}
      narrow={(group) => ({
        title: group.first.event_name ?? '–',
        status: (
          <StatusChip
            of="hold"
            state={isLapsed(group, now) ? 'expired' : isLapsing(group, now) ? 'lapsing' : 'held'}
          />
        ),
        second: t('cart.placeAndSeats', {
          place: placeOf(group.first),
          seats: group.tickets.map(({ seat }) => seat ?? '–').join(', '),
        }),
        third: (
          <CountdownText
            until={group.expiresAt}
            now={serverNow}
            label={group.first.event_name ?? t('cart.hold')}
          />
        ),
        end: <MoneyTotals totals={group.totals} />,
      })}
      {...(isTight ? { rowMenu: menu } : {})}
      bulkSummary={[
        ...(isNarrow ? [] : [t('cart.groupCount', { count: chosen.length })]),
        t('cart.seatCount', { count: seats.length }),
      ].join(', ')}
      bulkSecond={<MoneyTotals totals={totalsByCurrency(seats)} />}
      bulk={[
        {
          label: t(isNarrow ? 'cart.markPurchased' : 'cart.purchase'),
          icon: Check,
          onSelect: () => calls.markPurchased(payable),
          ...blocked,
        },
        {
          label: t(isNarrow ? 'cart.removeShort' : 'cart.remove'),
          icon: Trash2,
          onSelect: () => calls.removeGroups(chosen),
          ...blocked,
        },
      ]}
    />
  );
}

/** The basket at the site, as long as it is there. */
const basketAction = (t: TicketsTexts, group: CartGroup, now: number): RowAction[] => {
  const { basket } = group.first;
  if (!basket || isLapsed(group, now)) return [];
  const open = () => window.open(basket, '_blank', 'noopener,noreferrer');
  return [{ label: t('cart.openBasket'), icon: ExternalLink, onSelect: () => void open() }];
};

function toneOf(group: CartGroup, now: number): 'lapsing' | 'faded' | undefined {
  if (isLapsed(group, now)) return 'faded';
  return isLapsing(group, now) ? 'lapsing' : undefined;
}
