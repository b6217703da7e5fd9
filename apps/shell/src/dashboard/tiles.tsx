import { countsOf, type DashboardDto } from '@tessera/api';
import {
  CountdownText,
  countsBySeries,
  Filled,
  formatCount,
  MoneyTotals,
  SegmentedProgress,
  TileBar,
} from '@tessera/ui';
import { Paper, styled } from '@mui/material';
import { useTexts } from '../texts';
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
  const t = useTexts();
  const unfinished = countsOf(data.unfinished);
  const { running, notStarted } = countsBySeries(unfinished);
  const tasks = (search: string) => (pages.tasks ? `/tasks${search}` : undefined);
  const tickets = (search: string) => (pages.tickets ? `/tickets${search}` : undefined);
  const [commonest] = data.failed_24h_messages;
  return (
    <Row role="group" aria-label={t('dashboard.figures.label')}>
      <Tile
        title={t('dashboard.figures.unfinished')}
        to={tasks('')}
        figure={formatCount(data.unfinished_total)}
        note={t('dashboard.figures.unfinishedNote', {
          running: formatCount(running),
          waiting: formatCount(notStarted),
        })}
      >
        <SegmentedProgress counts={unfinished} fill />
      </Tile>
      <Tile
        title={t('dashboard.figures.waiting')}
        to={tasks('?status=waiting_room')}
        figure={formatCount(data.waiting)}
        note={
          data.unfinished_total > 0
            ? t('dashboard.figures.waitingNote', { total: formatCount(data.unfinished_total) })
            : ''
        }
      >
        <TileBar
          fill
          parts={[{ value: data.waiting, tone: 'aegean', label: t('dashboard.figures.waitingPart') }]}
          whole={data.unfinished_total}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.held')}
        to={tickets('?tab=cart')}
        figure={formatCount(data.held)}
        unit={t('dashboard.figures.seats')}
        note={
          data.next_lapse_at ? (
            <Filled
              text={(places) => t('dashboard.figures.nextLapse', places)}
              parts={{
                time: (
                  <CountdownText
                    until={data.next_lapse_at}
                    form="clock"
                    label={t('dashboard.figures.nextHeld')}
                  />
                ),
              }}
            />
          ) : (
            t('dashboard.figures.nothingHeld')
          )
        }
      >
        <TileBar
          {...few(data.held)}
          parts={[{ value: data.held, tone: 'carted', label: t('dashboard.figures.heldPart') }]}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.bought')}
        to={tickets('')}
        figure={formatCount(data.bought_today)}
        unit={t('dashboard.figures.seats')}
        note={
          data.bought_today > 0 ? (
            <MoneyTotals
              totals={data.bought_today_totals.map(({ total, currency }) => ({ amount: total, currency }))}
            />
          ) : (
            t('dashboard.figures.noneYet')
          )
        }
      >
        <TileBar
          {...few(data.bought_today)}
          parts={[{ value: data.bought_today, tone: 'bought', label: t('dashboard.figures.boughtPart') }]}
        />
      </Tile>
      <Tile
        title={t('dashboard.figures.failed')}
        to={tasks('?status=failed')}
        figure={formatCount(data.failed_24h)}
        note={
          commonest
            ? t('dashboard.figures.failedNote', {
                times: formatCount(commonest.count),
                message: commonest.message,
              })
            : t('dashboard.figures.none')
        }
      >
        <TileBar
          {...few(data.failed_24h)}
          parts={[{ value: data.failed_24h, tone: 'failed', label: t('dashboard.figures.failedPart') }]}
        />
      </Tile>
      <Tile title={t('dashboard.limits.title')}>
        <LimitBar label={t('dashboard.limits.tasks')} use={data.tasks_limit} />
        <LimitBar label={t('dashboard.limits.logins')} use={data.logins_limit} />
      </Tile>
    </Row>
  );
}
