import { createContext, useContext, useMemo, type ReactNode } from 'react';
import { useLanguage } from '../texts/catalogue';
import { languages } from '../texts/language';

/** What the shell says of the reader's place. */
interface Place {
  /** IANA time zone; undefined: the browser's own. */
  timeZone: string | undefined;
  /** The server's clock in epoch milliseconds. */
  now: () => number;
}

export interface Locale extends Place {
  /** BCP 47: that of the language shown. */
  locale: string;
}

const PlaceContext = createContext<Place>({ timeZone: undefined, now: Date.now });

/** Says once in which zone times are written, and what the server's clock says. */
export function LocaleProvider({ children, ...value }: Partial<Place> & { children: ReactNode }) {
  const outer = useContext(PlaceContext);
  return <PlaceContext value={{ ...outer, ...value }}>{children}</PlaceContext>;
}

/** The locale, time zone and server clock that hold here. */
export function useLocale(): Locale {
  const place = useContext(PlaceContext);
  const { locale } = languages[useLanguage()];
  return useMemo(() => ({ ...place, locale }), [place, locale]);
}
