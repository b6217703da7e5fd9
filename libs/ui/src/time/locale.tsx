import { createContext, useContext, type ReactNode } from 'react';

export interface Locale {
  /** BCP 47. */
  locale: string;
  /** IANA time zone; undefined: the browser's own. */
  timeZone: string | undefined;
  /** The server's clock in epoch milliseconds. */
  now: () => number;
}

const LocaleContext = createContext<Locale>({ locale: 'en-GB', timeZone: undefined, now: Date.now });

/** Says once how times are written, and what the server's clock says. */
export function LocaleProvider({ children, ...value }: Partial<Locale> & { children: ReactNode }) {
  const outer = useContext(LocaleContext);
  return <LocaleContext value={{ ...outer, ...value }}>{children}</LocaleContext>;
}

/** The locale, time zone and server clock that hold here. */
export const useLocale = (): Locale => useContext(LocaleContext);
