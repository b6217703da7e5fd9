import { type CalendarWords, english } from './calendar-words';
import { german } from './texts/de/calendar-words';

/** The words in the language of a person's preferences; English in any other. */
export const calendarWords = (language: string | null): CalendarWords =>
  /^de\b/i.test(language ?? '') ? german : english;
