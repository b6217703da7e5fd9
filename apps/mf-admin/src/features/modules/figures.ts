import { currentLanguage, formatCount, languages } from '@tessera/ui';

const unknown = '–';
/** Keeps a number and its unit on one line. */
const space = '\u00a0';

const formatters = new Map<string, Intl.NumberFormat>();

function format(value: number, options: Intl.NumberFormatOptions): string {
  const { locale } = languages[currentLanguage()];
  const key = `${locale} ${JSON.stringify(options)}`;
  const formatter = formatters.get(key) ?? new Intl.NumberFormat(locale, options);
  formatters.set(key, formatter);
  return formatter.format(value);
}

/** Formats a share from 0 to 1: "0.4%", "12%". */
export const formatShare = (share: number | null): string =>
  share === null ? unknown : format(share, { style: 'percent', maximumFractionDigits: share < 0.1 ? 2 : 0 });

/** Formats a load time: "320 ms", "1.4 s". */
export function formatLoadTime(ms: number | null): string {
  if (ms === null) return unknown;
  if (ms < 1000) return `${formatCount(Math.round(ms))}${space}ms`;
  return `${format(ms / 1000, { maximumFractionDigits: ms < 10_000 ? 1 : 0 })}${space}s`;
}

/** Formats a file size: "640 KB", "2.4 MB". */
export function formatSize(bytes: number | null): string {
  if (bytes === null) return unknown;
  if (bytes < 1_000_000) return `${formatCount(Math.max(1, Math.round(bytes / 1000)))}${space}KB`;
  return `${format(bytes / 1_000_000, { maximumFractionDigits: 1 })}${space}MB`;
}
