import { type SyntheticEvent, useMemo, useState } from 'react';
import type { WaitingPlaceDto, WaitingPlacesDto } from '@tessera/api';
import { DataTable } from '@tessera/data-table';
import { Link, NavLink, useParams, useSearchParams } from '@tessera/federation/router';
import { OnSaleTabs } from '@tessera/product-ui';
import { EmptyState, Page, PageHeader, Panel, PanelPage, QueryContent, SegmentedControl } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from '../../texts';
import { useIsTight } from '../../use-is-tight';
import { describeEstimate } from '../../waiting/describe-wait';
import { PlaceFacts } from '../../waiting/place-summary';
import { placeKey, useWaitingPlaces } from '../../waiting/waiting-places.api';
import { placeColumns, placeNarrow, PlaceStatus, ServedTasks } from './place-columns';
import { PositionChart } from './position-chart';

const spans = { '10m': 600, '1h': 3600, '3h': 10_800 } as const;
type Span = keyof typeof spans | 'fit';
const isSpan = (value: string | null): value is keyof typeof spans => value !== null && value in spans;

/** The shortest time that the chart shows, in seconds. */
const MIN_SPAN = 30;

/** Seconds since the first known position, with some room before it. */
function spanOf({ places, now }: WaitingPlacesDto): number {
  const to = Date.parse(now) / 1000;
  const first = places.reduce((least, { samples }) => Math.min(least, samples[0]?.[0] ?? least), to);
  return Math.min(spans['3h'], Math.max(MIN_SPAN, Math.ceil((to - first) * 1.05)));
}

/** The waiting places of an event: all on one axis to the front, over time, with pace and estimate. */
export function WaitingPage() {
  const t = useTexts();
  const eventId = Number(useParams().eventId);
  const places = useWaitingPlaces(eventId);
  const { data } = places;
  return (
    <Page>
      <PageHeader
        title={data ? t('waiting.ofEvent', { event: data.event_name }) : t('waiting.title')}
        meta={data ? summarize(t, data) : null}
      />
      <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
        <OnSaleTabs eventId={eventId} link={NavLink} />
      </Box>
      <QueryContent
        query={places}
        loading={t('words.loading')}
        skeletons={[320, 160]}
        empty={{
          when: (found) => found.places.length === 0,
          show: (
            <EmptyState
              action={
                <Button component={Link} to={`/queueitlinks?event_id=${eventId}`}>
                  {t('waiting.links')}
                </Button>
              }
            >
              {t('waiting.empty')}
            </EmptyState>
          ),
        }}
      >
        {(found) => <Board data={found} />}
      </QueryContent>
    </Page>
  );
}

/** "2 of 40 purchased · 8 held · … · 12 places · 2 at the front · Next: north.stand.01, in 4–7 min" */
function summarize(t: TasksTexts, { places, total, seats }: WaitingPlacesDto): string {
  const front = places.filter(({ status }) => status === 'your_turn' || status === 'entered').length;
  const next = places.find(({ status, position }) => status === 'waiting' && position !== null);
  return [
    ...(seats.wanted > 0 ? [t('waiting.seats', { ...seats })] : []),
    places.length < total
      ? t('waiting.nearest', { shown: places.length, total })
      : t('waiting.places', { count: total }),
    ...(front > 0 ? [t('waiting.atFront', { count: front })] : []),
    ...(next ? [describeNext(t, next)] : []),
  ].join(' · ');
}

const describeNext = (t: TasksTexts, place: WaitingPlaceDto): string =>
  place.wait || place.pace === 0
    ? t('waiting.next', { login: place.login_name, estimate: describeEstimate(t, place) })
    : t('waiting.nextAt', { login: place.login_name, position: place.position ?? 0 });

function Board({ data }: { data: WaitingPlacesDto }) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const chosenSpan = params.get('span');
  const span: Span = isSpan(chosenSpan) ? chosenSpan : 'fit';
  const picked = params.get('place');
  const [pointed, setPointed] = useState<string | null>(null);
  const setParam = (name: string, value: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, value);
        return next;
      },
      { replace: true },
    );
  const highlighted = pointed ?? picked;
  const place = data.places.find((one) => placeKey(one) === highlighted);
  const isStacked = useIsTight(1000);
  return (
    <PanelPage
      sx={{
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1fr)' },
        ...(isStacked
          ? { gridTemplateColumns: 'minmax(0, 1fr)', gridAutoRows: 'max-content' }
          : { overflow: 'hidden', alignContent: 'stretch' }),
      }}
    >
      <PlaceList
        places={data.places}
        total={data.total}
        openKey={highlighted}
        isStacked={isStacked}
        onPoint={setPointed}
        onPick={(key) => setParam('place', key === picked ? null : key)}
      />
      <Box sx={{ display: 'grid', gap: 1.5, alignContent: 'start', minWidth: 0, order: isStacked ? 1 : -1 }}>
        <Panel
          title={t('waiting.chart')}
          meta={t('waiting.scale')}
          padded
          actions={
            <SegmentedControl
              label={t('waiting.span')}
              value={span}
              onChange={(value) => setParam('span', value === 'fit' ? null : value)}
              segments={[
                { value: 'fit', label: t('waiting.spanFit') },
                { value: '10m', label: t('waiting.span10m') },
                { value: '1h', label: t('waiting.span1h') },
                { value: '3h', label: t('waiting.span3h') },
              ]}
            />
          }
        >
          <PositionChart
            places={data.places}
            now={Date.parse(data.now) / 1000}
            span={span === 'fit' ? spanOf(data) : spans[span]}
            height={isStacked ? 280 : 420}
            highlighted={highlighted}
            onHighlight={setPointed}
            onPick={(key) => setParam('place', key)}
          />
        </Panel>
        <Panel title={place ? place.login_name : t('waiting.place')} padded>
          {place ? <PlaceDetails place={place} /> : t('waiting.choose')}
        </Panel>
      </Box>
    </PanelPage>
  );
}

interface PlaceListProps {
  places: readonly WaitingPlaceDto[];
  total: number;
  openKey: string | null;
  isStacked: boolean;
  onPoint: (key: string | null) => void;
  onPick: (key: string) => void;
}

/** The places nearest the front first; a row that is pointed at or focused is highlighted in the chart. */
function PlaceList({ places, total, openKey, isStacked, onPoint, onPick }: PlaceListProps) {
  const t = useTexts();
  const columns = useMemo(() => placeColumns(t), [t]);
  const narrow = useMemo(() => placeNarrow(t), [t]);
  const isSqueezed = useIsTight(1720);
  const point = ({ target }: SyntheticEvent) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-key]') : null;
    onPoint(row?.dataset.key ?? null);
  };
  return (
    <Box
      sx={{
        display: 'flex',
        minHeight: 0,
        minWidth: 0,
        maxHeight: isStacked ? 'min(60vh, 520px)' : '100%',
        alignSelf: 'start',
        border: 1,
        borderColor: 'line.main',
        borderRadius: '8px',
        overflow: 'hidden',
      }}
      onPointerOver={point}
      onPointerLeave={() => onPoint(null)}
      onFocus={point}
      onBlur={() => onPoint(null)}
    >
      <DataTable
        label={t('waiting.title')}
        columns={columns}
        rows={places}
        total={total}
        keyOf={placeKey}
        nameOf={(place) => place.login_name}
        narrow={narrow}
        squeezed={isSqueezed}
        openKey={openKey}
        onOpen={(place) => onPick(placeKey(place))}
        virtual
      />
    </Box>
  );
}

function PlaceDetails({ place }: { place: WaitingPlaceDto }) {
  const t = useTexts();
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, alignItems: 'center' }}>
        <PlaceStatus place={place} />
        <PlaceFacts place={place} />
      </Box>
      <Box sx={{ typography: 'body2' }}>
        <Box component="span" sx={{ color: 'text.tertiary', mr: 1 }}>
          {t('waiting.serves')}
        </Box>
        <ServedTasks tasks={place.tasks} />
      </Box>
    </Box>
  );
}
