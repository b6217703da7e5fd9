import type { PaymentForecastDto } from '@tessera/api';
import type { TasksTexts } from '../texts';

const toTenths = (value: number): number => Math.round(value * 10) / 10;

/** The figures of a forecast, rounded as they are shown. */
export const forecastFigures = ({ baskets_per_minute, paid_per_minute, expire }: PaymentForecastDto) => ({
  come: toTenths(baskets_per_minute),
  pay: toTenths(paid_per_minute),
  expire,
});

/** A forecast in one sentence. */
export function forecastText(t: TasksTexts, forecast: PaymentForecastDto): string {
  const { come, pay, expire } = forecastFigures(forecast);
  const waiting =
    forecast.waiting > 0 ? ` ${t('onSale.payers.notCounted', { count: forecast.waiting })}` : '';
  if (forecast.baskets === 0) return t('onSale.payers.noBaskets') + waiting;
  const payment = pay > 0 ? t('onSale.payers.canPay', { pay }) : t('onSale.payers.nobodyPays');
  const outcome = expire > 0 ? t('onSale.payers.expire', { count: expire }) : t('onSale.payers.noneExpire');
  return t('onSale.payers.sentence', { come, payment, outcome }) + waiting;
}
