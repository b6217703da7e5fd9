import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { EventSeatMapDto } from '@tessera/api';
import { Link, NavLink, useParams, useSearchParams } from '@tessera/federation/router';
import { OnSaleTabs } from '@tessera/product-ui';
import { type ColorBy, colorings, SeatMap, SiteMap } from '@tessera/product-ui/seat-map';
import {
  Alert,
  describeError,
  EmptyState,
  ErrorAlert,
  formatCount,
  Page,
  PageHeader,
  PanelPage,
  QueryContent,
} from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { seatMapQuery, siteMapQuery } from '../../seats/seat-map.api';
import { useTexts } from '../../texts';
import { SeatDetails } from './seat-details';

const isColoring = (value: string | null): value is ColorBy =>
  colorings.some((coloring) => coloring === value);

/** An event's held and bought seats by area and row, live. The area, the seat and the colours are in the address. */
export function SeatsPage() {
  const t = useTexts();
  const eventId = Number(useParams().eventId);
  const seats = useQuery(seatMapQuery(eventId));
  const { data } = seats;
  return (
    <Page>
      <PageHeader
        title={data ? t('seats.ofEvent', { event: data.event_name }) : t('seats.title')}
        meta={data ? t('seats.count', { held: data.held, bought: data.bought }) : null}
      />
      <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
        <OnSaleTabs eventId={eventId} link={NavLink} />
      </Box>
      <QueryContent
        query={seats}
        loading={t('seats.loading')}
        skeletons={[32, 240]}
        empty={{
          when: ({ areas }) => areas.length === 0,
          show: (
            <EmptyState
              action={
                <Button component={Link} to={`/tasks?event_id=${eventId}`}>
                  {t('seats.tasks')}
                </Button>
              }
            >
              {t('seats.empty')}
            </EmptyState>
          ),
        }}
      >
        {(found) => <Seats data={found} />}
      </QueryContent>
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
      {/* Within this block the details of the selected seat stick to the bottom of the window. */}
      <div>
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
        </SeatMap>
        <SeatDetails
          eventId={data.event_id}
          seats={data}
          selected={selected}
          onClose={() => set('seat', null)}
        />
      </div>
    </PanelPage>
  );
}
