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
  /** For an unknown currency: USD in the cart, GBP in purchased tickets (specification, section 9). */
  fallback?: string;
}

/** A sum of money; "–" when unknown. */
export function Money({ amount, currency, fallback }: MoneyProps) {
  const { locale } = useLocale();
  return <>{formatMoney(amount, currency, { locale, ...(fallback ? { fallback } : {}) })}</>;
}

export interface MoneyTotalsProps {
  /** Amounts by currency; they are never added across currencies. */
  totals: readonly { amount: number; currency: string | null }[];
  fallback?: string;
}

/** Totals per currency joined by +: "£704.00 + €375.00". */
export function MoneyTotals({ totals, fallback }: MoneyTotalsProps) {
  const { locale } = useLocale();
  if (totals.length === 0) return <>–</>;
  const options = { locale, ...(fallback ? { fallback } : {}) };
  return <>{totals.map(({ amount, currency }) => formatMoney(amount, currency, options)).join(' + ')}</>;
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
