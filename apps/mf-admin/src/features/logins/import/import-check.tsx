import { Check, type LucideIcon, Minus, Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type Column, DataTable } from '@tessera/data-table';
import { EmptyState, formatCount, type Hue, SegmentedControl, StatusBadge } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type AdminTexts, useTexts } from '../../../texts';
import type { ImportLine, Outcome } from './import-lines';

const outcomeBadges: Record<Outcome, { icon: LucideIcon; hue: Hue; variant: 'solid' | 'open' }> = {
  new: { icon: Plus, hue: 'verdigris', variant: 'solid' },
  changed: { icon: Check, hue: 'lapis', variant: 'solid' },
  unchanged: { icon: Minus, hue: 'stone', variant: 'open' },
  faulty: { icon: X, hue: 'cinnabar', variant: 'solid' },
};

const createColumns = (t: AdminTexts): Column<ImportLine>[] => [
  { id: 'row', header: t('imports.row'), align: 'right', width: 64, cell: ({ row }) => row },
  { id: 'email', header: t('words.email'), strong: true, minWidth: 160, cell: ({ email }) => email ?? '–' },
  {
    id: 'outcome',
    header: t('imports.result'),
    width: 140,
    cell: ({ outcome }) => (
      <StatusBadge {...outcomeBadges[outcome]}>{t(`imports.outcomes.${outcome}`)}</StatusBadge>
    ),
  },
  {
    id: 'fields',
    header: t('imports.fields'),
    minWidth: 120,
    quiet: true,
    cell: ({ fields }) => (fields.length === 0 ? '–' : <code>{fields.join(', ')}</code>),
  },
  { id: 'reason', header: t('imports.reason'), minWidth: 360, cell: ({ reason }) => reason ?? '–' },
];

const keyOf = ({ key }: ImportLine) => key;
const nameOf = ({ row }: ImportLine) => String(row);

/** The rows of an import with their result and, for invalid rows, the reason per field. */
export function ImportCheck({
  lines,
  counts,
}: {
  lines: readonly ImportLine[];
  counts: Readonly<Record<Outcome, number>>;
}) {
  const t = useTexts();
  const [outcomeFilter, setOutcomeFilter] = useState<Outcome | 'all'>(counts.faulty > 0 ? 'faulty' : 'all');
  const columns = useMemo(() => createColumns(t), [t]);
  const presentOutcomes = (['faulty', 'new', 'changed', 'unchanged'] as const).filter(
    (one) => counts[one] > 0,
  );
  const rowCount = presentOutcomes.reduce((sum, one) => sum + counts[one], 0);
  const shown = lines.filter(({ outcome }) => outcomeFilter === 'all' || outcome === outcomeFilter);
  return (
    <Box
      sx={{
        display: 'flex',
        flexDirection: 'column',
        height: '100%',
        minHeight: 320,
        '--edge': '24px',
        '--edge-end': '24px',
      }}
    >
      <Box sx={{ px: 3, py: 1.5, overflowX: 'auto', flex: 'none' }}>
        <SegmentedControl<Outcome | 'all'>
          label={t('imports.rowsShown')}
          segments={[
            { value: 'all', label: t('imports.all', { number: formatCount(rowCount) }) },
            ...presentOutcomes.map((one) => ({
              value: one,
              label: t(`imports.counts.${one}`, { number: formatCount(counts[one]) }),
            })),
          ]}
          value={outcomeFilter}
          onChange={setOutcomeFilter}
        />
      </Box>
      {shown.length === 0 ? (
        <EmptyState>{t('imports.none')}</EmptyState>
      ) : (
        <DataTable
          label={t('imports.rowsOfFile')}
          columns={columns}
          rows={shown}
          keyOf={keyOf}
          nameOf={nameOf}
          density={36}
          virtual
          narrow={({ row, email, outcome, fields, reason }) => ({
            title: email ?? t('imports.rowNumber', { row }),
            status: <StatusBadge {...outcomeBadges[outcome]}>{t(`imports.outcomes.${outcome}`)}</StatusBadge>,
            second: reason ?? fields.join(', '),
            third: reason ? fields.join(', ') : null,
            end: email === null ? null : t('imports.rowNumber', { row }),
          })}
        />
      )}
    </Box>
  );
}
