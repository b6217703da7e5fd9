/** Whether a text is a month: `2026-11`. */
export const isMonth = (text: string): boolean => /^[1-9]\d{3}-(0[1-9]|1[0-2])$/.test(text);

const firstDay = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** The month that is `months` later; negative: earlier. */
export function nextMonth(month: string, months: number): string {
  const first = firstDay(month);
  first.setUTCMonth(first.getUTCMonth() + months);
  return first.toISOString().slice(0, 7);
}

/** "November 2026". */
export const formatMonth = (month: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    firstDay(month),
  );
