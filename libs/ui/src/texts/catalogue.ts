import { createInstance } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { type Language, languages } from './language';
import type { TextTree, Translate, Translation } from './text-types';

type LoadTranslation = () => Promise<{ default: TextTree }>;

const i18n = createInstance();
let requestedLanguage: Language = 'en';
const translations = new Map<string, Partial<Record<Language, LoadTranslation>>>();

void i18n.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  resources: {},
  initAsync: false,
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18n: 'languageChanged', bindI18nStore: 'added' },
});
// English uses lower case for a label within a sentence, German doesn't: `Selected {{nouns, lowercase}}`.
i18n.services.formatter?.add('lowercase', (value) => String(value).toLowerCase());

async function loadTranslation(module: string, language: Language): Promise<void> {
  if (i18n.hasResourceBundle(language, module)) return;
  const loaded = await translations.get(module)?.[language]?.();
  if (loaded) i18n.addResourceBundle(language, module, loaded.default);
}

/**
 * Registers a module's texts and returns the hook that reads them. English is part of the module; another language is
 * loaded when it is selected, and English shows until then or when loading fails.
 *
 * @param module the module's name, such as `mf-tickets`
 */
export function registerTexts<T extends TextTree>(
  module: string,
  english: T,
  others: Record<Exclude<Language, 'en'>, () => Promise<{ default: Translation<T> }>>,
): () => Translate<T> {
  i18n.addResourceBundle('en', module, english, true, true);
  translations.set(module, others);
  // Also while that language is still being loaded for the modules before this one.
  if (requestedLanguage !== 'en') void loadTranslation(module, requestedLanguage);
  return function useTexts() {
    const { t } = useTranslation(module, { i18n });
    return useMemo<Translate<T>>(
      () => (name, values) => {
        const key: string = name;
        return t(key, { ...values });
      },
      [t],
    );
  };
}

/**
 * Sets the language: loads the registered catalogues, then switches all of them at once. The latest call takes effect,
 * whichever finishes loading first.
 */
export async function setLanguage(language: Language): Promise<void> {
  requestedLanguage = language;
  // A module whose translation can't be loaded stays English.
  await Promise.allSettled([...translations.keys()].map((module) => loadTranslation(module, language)));
  if (requestedLanguage === language) await i18n.changeLanguage(language);
}

/**
 * Creates a function that reads a module's texts outside components, in the current language. The component that shows
 * the result must render again when the language changes, by `useTexts` or `useLanguage`.
 */
export const createTranslate =
  <T extends TextTree>(module: string): Translate<T> =>
  (name, values) => {
    const key: string = name;
    return i18n.t(key, { ns: module, ...values });
  };

/** Returns the current language. */
export const currentLanguage = (): Language => i18n.language as Language;

/** Returns the locale of numbers and dates. */
export const currentLocale = (): string => languages[currentLanguage()].locale;

function subscribe(listener: () => void): () => void {
  i18n.on('languageChanged', listener);
  return () => i18n.off('languageChanged', listener);
}

/** Returns the current language and renders again when it changes; cheaper than `useTexts` in the rows of a list. */
export const useLanguage = (): Language => useSyncExternalStore(subscribe, currentLanguage);
