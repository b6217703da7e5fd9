import { countsOf, type DashboardDto } from '@tessera/api';
import {
  CountdownText,
  countsBySeries,
  formatCount,
  MoneyTotals,
  SegmentedProgress,
  TileBar,
} from '@tessera/ui';
import { Paper, styled } from '@mui/material';
import { LimitBar } from './limit-bar';
import { Tile } from './tile';

const Row = styled(Paper)(({ theme: { vars, breakpoints } }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(6, minmax(0, 1fr))',
  // Clips the outer lines; `hidden` would let the grid around it shrink this to nothing.
  overflow: 'clip',
  // Lines between the tiles alone, however they wrap.
  '& > *': { boxShadow: `-1px -1px 0 0 ${vars.palette.divider}` },
  [breakpoints.down('lg')]: { gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' },
  [breakpoints.down('sm')]: { gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' },
}));

/** A handful of things keep their size, many share the width. */
const few = (value: number): { fill: boolean; size: 'row' | 'tile' } => ({ fill: value > 18, size: 'tile' });

/** The figures of the moment; each leads to its list where that page is there. */
export function Tiles({ data, pages }: { data: DashboardDto; pages: { tasks: boolean; tickets: boolean } }) {
  const unfinished = countsOf(data.unfinished);
  const { running, notStarted } = countsBySeries(unfinished);
  const tasks = (search: string) => (pages.tasks ? `/tasks${search}` : undefined);
  const tickets = (search: string) => (pages.tickets ? `/tickets${search}` : undefined);
  const [commonest] = data.failed_24h_messages;
  return (
    <Row role="group" aria-label="Figures">
      <Tile
        title="Unfinished tasks"
        to={tasks('')}
        figure={formatCount(data.unfinished_total)}
        note={`${formatCount(running)} running, ${formatCount(notStarted)} not yet started`}
      >
        <SegmentedProgress counts={unfinished} fill />
      </Tile>
      <Tile
        title="In waiting rooms"
        to={tasks('?status=waiting_room')}
        figure={formatCount(data.waiting)}
        note={data.unfinished_total > 0 ? `of ${formatCount(data.unfinished_total)} unfinished` : ''}
      >
        <TileBar
          fill
          parts={[{ value: data.waiting, tone: 'aegean', label: 'waiting' }]}
          whole={data.unfinished_total}
        />
      </Tile>
      <Tile
        title="Held now"
        to={tickets('?tab=cart')}
        figure={formatCount(data.held)}
        unit="seats"
        note={
          data.next_lapse_at ? (
            <>
              next lapses in <CountdownText until={data.next_lapse_at} form="clock" label="Next held seat" />
            </>
          ) : (
            'nothing held'
          )
        }
      >
        <TileBar {...few(data.held)} parts={[{ value: data.held, tone: 'carted', label: 'held' }]} />
      </Tile>
      <Tile
        title="Bought today"
        to={tickets('')}
        figure={formatCount(data.bought_today)}
        unit="seats"
        note={
          data.bought_today > 0 ? (
            <MoneyTotals
              totals={data.bought_today_totals.map(({ total, currency }) => ({ amount: total, currency }))}
            />
          ) : (
            'none yet'
          )
        }
      >
        <TileBar
          {...few(data.bought_today)}
          parts={[{ value: data.bought_today, tone: 'bought', label: 'bought' }]}
        />
      </Tile>
      <Tile
        title="Failed in 24 h"
        to={tasks('?status=failed')}
        figure={formatCount(data.failed_24h)}
        note={commonest ? `${formatCount(commonest.count)} × ${commonest.message}` : 'none'}
      >
        <TileBar
          {...few(data.failed_24h)}
          parts={[{ value: data.failed_24h, tone: 'failed', label: 'failed' }]}
        />
      </Tile>
      <Tile title="Limits">
        <LimitBar label="Tasks" use={data.tasks_limit} />
        <LimitBar label="Logins" use={data.logins_limit} />
      </Tile>
    </Row>
  );
}
