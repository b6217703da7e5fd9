const formatters = new Map<string, Intl.NumberFormat>();

/** What something costs at least and at most. */
export interface CostRange {
  currency: string;
  min: number;
  max: number;
}

/** Formats a cost in a language: "£960–1,240", "960–1.240 £", "£53" when both are the same. */
export function formatCost({ currency, min, max }: CostRange, locale: string): string {
  const isWhole = Number.isInteger(min) && Number.isInteger(max);
  const key = `${locale}|${currency}|${isWhole}`;
  const format =
    formatters.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      // No amount has more decimals than three, and a language may show fewer than a currency has.
      maximumFractionDigits: isWhole ? 0 : 3,
    });
  formatters.set(key, format);
  if (min === max) return format.format(min);
  const parts = format.formatRangeToParts(min, max);
  // Some languages repeat the sign of the currency, which makes a range long to read.
  const isRepeated = parts.some(({ type, source }) => type === 'currency' && source === 'endRange');
  return parts
    .filter(
      ({ type, source }) =>
        !(isRepeated && source === 'endRange' && (type === 'currency' || type === 'literal')),
    )
    .map(({ value, source }) => (isRepeated && source === 'shared' ? value.trim() : value))
    .join('');
}

/** Formats costs of several currencies, which are never added: "£960–1,240 + €300". */
export const formatCosts = (costs: readonly CostRange[], locale: string): string =>
  costs.map((cost) => formatCost(cost, locale)).join(' + ');
