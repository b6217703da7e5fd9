import type { CartedTicketDto } from '@tessera/api';
import type { FilterDef, ListState } from '@tessera/data-table/list-page';
import { compareTexts } from '@tessera/ui';
import type { Option } from '@tessera/ui/forms';
import type { TicketsTexts } from '../../texts';
import type { CartGroup } from './groups';

const nameOf = {
  event_id: ({ event_name }: CartedTicketDto) => event_name,
  site_id: ({ site_name }: CartedTicketDto) => site_name,
  login_id: ({ login_name }: CartedTicketDto) => login_name,
};
type Field = keyof typeof nameOf;

/** The options of a filter: what the cart's seats belong to, sorted by name. */
function filterOptions(field: Field, groups: readonly CartGroup[]): Option[] {
  const names = new Map(groups.map(({ first }) => [String(first[field]), nameOf[field](first) ?? '–']));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => compareTexts(a.label, b.label));
}

/** The cart's filters, with options from its seats. Fields are named as in the API, so that the CSV has the same seats. */
export function cartFilters(t: TicketsTexts, groups: readonly CartGroup[] | undefined): FilterDef[] {
  const filter = (field: Field, label: string): FilterDef => ({
    kind: 'choice',
    field,
    label,
    options: groups && filterOptions(field, groups),
  });
  return [
    filter('event_id', t('names.event')),
    filter('site_id', t('names.site')),
    filter('login_id', t('names.login')),
    { kind: 'date', field: 'created', label: t('cart.heldSince') },
    { kind: 'date', field: 'expires', label: t('cart.expires') },
  ];
}

/** The part of a list's state that narrows the cart: search, filters, and the instants of date filters in `query`. */
export type CartQuery = Pick<ListState, 'search' | 'filters' | 'query'>;

/** Whether a seat matches the active date filters. */
const isWithin = (ticket: CartedTicketDto, query: CartQuery['query']): boolean =>
  (['created', 'expires'] as const).every((field) => {
    const at = Date.parse(ticket[`${field}_at`]);
    const { [`${field}_from`]: from, [`${field}_to`]: to } = query;
    return (from === undefined || at >= Date.parse(from)) && (to === undefined || at < Date.parse(to));
  });

/** Whether a seat matches search and filters; the server applies the same to the cart's CSV. */
export function matchesQuery(ticket: CartedTicketDto, { search, filters, query }: CartQuery): boolean {
  const { event_name, area, row, seat, login_email, login_name } = ticket;
  const wanted = search.toLowerCase();
  return (
    [event_name, area, row, login_email, login_name, seat].some((text) =>
      text?.toLowerCase().includes(wanted),
    ) &&
    filters.every(
      ({ field, values, not }) => !isChoice(field) || values.includes(String(ticket[field])) !== not,
    ) &&
    isWithin(ticket, query)
  );
}

const isChoice = (field: string): field is Field => Object.hasOwn(nameOf, field);

/** Sort values by the API's sort keys. */
const sortValue: Record<string, (group: CartGroup) => string | number> = {
  event_name: ({ first }) => first.event_name ?? '',
  area: ({ first }) => `${first.area ?? ''} ${first.row ?? ''}`,
  login_name: ({ first }) => first.login_name ?? '',
  price: ({ totals }) => totals[0]?.amount ?? 0,
  expires_at: ({ expiresAt }) => Date.parse(expiresAt),
};

/** Sort keys of old links and saved views, with their current ones. */
const formerKeys: Readonly<Record<string, string>> = { login_email: 'login_name' };

/** Sorts the groups by a column; without one they stay in order of lapse. */
export function sortGroups(groups: readonly CartGroup[], sort: ListState['sort']): readonly CartGroup[] {
  const value = sort && sortValue[formerKeys[sort.key] ?? sort.key];
  if (!value) return groups;
  const compare = (a: CartGroup, b: CartGroup): number => {
    const [one, other] = [value(a), value(b)];
    return typeof one === 'number' && typeof other === 'number'
      ? one - other
      : compareTexts(String(one), String(other));
  };
  return [...groups].sort((a, b) => (sort.descending ? compare(b, a) : compare(a, b)));
}
