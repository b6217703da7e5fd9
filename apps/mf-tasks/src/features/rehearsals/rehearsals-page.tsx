import { useQuery } from '@tanstack/react-query';
import { Check, LogIn, Play, RotateCcw, Square, Trash2 } from 'lucide-react';
import { useMemo } from 'react';
import { addressInRehearsal, type RehearsalDto, useListBackend, useMayAct } from '@tessera/api';
import type { Column, NarrowRow, RowAction } from '@tessera/data-table';
import { type FilterDef, ListPage, toListProps, useListState } from '@tessera/data-table/list-page';
import { rehearsalScenarios } from '@tessera/domain';
import { useLocation, useNavigate, useSearchParams } from '@tessera/federation/router';
import { formatCount, Instant, Page, PageHeader, StatusBadge, useAction } from '@tessera/ui';
import { seatsOf } from '../../runs/run-figures';
import { rehearsalsQuery } from '../../runs/runs.api';
import { secondsText } from '../../seconds-text';
import { type TasksTexts, useTexts } from '../../texts';
import { type Source, useDeleteRehearsal, useStopRehearsal } from './rehearsals.api';
import { RehearseForm } from './rehearse-form';

/** Parameters of the address that open the dialog. */
const dialogParameters = ['rehearse', 'scenario_of', 'seed'] as const;

/** What the address asks to rehearse, such as `template-12`. */
function sourceOf(text: string | null): Source | null {
  const [, kind, id] = /^(template|job|event)-(\d{1,9})$/.exec(text ?? '') ?? [];
  return kind ? { kind: kind as Source['kind'], id: Number(id) } : null;
}

/** The address that opens the dialog for the same again. */
export function rehearseAgain({
  source,
  template_id,
  job_id,
  event_id,
  scenario,
  seed,
}: RehearsalDto): string | null {
  const id = source === 'template' ? template_id : source === 'job' ? job_id : event_id;
  return id === null ? null : `/rehearsals?rehearse=${source}-${id}&scenario_of=${scenario}&seed=${seed}`;
}

const badges = {
  running: { icon: Play, hue: 'aegean' },
  finished: { icon: Check, hue: 'verdigris' },
  stopped: { icon: Square, hue: 'stone' },
} as const;

/** How far a rehearsal has come. */
export function RehearsalStatus({ status }: { status: RehearsalDto['status'] }) {
  const t = useTexts();
  return (
    <StatusBadge {...badges[status]} variant={status === 'running' ? 'open' : 'full'}>
      {t(`rehearsals.status.${status}`)}
    </StatusBadge>
  );
}

function columnsOf(t: TasksTexts): Column<RehearsalDto>[] {
  return [
    {
      id: 'name',
      header: t('words.name'),
      cell: ({ name }) => name,
      minWidth: 190,
      strong: true,
      fixed: true,
      sortKey: 'name',
    },
    {
      id: 'status',
      header: t('words.status'),
      cell: ({ status }) => <RehearsalStatus status={status} />,
      width: 110,
      sortKey: 'status',
    },
    {
      id: 'scenario',
      header: t('rehearsals.scenario'),
      cell: ({ scenario }) => t(`rehearsals.scenarios.${scenario}`),
      width: 150,
      sortKey: 'scenario',
    },
    {
      id: 'seats',
      header: t('words.seats'),
      cell: ({ report }) =>
        report === null
          ? '–'
          : t('rehearsals.of', {
              seats: formatCount(seatsOf(report)),
              target: formatCount(report.seats_target ?? report.seats_planned),
            }),
      width: 96,
      align: 'right',
    },
    {
      id: 'p95',
      header: t('rehearsals.p95'),
      cell: ({ report }) => secondsText(t, report?.hold_p95_s ?? null),
      width: 116,
      align: 'right',
      hidden: 'tight',
    },
    {
      id: 'event',
      header: t('words.event'),
      cell: ({ event_name }) => event_name,
      minWidth: 180,
      hidden: 'tight',
      quiet: true,
      sortKey: 'event_name',
    },
    {
      id: 'started',
      header: t('rehearsals.started'),
      cell: ({ started_at }) => <Instant value={started_at} />,
      width: 140,
      quiet: true,
      sortKey: 'started_at',
    },
  ];
}

/** The rehearsals of the realm with their main figures. */
export function RehearsalsPage() {
  const t = useTexts();
  const mayLaunch = useMayAct('launch');
  const navigate = useNavigate();
  const [params, setParams] = useSearchParams();
  const filters = useMemo(
    (): FilterDef[] => [
      {
        field: 'scenario',
        label: t('rehearsals.scenario'),
        kind: 'choice',
        options: rehearsalScenarios.map((value) => ({ value, label: t(`rehearsals.scenarios.${value}`) })),
      },
      {
        field: 'status',
        label: t('words.status'),
        kind: 'choice',
        options: (['running', 'finished', 'stopped'] as const).map((value) => ({
          value,
          label: t(`rehearsals.status.${value}`),
        })),
      },
    ],
    [t],
  );
  const state = useListState([params, setParams], { filters, sort: '-started_at', pageSize: 20 });
  const rehearsals = useQuery(rehearsalsQuery(state.query));
  const { attempt, confirmAndRun } = useAction();
  const { mutateAsync: stop } = useStopRehearsal();
  const { mutateAsync: remove } = useDeleteRehearsal();
  const columns = useMemo(() => columnsOf(t), [t]);
  const source = mayLaunch ? sourceOf(params.get('rehearse')) : null;
  const scenario = rehearsalScenarios.find((one) => one === params.get('scenario_of'));
  const seed = params.get('seed');
  const { key: entry } = useLocation();
  // Back to the page from which the dialog was opened; an address that was opened directly has none.
  const closeDialog = () => (entry === 'default' ? stripDialog() : void navigate(-1));
  const stripDialog = () =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const name of dialogParameters) next.delete(name);
        return next;
      },
      { replace: true },
    );
  const actions = (row: RehearsalDto): RowAction[] => {
    const forbidden = mayLaunch ? {} : { disabled: t('words.needsLaunch') };
    const again = rehearseAgain(row);
    return [
      {
        label: t('rehearsals.enter'),
        icon: LogIn,
        onSelect: () => location.assign(addressInRehearsal('/tasks', row.id)),
        disabled: row.enterable ? undefined : t('rehearsals.purged'),
      },
      {
        label: t('rehearsals.again'),
        icon: RotateCcw,
        onSelect: () => again && void navigate(again),
        ...(again === null ? { disabled: t('rehearsals.sourceDeleted') } : forbidden),
      },
      {
        label: t('words.stop'),
        icon: Square,
        onSelect: () =>
          void attempt(
            () => stop(row.id),
            () => t('rehearsals.stopped', { name: row.name }),
          ),
        ...(row.status === 'running' ? forbidden : { disabled: t('rehearsals.notRunning') }),
      },
      {
        label: t('words.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () =>
          void confirmAndRun(
            {
              title: t('words.deleteNamed', { name: row.name }),
              body: t('rehearsals.deleteBody'),
              confirmLabel: t('rehearsals.deleteConfirm'),
              danger: true,
            },
            () => remove(row.id),
            () => t('words.deleted', { name: row.name }),
          ),
        ...forbidden,
      },
    ];
  };
  const narrow = (row: RehearsalDto): NarrowRow => ({
    title: row.name,
    status: <RehearsalStatus status={row.status} />,
    second: row.event_name,
    third: t(`rehearsals.scenarios.${row.scenario}`),
    end: row.report ? t('words.seatCount', { count: seatsOf(row.report) }) : null,
  });
  const total = rehearsals.data?.total ?? undefined;
  return (
    <Page>
      <PageHeader
        title={t('rehearsals.title')}
        meta={total === undefined ? null : t('words.inTotal', { total })}
      />
      <ListPage
        noun={t('rehearsals.noun')}
        state={state}
        columns={columns}
        {...toListProps(rehearsals)}
        filters={filters}
        backend={useListBackend('rehearsals', '/api/rehearsals', state.query)}
        empty={{ sentence: t('rehearsals.empty') }}
        keyOf={({ id }) => id}
        nameOf={({ name }) => name}
        versionOf={({ updated_at }) => updated_at}
        narrow={narrow}
        rowMenu={actions}
        onOpen={({ id }) => void navigate(`/rehearsals/${id}`)}
      />
      {source ? (
        <RehearseForm
          key={params.get('rehearse')}
          source={source}
          scenario={scenario}
          seed={seed === null ? undefined : Number(seed)}
          onStarted={({ id }) => void navigate(`/rehearsals/${id}`, { replace: true })}
          onClose={closeDialog}
        />
      ) : null}
    </Page>
  );
}
