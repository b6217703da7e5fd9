import { formatInstant, type FormatOptions } from './format';
import { useLocale } from './locale';

export interface InstantProps extends FormatOptions {
  value: string | number | Date | null | undefined;
}

/** A point in time, in the reader's locale and time zone or in those given; "–" when unknown. */
export function Instant({ value, ...options }: InstantProps) {
  const locale = useLocale();
  const text = formatInstant(value, { ...locale, ...options });
  if (text === '–' || value === null || value === undefined) return <>–</>;
  return <time dateTime={new Date(value).toISOString()}>{text}</time>;
}
