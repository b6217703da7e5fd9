import { memo, useMemo } from 'react';
import type { OnSaleMoney, OnSaleWaiting, OnSaleWorkers } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { formatCount, formatDuration, formatMoney, formatTotals, TileBar } from '@tessera/ui';
import { Box, Button, Link as MuiLink, useTheme } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { placePath } from './chart-scale';
import type { Frame } from './room-frames';
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

/** The room that workers have for more tasks. */
export const WorkersPanel = memo(function WorkersPanel({
  workers,
  isReplay,
}: {
  workers: OnSaleWorkers;
  isReplay: boolean;
}) {
  const t = useTexts();
  const { free, busy, serving, connected, queue_age_s: age } = workers;
  return (
    <RoomPanel number={5} area="workers" title={t('onSale.workers')} meta={isReplay ? t('onSale.now') : null}>
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <BigFigure>{formatCount(free)}</BigFigure>
        <Small>{t('onSale.freeSlots')}</Small>
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
  isReplay: boolean;
  /** Opens the form of the ceiling; undefined without permission. */
  onCeiling: (() => void) | undefined;
}

/** Money spent on the event, of the ceiling. */
export const MoneyPanel = memo(function MoneyPanel({ money, isReplay, onCeiling }: MoneyPanelProps) {
  const t = useTexts();
  const { spent, held, ceiling, ceiling_currency: currency } = money;
  const sumOf = (totals: OnSaleMoney['spent']) =>
    totals.reduce((sum, one) => sum + (one.currency === currency ? one.total : 0), 0);
  const amounts = (totals: OnSaleMoney['spent']) =>
    formatTotals(totals.map(({ total, currency: of }) => ({ amount: total, currency: of })));
  const [paid, due] = [sumOf(spent), sumOf(held)];
  const over = ceiling === null ? 0 : paid - ceiling;
  const isWarned = ceiling !== null && (over > 0 || paid + due > ceiling);
  return (
    <RoomPanel
      number={6}
      area="money"
      title={t('onSale.money')}
      meta={isReplay ? t('onSale.now') : null}
      actions={
        onCeiling ? (
          <Button size="small" onClick={onCeiling}>
            {t('onSale.setCeiling')}
          </Button>
        ) : null
      }
    >
      <Box sx={{ display: 'grid', gap: 0.75 }}>
        <BigFigure sx={over > 0 ? { color: 'status.cinnabar.text' } : {}}>
          {spent.length === 0 ? formatMoney(0, currency ?? held[0]?.currency ?? 'GBP') : amounts(spent)}
        </BigFigure>
        <Small>
          {t('onSale.spent')}{' '}
          {ceiling === null
            ? `· ${t('onSale.noCeiling')}`
            : t('onSale.ofCeiling', { ceiling: formatMoney(ceiling, currency) })}
        </Small>
        {ceiling === null ? null : (
          <TileBar
            fill
            size="tile"
            tiles={24}
            total={Math.max(ceiling, paid + due, 1)}
            label={`${t('onSale.spent')} ${formatMoney(paid, currency)} ${t('onSale.ofCeiling', { ceiling: formatMoney(ceiling, currency) })}`}
            parts={[
              { value: paid, tone: over > 0 ? 'failed' : 'bought' },
              { value: due, tone: 'carted' },
            ]}
          />
        )}
        {held.length > 0 ? <Small>{t('onSale.heldValue', { amount: amounts(held) })}</Small> : null}
        {isWarned ? (
          <Small role="status" sx={{ color: 'status.cinnabar.text', fontWeight: 550 }}>
            {over > 0
              ? t('onSale.overCeiling', { amount: formatMoney(over, currency) })
              : t('onSale.wouldBeOver')}
          </Small>
        ) : null}
      </Box>
    </RoomPanel>
  );
});
