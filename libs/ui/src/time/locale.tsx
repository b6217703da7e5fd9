import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useLanguage } from '../texts/catalogue';
import { languages } from '../texts/language';

/** The settings that the shell provides. */
interface LocaleSettings {
  /** IANA time zone; undefined: the browser's own. */
  timeZone: string | undefined;
  /** The server's clock in epoch milliseconds. */
  now: () => number;
}

export interface Locale extends LocaleSettings {
  /** BCP 47, of the current language. */
  locale: string;
}

const LocaleContext = createContext<LocaleSettings>({ timeZone: undefined, now: Date.now });

/** Provides the time zone of displayed times and the server's clock. */
export function LocaleProvider({ children, ...value }: Partial<LocaleSettings> & { children: ReactNode }) {
  const parent = useContext(LocaleContext);
  return <LocaleContext value={{ ...parent, ...value }}>{children}</LocaleContext>;
}

/** Returns the current locale, time zone and server clock. */
export function useLocale(): Locale {
  const settings = useContext(LocaleContext);
  const { locale } = languages[useLanguage()];
  return useMemo(() => ({ ...settings, locale }), [settings, locale]);
}
