import { currentLocale } from '../texts/catalogue';
import { useLocale } from '../time/locale';

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats an amount with the currency's decimals and sign in the current language; "–" when unknown.
 *
 * @param currency ISO 4217 code; `fallback` is used when it is null
 */
export function formatMoney(
  amount: number | null | undefined,
  currency: string | null | undefined,
  { fallback = 'USD', locale = currentLocale() }: { fallback?: string; locale?: string } = {},
): string {
  if (amount === null || amount === undefined) return '–';
  const code = currency ?? fallback;
  const key = `${locale}|${code}`;
  const made =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency: code,
      currencyDisplay: 'narrowSymbol',
      // No amount has more, and a language may show fewer than a currency has.
      maximumFractionDigits: 3,
    });
  formatters.set(key, made);
  return made.format(amount);
}

export interface MoneyProps {
  amount: number | null | undefined;
  currency: string | null | undefined;
  /** For an unknown currency: USD in the cart, GBP in purchased tickets. */
  fallback?: string;
}

/** An amount of money; "–" when unknown. */
export function Money({ amount, currency, fallback }: MoneyProps) {
  const { locale } = useLocale();
  return <>{formatMoney(amount, currency, { locale, fallback })}</>;
}

/** The sum of one currency. */
export interface CurrencyTotal {
  amount: number;
  currency: string | null;
}

/** Sums prices by currency; rows without a price are ignored. */
export function totalsByCurrency(
  rows: readonly { price: number | null; currency: string | null }[],
): CurrencyTotal[] {
  // No currency divides further than into thousandths.
  const thousandths = new Map<string | null, number>();
  for (const { price, currency } of rows) {
    if (price !== null)
      thousandths.set(currency, (thousandths.get(currency) ?? 0) + Math.round(price * 1000));
  }
  return [...thousandths].map(([currency, sum]) => ({ currency, amount: sum / 1000 }));
}

/** Formats totals per currency: "£704.00 + €375.00"; "–" when there are none. */
export const formatTotals = (
  totals: readonly CurrencyTotal[],
  options: { fallback?: string; locale?: string } = {},
): string => totals.map(({ amount, currency }) => formatMoney(amount, currency, options)).join(' + ') || '–';

export interface MoneyTotalsProps {
  totals: readonly CurrencyTotal[];
  fallback?: string;
}

/** Totals per currency: "£704.00 + €375.00". */
export function MoneyTotals({ totals, fallback }: MoneyTotalsProps) {
  const { locale } = useLocale();
  return <>{formatTotals(totals, { locale, fallback })}</>;
}

/**
 * Formats a whole number in the current language; "–" when unknown.
 *
 * @param capped the server stopped counting at `value`: "10,000+"
 */
export function formatCount(value: number | null | undefined, capped = false): string {
  if (value === null || value === undefined) return '–';
  const locale = currentLocale();
  const made = formatters.get(locale) ?? new Intl.NumberFormat(locale);
  formatters.set(locale, made);
  return made.format(value) + (capped ? '+' : '');
}
