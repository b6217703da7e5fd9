import { CreditCard, FlaskConical, Rocket, ShoppingBasket } from 'lucide-react';
import type { TemplateDto } from '@tessera/api';
import type { Column, NarrowRow } from '@tessera/data-table';
import { Link } from '@tessera/federation/router';
import { formatCount, Instant, StatusBadge } from '@tessera/ui';
import { Button, IconButton } from '@tessera/ui/mui';
import { withHidden } from '../../hidden-columns';
import { SiteName } from '../../lookups/names';
import { levelLabels } from '../../price-fields/level-labels';
import { describeSeats } from '../../seats-sum';
import { type TasksTexts, useTexts } from '../../texts';

/** The template's mode: hold seats for a person to pay, or buy them. */
export function TemplateType({ type }: { type: TemplateDto['type'] }) {
  const t = useTexts();
  return (
    <StatusBadge
      icon={type === 'buy' ? CreditCard : ShoppingBasket}
      hue={type === 'buy' ? 'verdigris' : 'ochre'}
      variant="open"
    >
      {t(`words.${type}`)}
    </StatusBadge>
  );
}

/** The pool's name, or the number of the template's own logins. */
export const describeLogins = (t: TasksTexts, { pool_id, pool_name, login_ids }: TemplateDto): string =>
  pool_id === null ? t('words.loginCount', { count: login_ids.length }) : (pool_name ?? `#${pool_id}`);

/** Launches a template from its row; undefined without permission. */
export type LaunchTemplate = ((template: TemplateDto) => void) | undefined;

function LaunchButton({ template, onLaunch }: { template: TemplateDto; onLaunch: LaunchTemplate }) {
  const t = useTexts();
  return (
    <Button
      size="small"
      startIcon={<Rocket size={14} strokeWidth={1.75} aria-hidden />}
      aria-label={t('templates.launchNamed', { name: template.name })}
      disabled={onLaunch === undefined}
      onClick={(event) => {
        event.stopPropagation();
        onLaunch?.(template);
      }}
    >
      {t('templates.launch')}
    </Button>
  );
}

function RehearseButton({ template, disabled }: { template: TemplateDto; disabled: boolean }) {
  const t = useTexts();
  const label = t('rehearsals.rehearseNamed', { name: template.name });
  return (
    <IconButton
      component={Link}
      to={`/rehearsals?rehearse=template-${template.id}`}
      size="small"
      title={t('rehearsals.rehearse')}
      aria-label={label}
      disabled={disabled}
      onClick={(event) => event.stopPropagation()}
    >
      <FlaskConical size={16} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

const allColumns = (t: TasksTexts, onLaunch: LaunchTemplate): Column<TemplateDto>[] => [
  {
    id: 'name',
    header: t('words.name'),
    cell: (row) => row.name,
    minWidth: 168,
    strong: true,
    fixed: true,
    sortKey: 'name',
  },
  {
    id: 'type',
    header: t('words.type'),
    cell: (row) => <TemplateType type={row.type} />,
    width: 128,
    sortKey: 'type',
  },
  {
    id: 'site',
    header: t('words.site'),
    cell: (row) => <SiteName id={row.site_id} fallback={row.site_name} />,
    minWidth: 104,
    quiet: true,
  },
  {
    id: 'event',
    header: t('words.event'),
    cell: (row) => row.event_name ?? t('templates.atLaunch'),
    minWidth: 130,
    quiet: true,
  },
  {
    id: 'workers',
    header: t('words.tasks'),
    cell: (row) => formatCount(row.worker_count),
    width: 76,
    align: 'right',
    sortKey: 'worker_count',
  },
  {
    id: 'seats',
    header: t('templates.seatsEach'),
    cell: (row) => formatCount(row.seats_per_worker),
    width: 84,
    align: 'right',
  },
  {
    id: 'target',
    header: t('words.target'),
    cell: (row) => formatCount(row.target_count),
    width: 66,
    align: 'right',
  },
  {
    id: 'levels',
    header: t('words.priceLevels'),
    cell: (row) => levelLabels(row.price_levels).join(', ') || t('words.any'),
    width: 160,
    quiet: true,
  },
  {
    id: 'logins',
    header: t('templates.poolOrLogins'),
    cell: (row) => describeLogins(t, row),
    width: 120,
  },
  {
    id: 'launched',
    header: t('templates.lastLaunched'),
    cell: (row) =>
      row.last_launched_at === null ? t('templates.neverLaunched') : <Instant value={row.last_launched_at} />,
    width: 132,
    quiet: true,
    sortKey: 'last_launched_at',
  },
  {
    id: 'launch',
    header: t('templates.launch'),
    cell: (row) => (
      <>
        <LaunchButton template={row} onLaunch={onLaunch} />
        <RehearseButton template={row} disabled={onLaunch === undefined} />
      </>
    ),
    width: 144,
    fixed: true,
    actions: true,
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

/** The least window widths, in px, for all columns, for most and for some. */
export const MIN_WIDTHS = { all: 1680, most: 1360, some: 1152 } as const;

/** The columns of the list, as many as fit. */
export const templateColumns = (
  t: TasksTexts,
  room: keyof typeof MIN_WIDTHS | 'few',
  onLaunch: LaunchTemplate,
): Column<TemplateDto>[] =>
  withHidden(
    allColumns(t, onLaunch),
    {
      all: [],
      most: ['levels', 'site'],
      some: ['site', 'target', 'levels', 'launched'],
      few: ['site', 'target', 'levels', 'launched', 'logins'],
    }[room],
  );

/** The row's three lines below 600 px. */
export const templateNarrow =
  (t: TasksTexts) =>
  (row: TemplateDto): NarrowRow => ({
    title: row.name,
    status: <TemplateType type={row.type} />,
    second: row.event_name ?? t('templates.eventAtLaunch'),
    third: describeSeats(t, row),
    end: describeLogins(t, row),
  });
