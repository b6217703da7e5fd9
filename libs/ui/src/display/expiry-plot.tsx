import { useTheme } from '@mui/material';
import { useTexts } from '../texts';
import { formatInstant } from '../time/format';
import { useLocale } from '../time/locale';
import { useClockValue } from '../time/use-seconds';
import { axisSteps, ChartFrame, ChartLegend } from './chart-frame';
import { formatCount, formatMoney, formatTotals, totalsByCurrency } from './money';

/** Seats of one currency that expire at about the same time. */
export interface ExpiringStep {
  /** When the first of them expires, ISO 8601. */
  at: string;
  currency: string | null;
  seats: number;
  total: number;
}

/** What expires within one minute. */
interface ExpiryMinute {
  /** Its start, in epoch milliseconds. */
  at: number;
  seats: number;
  totals: { amount: number; currency: string | null }[];
}

const MINUTE_MS = 60_000;
/** Minutes that the plot has at least, and at most; what expires later is in the last one. */
const MIN_MINUTES = 10;
const MAX_MINUTES = 30;
/** The width of a letter above a column, and the height of a line of them, in px. */
const LETTER = 6.2;
const LINE = 14;

/** What expires in each minute from the current one on. */
function toMinutes(steps: readonly ExpiringStep[], from: number): ExpiryMinute[] {
  const indexOf = (at: string) =>
    Math.min(MAX_MINUTES - 1, Math.max(0, Math.floor((Date.parse(at) - from) / MINUTE_MS)));
  const length = Math.max(MIN_MINUTES, ...steps.map(({ at }) => indexOf(at) + 1));
  return Array.from({ length }, (_, i) => {
    const own = steps.filter(({ at }) => indexOf(at) === i);
    const prices = own.filter(({ total }) => total > 0);
    return {
      at: from + i * MINUTE_MS,
      seats: own.reduce((sum, { seats }) => sum + seats, 0),
      totals: totalsByCurrency(prices.map(({ total, currency }) => ({ price: total, currency }))),
    };
  });
}

export interface ExpiryPlotProps {
  steps: readonly ExpiringStep[];
  height?: number;
}

/**
 * How many seats, and for how much money, expire in each minute unless they are paid; by the server's clock. Renders nothing
 * while nothing is held.
 */
export function ExpiryPlot({ steps, height = 132 }: ExpiryPlotProps) {
  const t = useTexts();
  const { vars } = useTheme();
  const { now, locale, timeZone } = useLocale();
  const from = useClockValue(() => Math.floor(now() / MINUTE_MS) * MINUTE_MS);
  const minutes = toMinutes(
    steps.filter(({ at }) => Date.parse(at) > now()),
    from,
  );
  const next = minutes.findIndex(({ seats }) => seats > 0);
  if (next < 0) return null;
  const timeOf = ({ at }: ExpiryMinute) => formatInstant(at, { locale, timeZone, style: 'time' });
  const seatsOf = ({ seats }: ExpiryMinute) => t('expiry.seats', { count: seats });
  const describe = (i: number) => {
    const minute = minutes[i];
    if (!minute) return '';
    const sum = minute.totals.length > 0 ? formatTotals(minute.totals, { locale }) : '';
    return [timeOf(minute), seatsOf(minute), sum].filter(Boolean).join(', ');
  };
  const fill = (i: number) =>
    i === 0
      ? vars.palette.status.cinnabar.main
      : i === 1
        ? vars.palette.status.ochre.main
        : vars.palette.chart.carted;
  return (
    <ChartFrame
      label={t('expiry.plot')}
      height={height}
      columns={minutes.map(timeOf)}
      steps={axisSteps(Math.max(...minutes.map(({ seats }) => seats)))}
      formatStep={formatCount}
      describe={describe}
      initial={next}
      legend={(i) => {
        const minute = minutes[i];
        return minute ? (
          <ChartLegend>
            <li className="name">{timeOf(minute)}</li>
            <li>{seatsOf(minute)}</li>
            {minute.totals.length > 0 ? (
              <li>
                <b>{formatTotals(minute.totals, { locale })}</b>
              </li>
            ) : null}
          </ChartLegend>
        ) : null;
      }}
    >
      {({ left, top, plotHeight, pitch, y, highlighted }) =>
        minutes.map(({ seats, totals }, i) => {
          const [only] = totals;
          const money =
            only && totals.length === 1
              ? formatMoney(only.amount, only.currency, { locale }).replace(/[.,]\d\d(?=\D*$)/, '')
              : '';
          const x = left + i * pitch;
          // A sum may reach over lower columns, such as that of the highest one over both beside it.
          const isLower = (other: ExpiryMinute | undefined) =>
            other !== undefined && y(other.seats) - y(seats) > LINE;
          const room = isLower(minutes[i - 1]) && isLower(minutes[i + 1]) ? 3 * pitch : pitch;
          return seats === 0 ? null : (
            <g key={i} opacity={highlighted === null || highlighted === i ? 1 : 0.55}>
              <rect
                x={x + 1}
                y={y(seats)}
                width={Math.max(1, pitch - 2)}
                height={top + plotHeight - y(seats)}
                rx={1.5}
                fill={fill(i)}
              />
              {money.length * LETTER <= room && y(seats) - 4 > top + 6 ? (
                <text
                  x={x + pitch / 2}
                  y={y(seats) - 4}
                  textAnchor="middle"
                  fontSize={11}
                  fontWeight={600}
                  fill={vars.palette.text.primary}
                >
                  {money}
                </text>
              ) : null}
            </g>
          );
        })
      }
    </ChartFrame>
  );
}
