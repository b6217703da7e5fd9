import { memo, useMemo } from 'react';
import type { OnSaleMoney, OnSaleWaiting, OnSaleWorkers } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { BudgetBar, Forecast } from '@tessera/product-ui/budgets';
import { PlannedCost } from '@tessera/product-ui/costs';
import { formatCount, formatDuration, formatMoney, formatTotals, TileBar } from '@tessera/ui';
import { Box, Button, Link as MuiLink, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { placePath } from './chart-scale';
import { type Frame, sumOf } from './room-frames';
import { BigFigure, RoomPanel, Small } from './room-panel';

export interface WaitingPanelProps {
  eventId: number;
  waiting: OnSaleWaiting;
  frames: readonly Frame[];
  /** The replayed moment with its figures; null while live. */
  then: { at: number; waiting: number; best: number | null } | null;
}

const TREND = { width: 320, height: 56 };

/** The waiting places of the event, and how fast they move up. */
export const WaitingPanel = memo(function WaitingPanel({
  eventId,
  waiting,
  frames,
  then,
}: WaitingPanelProps) {
  const t = useTexts();
  const { vars } = useTheme();
  const until = then?.at ?? Infinity;
  const path = useMemo(() => placePath(frames, until, TREND.width, TREND.height), [frames, until]);
  const { places, best } = then ? { places: then.waiting, best: then.best } : waiting;
  const paceText =
    waiting.pace === null ? t('onSale.paceUnknown') : t('onSale.pace', { pace: Math.round(waiting.pace) });
  return (
    <RoomPanel
      number={4}
      area="waiting"
      title={t('onSale.waiting')}
      actions={
        <MuiLink component={Link} to={`/on-sale/${eventId}/waiting`} sx={{ typography: 'body2' }}>
          {t('onSale.openBoard')}
        </MuiLink>
      }
    >
      {places === 0 && (then !== null || waiting.admitted === 0) ? (
        <Small role="status">{t('onSale.noPlaces')}</Small>
      ) : (
        <Box sx={{ display: 'grid', gap: 0.5 }}>
          <BigFigure>{formatCount(best)}</BigFigure>
          <Small>
            {[
              t('onSale.bestPlace'),
              then || waiting.median === null ? '' : t('onSale.median', { position: waiting.median }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Small>
          <Small>
            {[
              t('onSale.places', { count: places }),
              then ? '' : t('onSale.admitted', { count: waiting.admitted }),
              then ? '' : paceText,
            ]
              .filter(Boolean)
              .join(' · ')}
          </Small>
          {path ? (
            <svg
              role="img"
              aria-label={t('onSale.trend')}
              viewBox={`0 0 ${TREND.width} ${TREND.height}`}
              width="100%"
              height={TREND.height}
              preserveAspectRatio="none"
            >
              <path
                d={path}
                fill="none"
                stroke={vars.palette.status.aegean.main}
                strokeWidth={2}
                vectorEffect="non-scaling-stroke"
              />
            </svg>
          ) : null}
        </Box>
      )}
    </RoomPanel>
  );
});

/** The room that workers have for more tasks; at a replayed moment what they ran then. */
export const WorkersPanel = memo(function WorkersPanel({
  workers,
  then,
}: {
  workers: OnSaleWorkers;
  /** The replayed moment; null while live. */
  then: Frame | null;
}) {
  const t = useTexts();
  const { free, busy, serving, connected, queue_age_s: age } = workers;
  if (then) {
    const { running = 0, waiting_room: inLine = 0, queued = 0 } = then.counts;
    return (
      <RoomPanel number={5} area="workers" title={t('onSale.workers')}>
        <Box sx={{ display: 'grid', gap: 0.75 }}>
          <BigFigure>{formatCount(running + inLine)}</BigFigure>
          <Small>{t('onSale.ranThen')}</Small>
          <Small>{t('onSale.queuedThen', { count: queued })}</Small>
          <Small>{t('onSale.slotsThen')}</Small>
        </Box>
      </RoomPanel>
    );
  }
  return (
    <RoomPanel number={5} area="workers" title={t('onSale.workers')}>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', columnGap: 1 }}>
          <BigFigure>{formatCount(free)}</BigFigure>
          <Small>{t('onSale.freeSlots')}</Small>
        </Box>
        <TileBar
          fill
          size="tile"
          tiles={24}
          total={Math.max(1, free + busy)}
          parts={[{ value: busy, tone: 'running', label: t('onSale.busy', { count: busy }) }]}
        />
        <Small>
          {t('onSale.busy', { count: busy })} · {t('onSale.serving', { serving, connected })}
        </Small>
        <Small>
          {age === null ? t('onSale.noQueue') : t('onSale.queueAge', { age: formatDuration(age) })}
        </Small>
      </Box>
    </RoomPanel>
  );
});

export interface MoneyPanelProps {
  money: OnSaleMoney;
  /** The replayed moment, and the currency of its amounts; null while live. */
  then: { frame: Frame; currency: string | null } | null;
  /** Opens the form of the budget; undefined without permission. */
  onBudget: (() => void) | undefined;
}

/** Money spent on the event, and what is left of its budget. */
export const MoneyPanel = memo(function MoneyPanel({ money, then, onBudget }: MoneyPanelProps) {
  const t = useTexts();
  const { planned, forecast } = money;
  const { spent, held, budget, budget_currency: currency } = then ? moneyOf(then, money) : money;
  const amounts = (totals: OnSaleMoney['spent']) =>
    formatTotals(totals.map(({ total, currency: of }) => ({ amount: total, currency: of })));
  const isInBudget = budget !== null && currency !== null;
  const isHeldElsewhere = held.some((one) => !isInBudget || one.currency !== currency);
  return (
    <RoomPanel
      number={6}
      area="money"
      title={t('onSale.money')}
      isText
      actions={
        onBudget ? (
          <Button size="small" onClick={onBudget}>
            {t('onSale.setBudget')}
          </Button>
        ) : null
      }
    >
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <BigFigure>
          {spent.length === 0 ? formatMoney(0, currency ?? held[0]?.currency ?? 'GBP') : amounts(spent)}
        </BigFigure>
        <Small>
          {t('onSale.spent')}{' '}
          {isInBudget
            ? t('onSale.ofBudget', { budget: formatMoney(budget, currency) })
            : `· ${t('onSale.noBudget')}`}
        </Small>
        {isInBudget ? (
          <BudgetBar
            label={t('onSale.budget')}
            amount={budget}
            currency={currency}
            spent={sumOf(spent, currency)}
            reserved={sumOf(held, currency)}
          />
        ) : null}
        {isHeldElsewhere ? <Small>{t('onSale.heldValue', { amount: amounts(held) })}</Small> : null}
        {then === null ? (
          <Forecast forecast={forecast} budget={isInBudget ? { amount: budget, currency } : null} />
        ) : null}
        {then === null && planned.seats > 0 ? (
          <Small>
            {t('onSale.planned')}{' '}
            <PlannedCost costs={planned.costs} seats={planned.seats} unpricedSeats={planned.unpriced_seats} />
          </Small>
        ) : null}
      </Box>
    </RoomPanel>
  );
});

/** The money of a replayed moment; the history has it in the currency of the site alone. */
const moneyOf = (
  { frame, currency }: NonNullable<MoneyPanelProps['then']>,
  { budget, budget_currency }: OnSaleMoney,
): Pick<OnSaleMoney, 'spent' | 'held' | 'budget' | 'budget_currency'> => {
  const totals = (seats: number, total: number) => (seats > 0 ? [{ currency, seats, total }] : []);
  return {
    spent: totals(frame.won, frame.spent),
    held: totals(frame.held, frame.due),
    budget,
    budget_currency,
  };
};
