import { Check, CircleHelp, CircleX, Undo2 } from 'lucide-react';
import type { ChangeRequestDto } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type BadgeVariant, formatCount, type Hue, Instant, StatusBadge } from '@tessera/ui';
import { type AdminTexts, useTexts } from '../../texts';

const appearance = {
  open: { icon: CircleHelp, hue: 'ochre', variant: 'solid' },
  approved: { icon: Check, hue: 'verdigris', variant: 'open' },
  declined: { icon: CircleX, hue: 'cinnabar', variant: 'open' },
  withdrawn: { icon: Undo2, hue: 'stone', variant: 'open' },
} as const satisfies Record<
  ChangeRequestDto['status'],
  { icon: typeof Check; hue: Hue; variant: BadgeVariant }
>;

/** Whether a request waits for an answer, or what became of it. */
export function RequestState({ status }: Pick<ChangeRequestDto, 'status'>) {
  const t = useTexts();
  return <StatusBadge {...appearance[status]}>{t(`requests.statuses.${status}`)}</StatusBadge>;
}

/** A limit: a number, none, or a dash for a site. */
export function limitText(t: AdminTexts, { kind }: ChangeRequestDto, limit: number | null): string {
  if (kind === 'site') return '–';
  return limit === null ? t('requests.noLimit') : formatCount(limit);
}

/** What is asked for: "Task limit", with the site's or event's name. */
export const askedText = (t: AdminTexts, { kind, site_name, event_name }: ChangeRequestDto): string =>
  [t(`requests.kinds.${kind}`), site_name ?? event_name].filter(Boolean).join(': ');

/** Columns of the list of requests. */
export const createRequestColumns = (t: AdminTexts): Column<ChangeRequestDto>[] => [
  {
    id: 'what',
    header: t('requests.what'),
    fixed: true,
    strong: true,
    minWidth: 220,
    cell: (request) => askedText(t, request),
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 148,
    cell: ({ status }) => <RequestState status={status} />,
  },
  { id: 'realm', header: t('words.realm'), minWidth: 120, quiet: true, cell: ({ realm_name }) => realm_name },
  {
    id: 'present',
    header: t('requests.present'),
    width: 88,
    cell: (request) => limitText(t, request, request.present),
  },
  {
    id: 'asked',
    header: t('requests.asked'),
    width: 100,
    cell: (request) => limitText(t, request, request.asked),
  },
  { id: 'reason', header: t('requests.reason'), minWidth: 200, quiet: true, cell: ({ reason }) => reason },
  {
    id: 'created_at',
    header: t('requests.when'),
    sortKey: 'created_at',
    width: 148,
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];
