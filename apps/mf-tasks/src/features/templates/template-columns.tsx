import type { TemplateDto } from '@tessera/api';
import { formatCount, Instant, Stub, type Column, type NarrowRow } from '@tessera/ui';
import { CreditCard, ShoppingBasket } from 'lucide-react';

/** What its workers do: hold seats for a person to pay, or also pay. */
export const TemplateType = ({ type }: { type: TemplateDto['type'] }) =>
  type === 'buy' ? (
    <Stub icon={CreditCard} hue="verdigris" form="open">
      Buys
    </Stub>
  ) : (
    <Stub icon={ShoppingBasket} hue="ochre" form="open">
      Holds
    </Stub>
  );

const levels = ({ price_levels }: TemplateDto): string => {
  const words = Object.entries(price_levels ?? {}).map(([key, label]) =>
    typeof label === 'string' && label !== '' ? label : key,
  );
  return words.length > 0 ? words.join(', ') : 'Any';
};

/** The columns of the list. */
export const templateColumns: readonly Column<TemplateDto>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => row.name,
    minWidth: 180,
    strong: true,
    fixed: true,
    sortKey: 'name',
  },
  { id: 'type', header: 'Type', cell: (row) => <TemplateType type={row.type} />, width: 92, sortKey: 'type' },
  { id: 'site', header: 'Site', cell: (row) => row.site_name, width: 160, quiet: true },
  {
    id: 'event',
    header: 'Event',
    cell: (row) => row.event_name ?? 'Chosen at launch',
    minWidth: 180,
    quiet: true,
  },
  {
    id: 'workers',
    header: 'Workers',
    cell: (row) => formatCount(row.worker_count),
    width: 80,
    align: 'right',
    sortKey: 'worker_count',
  },
  {
    id: 'seats',
    header: 'Seats each',
    cell: (row) => formatCount(row.seats_per_worker),
    width: 92,
    align: 'right',
  },
  { id: 'target', header: 'Target', cell: (row) => formatCount(row.target_count), width: 72, align: 'right' },
  { id: 'levels', header: 'Price levels', cell: levels, width: 160, quiet: true },
  {
    id: 'logins',
    header: 'Logins',
    cell: (row) => formatCount(row.login_ids.length),
    width: 72,
    align: 'right',
  },
  {
    id: 'delay',
    header: 'Delay',
    cell: (row) => `${row.launch_delay} s`,
    width: 72,
    align: 'right',
    quiet: true,
    hidden: true,
  },
  {
    id: 'updated',
    header: 'Updated',
    cell: (row) => <Instant value={row.updated_at} />,
    width: 140,
    quiet: true,
    hidden: true,
    sortKey: 'updated_at',
  },
];

/** Three lines under 600 px. */
export const templateNarrow = (row: TemplateDto): NarrowRow => ({
  title: row.name,
  status: <TemplateType type={row.type} />,
  second: row.event_name ?? 'Event chosen at launch',
  third: `${row.worker_count} × ${row.seats_per_worker} seats`,
  end: row.login_ids.length === 1 ? '1 login' : `${row.login_ids.length} logins`,
});
