import { useSession } from '@tessera/api';
import { currentLanguage, isLanguage, languageFor, setLanguage, type Language } from '@tessera/ui';
import { useEffect } from 'react';
import { useLoadedPreferences } from './preferences';

function useLanguage(language: Language | undefined): void {
  useEffect(() => {
    if (language === undefined) return;
    void setLanguage(language).then(() => {
      document.documentElement.lang = currentLanguage();
    });
  }, [language]);
}

/** Reads the console in the language that the user chose, English when they chose none; until it is known nothing turns. */
export function useStoredLanguage(): void {
  const preferences = useLoadedPreferences();
  useLanguage(preferences && (isLanguage(preferences.language) ? preferences.language : 'en'));
}

/** Where nobody is signed in, the browser says which language (docs/decisions/009-texts.md). */
export function useBrowserLanguage(): void {
  const session = useSession();
  useLanguage(session === null ? languageFor(navigator.languages) : undefined);
}
