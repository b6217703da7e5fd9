import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EventSeatMapDto } from '@tessera/api';
import { Link, useParams, useSearchParams } from '@tessera/federation/router';
import {
  Alert,
  describeError,
  EmptyState,
  ErrorAlert,
  formatCount,
  Page,
  PageHeader,
  PanelPage,
} from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { type ColorBy, colorings, SeatMap, SiteMap } from '@tessera/ui/seat-map';
import { seatMapQuery, siteMapQuery } from '../../seats/seat-map.api';
import { useTexts } from '../../texts';
import { SeatDetails } from './seat-details';

const isColoring = (value: string | null): value is ColorBy =>
  colorings.some((coloring) => coloring === value);

/** An event's held and bought seats by area and row, live. The area, the seat and the colours are in the address. */
export function SeatsPage() {
  const t = useTexts();
  const eventId = Number(useParams().eventId);
  const { data, error, refetch } = useQuery(seatMapQuery(eventId));
  return (
    <Page>
      <PageHeader
        title={data ? t('seats.ofEvent', { event: data.event_name }) : t('seats.title')}
        meta={data ? t('seats.count', { held: data.held, bought: data.bought }) : null}
      />
      <Box
        component="nav"
        aria-label={t('seats.views')}
        sx={{ display: 'flex', gap: 0.5, px: { xs: 1, sm: 2 }, pb: 1, flex: 'none' }}
      >
        <Button component={Link} to={`/on-sale/${eventId}`}>
          {t('seats.room')}
        </Button>
        <Button component={Link} to={`/on-sale/${eventId}/waiting`}>
          {t('seats.waiting')}
        </Button>
        <Button component={Link} to={`/on-sale/${eventId}/seats`} aria-current="page" variant="outlined">
          {t('seats.title')}
        </Button>
      </Box>
      {error && !data ? (
        <Box sx={{ px: { xs: 2, sm: 3 } }}>
          <ErrorAlert error={describeError(error)} onRetry={() => void refetch()} />
        </Box>
      ) : !data ? (
        <Box
          aria-busy
          aria-label={t('seats.loading')}
          sx={{ px: { xs: 2, sm: 3 }, display: 'grid', gap: 1.5 }}
        >
          <Skeleton variant="rounded" height={32} width={320} />
          <Skeleton variant="rounded" height={240} />
        </Box>
      ) : data.areas.length === 0 ? (
        <EmptyState
          action={
            <Button component={Link} to={`/tasks?event_id=${eventId}`}>
              {t('seats.tasks')}
            </Button>
          }
        >
          {t('seats.empty')}
        </EmptyState>
      ) : (
        <Seats data={data} />
      )}
    </Page>
  );
}

function Seats({ data }: { data: EventSeatMapDto }) {
  const t = useTexts();
  const [params, setParams] = useSearchParams();
  const drawing = useQuery(siteMapQuery(data.site_id, data.map));
  const coloring = params.get('color');
  const zoomed = params.get('area');
  const selected = params.get('seat');
  const set = useCallback(
    (name: 'area' | 'color' | 'seat', value: string | null) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before);
          if (value === null) next.delete(name);
          else next.set(name, value);
          return next;
        },
        { replace: name !== 'area' },
      ),
    [setParams],
  );
  const zoom = useCallback((key: string | null) => set('area', key), [set]);
  return (
    <PanelPage>
      {data.complete ? null : (
        <Alert tone="warning">{t('seats.incomplete', { shown: formatCount(data.held + data.bought) })}</Alert>
      )}
      <SeatMap
        seats={data}
        colorBy={isColoring(coloring) ? coloring : 'state'}
        onColorBy={(value) => set('color', value === 'state' ? null : value)}
        zoomed={zoomed}
        onZoom={zoom}
        selected={selected}
        onSelect={(key) => set('seat', key === selected ? null : key)}
      >
        {drawing.error ? (
          <ErrorAlert error={describeError(drawing.error)} onRetry={() => void drawing.refetch()} />
        ) : null}
        {drawing.data ? (
          <SiteMap svg={drawing.data} areas={data.areas} zoomed={zoomed} onOpen={zoom} />
        ) : null}
        <SeatDetails
          eventId={data.event_id}
          seats={data}
          selected={selected}
          onClose={() => set('seat', null)}
        />
      </SeatMap>
    </PanelPage>
  );
}
