import { countsOf, type DashboardDto } from '@tessera/api';
import { failedStatuses, unfinishedStatuses } from '@tessera/domain';
import { taskReasonText } from '@tessera/product-ui';
import {
  CountdownText,
  countsBySeries,
  formatCount,
  InterpolatedText,
  MoneyTotals,
  SegmentedProgress,
  TileBar,
  type TileBarProps,
} from '@tessera/ui';
import { Paper, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { LimitBar } from './limit-bar';
import { findNeeded } from './limits';
import { Tile } from './tile';

const Row = styled(Paper)(({ theme: { vars, breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  // Clips the outer lines; with `hidden` the surrounding grid could shrink it to nothing.
  overflow: 'clip',
  // Lines only between tiles, however they wrap.
  '& > *': { boxShadow: `-1px -1px 0 0 ${vars.palette.divider}` },
  [breakpoints.down('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

/** Up to 18 segments keep their size, more share the width. */
const barSize = (value: number): { fill: boolean; size: 'row' | 'tile' } => ({
  fill: value > 18,
  size: 'tile',
});

/** The current figures; each links to its list when the user may open it. */
export function Tiles({ data, mayOpen }: { data: DashboardDto; mayOpen: (path: string) => boolean }) {
  const t = useTexts();
  const unfinished = countsOf(data.unfinished);
  const { notStarted } = countsBySeries(unfinished);
  const to = ({ path, search }: ListLink) => (mayOpen(path) ? path + search : undefined);
  const needed = findNeeded(data);
  const ask =
    needed && !mayOpen('/realms') ? to({ path: '/requests', search: `?ask=max_${needed}` }) : undefined;
  const [topReason] = data.failed_24h_messages;
  const wanted = data.bought_today + data.still_wanted;
  return (
    <Row role="group" aria-label={t('dashboard.figures.label')}>
      <Tile
        title={t('dashboard.figures.unfinished')}
        to={to(tileLinks.unfinished())}
        figure={formatCount(data.unfinished_total)}
        note={t('dashboard.figures.unfinishedNote', {
          running: formatCount(unfinished.running ?? 0),
          waiting: formatCount(notStarted),
        })}
      >
        {data.unfinished_total > 0 ? <SegmentedProgress counts={unfinished} fill /> : <EmptyBar />}
      </Tile>
      <Tile
        title={t('dashboard.figures.waiting')}
        to={to(tileLinks.waiting())}
        figure={formatCount(data.waiting)}
        note={<KnownPositions data={data} />}
      >
        <Bar
          {...barSize(data.waiting)}
          parts={[
            { value: data.places_known, tone: 'aegean', label: t('dashboard.figures.positionKnown') },
            {
              value: data.waiting - data.places_known,
              tone: 'aegean',
              faint: true,
              label: t('dashboard.figures.positionUnknown'),
            },
          ]}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.held')}
        to={to(tileLinks.held())}
        figure={formatCount(data.held)}
        unit={t('dashboard.figures.seats', { count: data.held })}
        note={<NextLapse data={data} />}
      >
        <Bar
          {...barSize(data.held)}
          parts={[
            { value: data.next_lapse_seats, tone: 'carted', label: t('dashboard.figures.lapsePart') },
            {
              value: data.held - data.next_lapse_seats,
              tone: 'carted',
              faint: true,
              label: t('dashboard.figures.heldPart'),
            },
          ]}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.bought')}
        to={to(tileLinks.bought(data))}
        figure={formatCount(data.bought_today)}
        unit={
          data.still_wanted > 0
            ? t('dashboard.figures.wanted', { total: formatCount(wanted) })
            : t('dashboard.figures.seats', { count: data.bought_today })
        }
        note={
          data.bought_today > 0 ? (
            <MoneyTotals
              totals={data.bought_today_totals.map(({ total, currency }) => ({ amount: total, currency }))}
              fallback="GBP"
            />
          ) : (
            t('dashboard.figures.noneYet')
          )
        }
      >
        <Bar
          {...barSize(wanted)}
          parts={[{ value: data.bought_today, tone: 'bought', label: t('dashboard.figures.boughtPart') }]}
          total={wanted}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.failed')}
        to={to(tileLinks.failed(data))}
        figure={formatCount(data.failed_24h)}
        note={
          topReason
            ? t('dashboard.figures.failedNote', {
                times: formatCount(topReason.count),
                message:
                  taskReasonText(topReason.reason, topReason.message) || t('dashboard.figures.noReason'),
              })
            : t('dashboard.figures.none')
        }
      >
        <Bar
          {...barSize(data.failed_24h)}
          parts={[{ value: data.failed_24h, tone: 'failed', label: t('dashboard.figures.failedPart') }]}
        />
      </Tile>
      <Tile
        title={t('dashboard.limits.title')}
        to={to({ path: '/realms', search: '' }) ?? ask}
        note={ask ? t('dashboard.limits.ask') : undefined}
      >
        <LimitBar label={t('dashboard.limits.tasks')} use={data.tasks_limit} />
        <LimitBar label={t('dashboard.limits.logins')} use={data.logins_limit} />
      </Tile>
    </Row>
  );
}

/** Keeps a bar's height when there is nothing to count. */
const EmptyBar = styled('span')({ height: 8 });

function Bar(props: TileBarProps) {
  const total = props.total ?? props.parts.reduce((sum, { value }) => sum + value, 0);
  return total > 0 ? <TileBar {...props} /> : <EmptyBar />;
}

/** How many waiting-room positions are known, and the best of them. */
function KnownPositions({ data }: { data: DashboardDto }) {
  const t = useTexts();
  if (data.waiting === 0) return t('dashboard.figures.noneWaiting');
  if (data.best_place === null) return t('dashboard.figures.positionsUnknown');
  return (
    <InterpolatedText
      text={(values) => t('dashboard.figures.positions', { ...values, count: data.places_known })}
      elements={{ best: <b>{formatCount(data.best_place)}</b> }}
    />
  );
}

/** How many of the held seats lapse next, and when. */
function NextLapse({ data }: { data: DashboardDto }) {
  const t = useTexts();
  const { held, next_lapse_at: until, next_lapse_seats: count } = data;
  if (!until) return t('dashboard.figures.nothingHeld');
  const key = count < held ? 'dashboard.figures.someLapse' : 'dashboard.figures.allLapse';
  return (
    <InterpolatedText
      text={(values) => t(key, { ...values, count })}
      elements={{
        time: <CountdownText until={until} form="clock" label={t('dashboard.figures.nextHeld')} />,
      }}
    />
  );
}

/** A filtered list page. */
interface ListLink {
  path: string;
  search: string;
}

const listOf = (path: string, query: Readonly<Record<string, string>>): ListLink => ({
  path,
  search: `?${new URLSearchParams(query).toString()}`,
});

/** The list behind each figure, filtered to the same rows (tested by the server's figures.spec.ts). */
const tileLinks = {
  unfinished: () => listOf('/tasks', { status: unfinishedStatuses.join(',') }),
  waiting: () => listOf('/tasks', { status: 'waiting_room' }),
  held: () => listOf('/tickets', { tab: 'cart' }),
  bought: ({ today_from }: DashboardDto) => listOf('/tickets', { created_from: today_from }),
  failed: ({ failed_since }: DashboardDto) =>
    listOf('/tasks', { status: failedStatuses.join(','), finished_from: failed_since }),
} as const;
