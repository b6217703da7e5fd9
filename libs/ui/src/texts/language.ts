/** The languages that every catalogue has, by BCP 47 code: each named in itself, and the locale its numbers and dates follow. */
export const languages = {
  en: { name: 'English', locale: 'en-GB' },
  de: { name: 'Deutsch', locale: 'de-DE' },
} as const;

export type Language = keyof typeof languages;

/** Whether a stored value names a language that there is. */
export const isLanguage = (value: unknown): value is Language =>
  typeof value === 'string' && Object.hasOwn(languages, value);

/** The language for somebody who has chosen none here: the first of theirs that there is, else English. */
export const languageFor = (wanted: readonly string[]): Language =>
  wanted.map((tag) => tag.toLowerCase().split('-')[0]).find(isLanguage) ?? 'en';
