import { currentLocale } from '../texts/catalogue';
import { useLocale } from '../time/locale';

const formats = new Map<string, Intl.NumberFormat>();

/** An amount with two decimals and the currency's sign, as the language shown writes it; `currency` is ISO 4217, unknown takes `fallback`. */
export function formatMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
  { fallback = 'USD', locale = currentLocale() }: { fallback?: string; locale?: string } = {},
): string {
  if (amount === null || amount === undefined) return '–';
  const code = currency ?? fallback;
  const key = `${locale}|${code}`;
  const made =
    formats.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 2,
      maximumFractionDigits: 2,
    });
  formats.set(key, made);
  return made.format(amount);
}

export interface MoneyProps {
  amount: number | null | undefined;
  currency: string | null | undefined;
  /** For an unknown currency: USD in the cart, GBP in purchased tickets. */
  fallback?: string;
}

/** A sum of money; "–" when unknown. */
export function Money({ amount, currency, fallback }: MoneyProps) {
  const { locale } = useLocale();
  return <>{formatMoney(amount, currency, { locale, ...(fallback ? { fallback } : {}) })}</>;
}

/** The sum of one currency. */
export interface CurrencyTotal {
  amount: number;
  currency: string | null;
}

/** Prices summed by currency, never across currencies; rows without a price count nothing. */
export function totalsByCurrency(
  rows: readonly { price: number | null; currency: string | null }[],
): CurrencyTotal[] {
  const cents = new Map<string | null, number>();
  for (const { price, currency } of rows) {
    if (price !== null) cents.set(currency, (cents.get(currency) ?? 0) + Math.round(price * 100));
  }
  return [...cents].map(([currency, sum]) => ({ currency, amount: sum / 100 }));
}

/** Totals per currency joined by +: "£704.00 + €375.00"; "–" when there are none. */
export const formatTotals = (
  totals: readonly CurrencyTotal[],
  options: { fallback?: string; locale?: string } = {},
): string => totals.map(({ amount, currency }) => formatMoney(amount, currency, options)).join(' + ') || '–';

export interface MoneyTotalsProps {
  totals: readonly CurrencyTotal[];
  fallback?: string;
}

/** Totals per currency joined by +. */
export function MoneyTotals({ totals, fallback }: MoneyTotalsProps) {
  const { locale } = useLocale();
  return <>{formatTotals(totals, { locale, ...(fallback ? { fallback } : {}) })}</>;
}

/**
 * A whole number with its thousands apart, as the language shown writes it; "–" when unknown, never 0. A count that stopped
 * there, `capped`, is "10,000+".
 */
export function formatCount(value: number | null | undefined, capped = false): string {
  if (value === null || value === undefined) return '–';
  const locale = currentLocale();
  const made = formats.get(locale) ?? new Intl.NumberFormat(locale);
  formats.set(locale, made);
  return made.format(value) + (capped ? '+' : '');
}
