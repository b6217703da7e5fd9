import { Check, CircleHelp, Combine, Split } from 'lucide-react';
import type { IdentityMatchDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type BadgeVariant, formatCount, type Hue, Instant, StatusBadge } from '@tessera/ui';
import { type AdminTexts, useTexts } from '../../texts';

const appearance = {
  undecided: { icon: CircleHelp, hue: 'ochre', variant: 'solid' },
  merged: { icon: Combine, hue: 'verdigris', variant: 'open' },
  apart: { icon: Split, hue: 'lapis', variant: 'open' },
  settled: { icon: Check, hue: 'stone', variant: 'open' },
} as const satisfies Record<
  IdentityMatchDto['state'],
  { icon: typeof Check; hue: Hue; variant: BadgeVariant }
>;

/** Whether a match waits for a decision, or what was decided. */
export function MatchState({ state }: Pick<IdentityMatchDto, 'state'>) {
  const t = useTexts();
  return <StatusBadge {...appearance[state]}>{t(`identities.states.${state}`)}</StatusBadge>;
}

/** What meets: "2 events". */
export const countText = (t: AdminTexts, { kind, row_count }: IdentityMatchDto): string =>
  t(`identities.counts.${kind}`, { count: row_count });

/** The seats that the rows count together; null for accounts, which count none. */
const seatsOf = ({ kind, rows }: IdentityMatchDto): number | null =>
  kind === 'account' ? null : rows.reduce((sum, { bought, held }) => sum + (bought ?? 0) + (held ?? 0), 0);

/** Columns of the list of shared identities. */
export const createIdentityColumns = (t: AdminTexts): Column<IdentityMatchDto>[] => [
  {
    id: 'identity',
    header: t('identities.identity'),
    sortKey: 'identity',
    fixed: true,
    strong: true,
    minWidth: 220,
    cell: ({ identity }) => identity,
  },
  {
    id: 'state',
    header: t('words.status'),
    sortKey: 'state',
    width: 148,
    cell: ({ state }) => <MatchState state={state} />,
  },
  {
    id: 'kind',
    header: t('identities.what'),
    sortKey: 'kind',
    width: 120,
    cell: (match) => countText(t, match),
  },
  {
    id: 'names',
    header: t('words.name'),
    minWidth: 200,
    cell: ({ rows }) => [...new Set(rows.map(({ name }) => name))].join(', '),
  },
  { id: 'site', header: t('sites.site'), minWidth: 140, cell: ({ site_name }) => site_name },
  {
    id: 'seats',
    header: t('identities.seats'),
    align: 'right',
    width: 88,
    cell: (match) => formatCount(seatsOf(match)),
  },
  {
    id: 'decided',
    header: t('identities.decided'),
    sortKey: 'decided_at',
    hidden: 'tight',
    width: 180,
    quiet: true,
    cell: ({ decided_at, decided_by_name }) => (
      <>
        <Instant value={decided_at} />
        {decided_by_name ? <span className="reason">{decided_by_name}</span> : null}
      </>
    ),
  },
];
