import type { WaitingPlaceDto } from '@tessera/api';
import type { Column, NarrowRow } from '@tessera/data-table';
import { Link } from '@tessera/federation/router';
import { CountdownText, formatCount, StatusChip, useClockValue, useLocale } from '@tessera/ui';
import { Link as MuiLink } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { describeEstimate, describePace } from '../../waiting/describe-wait';

const ENDS_SOON_MS = 120_000;

/** The status of a place; a token that expires within two minutes comes first. */
export function PlaceStatus({ place }: { place: WaitingPlaceDto }) {
  const { now } = useLocale();
  const expires = place.token_expires_at === null ? Infinity : Date.parse(place.token_expires_at);
  const endsSoon = useClockValue(() => expires - now() < ENDS_SOON_MS) && place.status !== 'entered';
  return <StatusChip of="link" state={endsSoon ? 'ends_soon' : place.status} />;
}

/** The tasks that a place serves, as links to them. */
export function ServedTasks({ tasks }: Pick<WaitingPlaceDto, 'tasks'>) {
  const t = useTexts();
  if (tasks.length === 0) return t('waiting.noTask');
  return tasks.map(({ id, name }, index) => (
    <span key={id}>
      {index === 0 ? null : ', '}
      <MuiLink
        component={Link}
        to={`/tasks?open=${id}`}
        title={name}
        underline="always"
        onClick={(event) => event.stopPropagation()}
      >
        {t('waiting.taskNumber', { id })}
      </MuiLink>
    </span>
  ));
}

const Token = ({ place }: { place: WaitingPlaceDto }) =>
  place.token_expires_at ? <CountdownText until={place.token_expires_at} label={place.login_name} /> : '–';

/** The columns of the list beside the chart. */
export const placeColumns = (t: TasksTexts): Column<WaitingPlaceDto>[] => [
  {
    id: 'login',
    header: t('waiting.login'),
    cell: (place) => place.login_name,
    minWidth: 150,
    strong: true,
    fixed: true,
  },
  { id: 'status', header: t('waiting.status'), cell: (place) => <PlaceStatus place={place} />, width: 116 },
  {
    id: 'position',
    header: t('waiting.position'),
    cell: (place) => formatCount(place.position),
    width: 76,
    align: 'right',
  },
  {
    id: 'pace',
    header: t('waiting.pace'),
    cell: (place) => describePace(t, place.pace),
    width: 92,
    align: 'right',
  },
  { id: 'estimate', header: t('waiting.estimate'), cell: (place) => describeEstimate(t, place), width: 128 },
  { id: 'token', header: t('waiting.token'), cell: (place) => <Token place={place} />, width: 104 },
  {
    id: 'serves',
    header: t('waiting.serves'),
    cell: (place) => <ServedTasks tasks={place.tasks} />,
    minWidth: 90,
    quiet: true,
  },
];

/** The three lines of a place where the list has little room. */
export const placeNarrow =
  (t: TasksTexts) =>
  (place: WaitingPlaceDto): NarrowRow => ({
    title: place.login_name,
    status: <PlaceStatus place={place} />,
    second:
      place.position === null
        ? '–'
        : [t('waiting.positionNumber', { position: place.position }), describeEstimate(t, place)]
            .filter((part) => part !== '–')
            .join(' · '),
    third: <ServedTasks tasks={place.tasks} />,
    end: place.token_expires_at ? <Token place={place} /> : describePace(t, place.pace),
  });
