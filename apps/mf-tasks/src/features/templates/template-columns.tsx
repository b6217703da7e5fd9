import type { TemplateDto } from '@tessera/api';
import { formatCount, Instant, Stub, type Column, type NarrowRow } from '@tessera/ui';
import { CreditCard, ShoppingBasket } from 'lucide-react';
import { withHidden } from '../../hidden-columns';
import { SiteName } from '../../lookups/names';
import { levelWords } from '../../price-fields/level-words';
import { seatsEachOf } from '../../seats-sum';
import { useTexts, type TasksTexts } from '../../texts';

/** What its workers do: hold seats for a person to pay, or also pay. */
export function TemplateType({ type }: { type: TemplateDto['type'] }) {
  const t = useTexts();
  return (
    <Stub
      icon={type === 'buy' ? CreditCard : ShoppingBasket}
      hue={type === 'buy' ? 'verdigris' : 'ochre'}
      form="open"
    >
      {t(`words.${type}`)}
    </Stub>
  );
}

const allColumns = (t: TasksTexts): Column<TemplateDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    cell: (row) => row.name,
    minWidth: 150,
    strong: true,
    fixed: true,
    sortKey: 'name',
  },
  {
    id: 'type',
    header: t('words.type'),
    cell: (row) => <TemplateType type={row.type} />,
    width: 92,
    sortKey: 'type',
  },
  {
    id: 'site',
    header: t('words.site'),
    cell: (row) => <SiteName id={row.site_id} otherwise={row.site_name} />,
    width: 160,
    quiet: true,
  },
  {
    id: 'event',
    header: t('words.event'),
    cell: (row) => row.event_name ?? t('templates.atLaunch'),
    minWidth: 150,
    quiet: true,
  },
  {
    id: 'workers',
    header: t('words.workers'),
    cell: (row) => formatCount(row.worker_count),
    width: 80,
    align: 'right',
    sortKey: 'worker_count',
  },
  {
    id: 'seats',
    header: t('templates.seatsEach'),
    cell: (row) => formatCount(row.seats_per_worker),
    width: 92,
    align: 'right',
  },
  {
    id: 'target',
    header: t('words.target'),
    cell: (row) => formatCount(row.target_count),
    width: 72,
    align: 'right',
  },
  {
    id: 'levels',
    header: t('words.priceLevels'),
    cell: (row) => levelWords(row.price_levels).join(', ') || t('words.any'),
    width: 160,
    quiet: true,
  },
  {
    id: 'logins',
    header: t('words.logins'),
    cell: (row) => formatCount(row.login_ids.length),
    width: 72,
    align: 'right',
  },
  {
    id: 'delay',
    header: t('words.delay'),
    cell: (row) => t('templates.seconds', { number: row.launch_delay }),
    width: 72,
    align: 'right',
    quiet: true,
    hidden: true,
  },
  {
    id: 'updated',
    header: t('words.updated'),
    cell: (row) => <Instant value={row.updated_at} />,
    width: 140,
    quiet: true,
    hidden: true,
    sortKey: 'updated_at',
  },
];

/** The columns of the list; `tight`: on a narrower screen. */
export const templateColumns = (t: TasksTexts, tight: boolean): Column<TemplateDto>[] =>
  withHidden(allColumns(t), tight ? ['site', 'levels'] : []);

/** Three lines under 600 px. */
export const templateNarrow =
  (t: TasksTexts) =>
  (row: TemplateDto): NarrowRow => ({
    title: row.name,
    status: <TemplateType type={row.type} />,
    second: row.event_name ?? t('templates.eventAtLaunch'),
    third: seatsEachOf(t, row),
    end: t('words.loginCount', { count: row.login_ids.length }),
  });
