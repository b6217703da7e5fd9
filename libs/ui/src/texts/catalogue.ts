import { createInstance } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { languages, type Language } from './language';
import type { Translate, TextTree, Translation } from './text-types';

type Load = () => Promise<{ default: TextTree }>;

const i18n = createInstance();
const translations = new Map<string, Partial<Record<Language, Load>>>();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
});
// English writes a name small within a sentence, where German doesn't: `Chosen {{nouns, lowercase}}`.
i18n.services.formatter?.add('lowercase', (value) => String(value).toLowerCase());

async function load(module: string, language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, module)) return;
  const loaded = await translations.get(module)?.[language]?.();
  if (loaded) i18n.addResourceBundle(language, module, loaded.default);
}

/**
 * Registers a module's texts and answers the hook that reads them. English comes with the module; another language is
 * loaded when somebody reads in it, and until then (or when it can't be had) English shows.
 *
 * @param module its name, e.g. `mf-tickets`
 */
export function registerTexts<T extends TextTree>(
  module: string,
  english: T,
  others: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation<T> }>>,
): () => Translate<T> {
  i18n.addResourceBundle('en', module, english, true, true);
  translations.set(module, others as Partial<Record<Language, Load>>);
  if (i18n.language !== 'en') void load(module, i18n.language as Language);
  return function useTexts() {
    const { t } = useTranslation(module, { i18n });
    return useMemo<Translate<T>>(() => (name, values) => t(name as string, { ...values }), [t]);
  };
}

let wanted: Language = 'en';

/**
 * Turns everything to a language: loads the catalogues that are in use, then shows it all at once. Of two that are asked
 * for one after the other the later one shows, whichever is there first.
 */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  // A module whose translation can't be had stays English; the others turn.
  await Promise.allSettled([...translations.keys()].map((module) => load(module, language)));
  if (wanted === language) await i18n.changeLanguage(language);
}

/**
 * Reads a registered module's texts for what is no component, in the language of the moment. Whatever shows the answer
 * has to be drawn again when the language changes: by a text of its own, or by `useLanguage`.
 */
export const createTranslate =
  <T extends TextTree>(module: string): Translate<T> =>
  (name, values) =>
    i18n.t(name as string, { ns: module, ...values });

/** The language that is shown now. */
export const currentLanguage = (): Language => i18n.language as Language;

/** The locale that numbers and dates follow now. */
export const currentLocale = (): string => languages[currentLanguage()].locale;

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** The language, followed: for what stands in every row of a list, where `useTexts` costs too much. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);
