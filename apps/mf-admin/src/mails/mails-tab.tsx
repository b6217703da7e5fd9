import { useQuery } from '@tanstack/react-query';
import { Check, Clock, RotateCw, TriangleAlert } from 'lucide-react';
import { useMemo } from 'react';
import { type MailDto, toApiError, useListBackend } from '@tessera/api';
import type { Column } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { useSearchParams } from '@tessera/federation/router';
import {
  Alert,
  type BadgeVariant,
  describeError,
  type Hue,
  Instant,
  StatusBadge,
  useSnackbar,
} from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { createStatusFilter } from '../lookups/filters';
import { type AdminTexts, useTexts } from '../texts';
import { mailSenderQuery, mailsQuery, useRepeatMail } from './mails.api';

const appearance = {
  queued: { icon: Clock, hue: 'lapis', variant: 'open' },
  sent: { icon: Check, hue: 'verdigris', variant: 'open' },
  dead: { icon: TriangleAlert, hue: 'ochre', variant: 'solid' },
} as const satisfies Record<MailDto['status'], { icon: typeof Check; hue: Hue; variant: BadgeVariant }>;
const statuses = ['dead', 'queued', 'sent'] as const;
const kinds = ['invitation', 'password_reset', 'notice', 'digest'] as const;

function MailStatus({ status }: Pick<MailDto, 'status'>) {
  const t = useTexts();
  return <StatusBadge {...appearance[status]}>{t(`mails.statuses.${status}`)}</StatusBadge>;
}

const createColumns = (t: AdminTexts): Column<MailDto>[] => [
  {
    id: 'address',
    header: t('words.email'),
    fixed: true,
    strong: true,
    minWidth: 200,
    cell: ({ address }) => address,
  },
  {
    id: 'kind',
    header: t('mails.kind'),
    width: 170,
    sortKey: 'kind',
    cell: ({ kind }) => t(`mails.kinds.${kind}`),
  },
  {
    id: 'status',
    header: t('words.status'),
    width: 130,
    sortKey: 'status',
    cell: ({ status }) => <MailStatus status={status} />,
  },
  { id: 'error', header: t('mails.error'), minWidth: 200, quiet: true, cell: ({ error }) => error ?? '–' },
  {
    id: 'attempts',
    header: t('mails.attempts'),
    width: 100,
    hidden: 'tight',
    cell: ({ attempts }) => attempts,
  },
  {
    id: 'next',
    header: t('mails.next'),
    width: 150,
    hidden: 'tight',
    quiet: true,
    cell: ({ next_attempt_at }) => (next_attempt_at === null ? '–' : <Instant value={next_attempt_at} />),
  },
  {
    id: 'created',
    header: t('words.created'),
    width: 150,
    sortKey: 'created_at',
    quiet: true,
    cell: ({ created_at }) => <Instant value={created_at} />,
  },
];

/** The mails of the last 30 days: those that could not be sent are sent again from here. For administrators. */
export function MailsTab() {
  const t = useTexts();
  const { show, showError } = useSnackbar();
  const { data: from } = useQuery(mailSenderQuery());
  const { mutate: repeat } = useRepeatMail();
  const filters = useMemo(
    (): FilterDef[] => [
      createStatusFilter(
        t,
        statuses.map((value) => ({ value, label: t(`mails.statuses.${value}`) })),
      ),
      {
        kind: 'choice',
        field: 'kind',
        label: t('mails.kind'),
        options: kinds.map((value) => ({ value, label: t(`mails.kinds.${value}`) })),
      },
    ],
    [t],
  );
  const state = useListState(useSearchParams(), { filters, sort: '-created_at' });
  const mails = useQuery(mailsQuery(state.query));
  const columns = useMemo(() => createColumns(t), [t]);
  const sendAgain = ({ id, address }: MailDto) =>
    repeat(id, {
      onSuccess: () => show(t('mails.repeated', { address })),
      onError: (error) => showError(describeError(toApiError(error))),
    });
  return (
    <>
      {from === null ? (
        <Box sx={{ p: 2, pb: 0 }}>
          <Alert tone="info">{t('mails.off')}</Alert>
        </Box>
      ) : null}
      <ListPage<MailDto>
        noun={t('mails.noun')}
        state={state}
        columns={columns}
        {...toListProps(mails)}
        filters={filters}
        backend={useListBackend('mails', '/api/mails', state.query)}
        empty={{ sentence: t('mails.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ address }) => address}
        rowMenu={(mail) => [
          {
            label: t('mails.repeat'),
            icon: RotateCw,
            onSelect: () => sendAgain(mail),
            disabled: mail.status === 'dead' ? undefined : t('mails.notDead'),
          },
        ]}
        narrow={(mail) => ({
          title: mail.address,
          status: <MailStatus status={mail.status} />,
          second: t(`mails.kinds.${mail.kind}`),
          third: mail.error ?? '–',
          end: <Instant value={mail.created_at} />,
        })}
      />
    </>
  );
}
