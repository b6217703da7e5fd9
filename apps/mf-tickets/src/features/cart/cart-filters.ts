import type { CartedTicketDto } from '@tessera/api';
import type { Option } from '@tessera/ui/forms';
import type { FilterDef, FilterValue } from '@tessera/ui/lists';
import type { TicketsTexts } from '../../texts';
import type { CartGroup } from './groups';

const nameOf = {
  event_id: ({ event_name }: CartedTicketDto) => event_name,
  site_id: ({ site_name }: CartedTicketDto) => site_name,
  login_id: ({ login_email }: CartedTicketDto) => login_email,
};
type Field = keyof typeof nameOf;

/** Those that the cart holds seats of, by name. */
function optionsOf(field: Field, groups: readonly CartGroup[]): Option[] {
  const names = new Map(groups.map(({ first }) => [String(first[field]), nameOf[field](first) ?? '–']));
  return [...names]
    .map(([value, label]) => ({ value, label }))
    .sort((a, b) => a.label.localeCompare(b.label));
}

/** The cart's filters; they offer what is in it. Their fields are the wire's, so that its CSV holds the same seats. */
export function cartFilters(t: TicketsTexts, groups: readonly CartGroup[] | undefined): FilterDef[] {
  const filter = (field: Field, label: string): FilterDef => ({
    kind: 'choice',
    field,
    label,
    options: groups && optionsOf(field, groups),
  });
  return [
    filter('event_id', t('names.event')),
    filter('site_id', t('names.site')),
    filter('login_id', t('names.login')),
  ];
}

/** Whether a group is one of those that the search and the filters ask for; its seats have event, site and login in common. */
export function isWanted(group: CartGroup, search: string, filters: readonly FilterValue[]): boolean {
  const { event_name, area, row, login_email } = group.first;
  const texts = [event_name, area, row, login_email, ...group.tickets.map(({ seat }) => seat)];
  return (
    texts.some((text) => text?.toLowerCase().includes(search)) &&
    filters.every(({ field, values, not }) => values.includes(String(group.first[field as Field])) !== not)
  );
}
