// The texts of mails, which only the server sends.
import './german';
import { addTexts, languageOf } from './messages';
import type { Reader } from './notifications';
import { german } from './texts/de-mails';
import { english } from './texts/en-mails';

addTexts(english);
addTexts(german, 'de');

/** Day and time of an instant for the reader of a mail, with the time zone. */
export function formatMailInstant({ language, timeZone }: Reader, instant: Date): string {
  return new Intl.DateTimeFormat(languageOf(language).locale, {
    dateStyle: 'full',
    timeStyle: 'long',
    timeZone: timeZone ?? 'UTC',
  }).format(instant);
}
