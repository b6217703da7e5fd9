import { formatInstant, type FormatOptions } from './format';
import { useLocale } from './locale';

export interface InstantProps extends FormatOptions {
  value: string | number | Date | null | undefined;
}

/** An instant in the user's locale and time zone, or the given ones; "–" when unknown. */
export function Instant({ value, ...options }: InstantProps) {
  const locale = useLocale();
  const text = formatInstant(value, { ...locale, ...options });
  if (text === '–' || value === null || value === undefined) return <>–</>;
  return <time dateTime={new Date(value).toISOString()}>{text}</time>;
}
