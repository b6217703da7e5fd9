const separatorsOf = (locale: string) => {
  const parts = new Intl.NumberFormat(locale).formatToParts(123_456.7);
  const sign = (type: 'group' | 'decimal') => parts.find((part) => part.type === type)?.value ?? '';
  return { group: sign('group'), decimal: sign('decimal') };
};

/**
 * A number as people type it: "1,200" and "12.5" in English, "1.200" and "12,5" in German.
 *
 * @returns NaN for what is no number, and for what another language would read another way ("12,5" in English)
 */
export function readNumber(typed: string, locale: string): number {
  const { group, decimal } = separatorsOf(locale);
  const [whole = '', fraction, ...more] = typed.trim().split(decimal);
  const [first = '', ...groups] = group === '' ? [whole] : whole.split(group);
  const areGroups = groups.every((digits) => /^\d{3}$/.test(digits)) && /^[+-]?\d{1,3}$/.test(first);
  if (more.length > 0 || (groups.length > 0 && !areGroups)) return NaN;
  return Number([first, ...groups].join('') + (fraction === undefined ? '' : `.${fraction}`));
}

/** A number as it is typed, without groups. */
export const writeNumber = (value: number, locale: string): string =>
  new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 20 }).format(value);
