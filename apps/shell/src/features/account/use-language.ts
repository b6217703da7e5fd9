import { useEffect } from 'react';
import { useSession } from '@tessera/api';
import { currentLanguage, isLanguage, type Language, languageFor, setLanguage } from '@tessera/ui';
import { useLoadedPreferences } from './preferences';

function useLanguage(language: Language | undefined): void {
  useEffect(() => {
    if (language === undefined) return;
    void setLanguage(language).then(() => {
      document.documentElement.lang = currentLanguage();
    });
  }, [language]);
}

/** Sets the language that the user chose, or English; changes nothing until the preferences are loaded. */
export function useStoredLanguage(): void {
  const preferences = useLoadedPreferences();
  useLanguage(preferences && (isLanguage(preferences.language) ? preferences.language : 'en'));
}

/** Sets the browser's language while nobody is signed in (docs/decisions/009-texts.md). */
export function useBrowserLanguage(): void {
  const session = useSession();
  useLanguage(session === null ? languageFor(navigator.languages) : undefined);
}
