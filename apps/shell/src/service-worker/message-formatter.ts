import { createInstance, type i18n } from 'i18next';
import { englishReasons, formatTaskReason, germanReasons } from '@tessera/product-ui/task-reasons';
import { isLanguage, type Language, languages } from '@tessera/ui/language';
import type { MessageFormatter } from '../features/notifications/format-message';
import german from '../texts/de/messages';
import { messages as english } from '../texts/en/messages';

const resources = {
  en: { messages: english, reasons: englishReasons },
  de: { messages: german, reasons: germanReasons },
} satisfies Record<Language, object>;

let texts: i18n | null = null;

/** Created for the first push, because most starts of a service worker handle none. */
function loadTexts(): i18n {
  if (texts) return texts;
  texts = createInstance();
  void texts.init({
    fallbackLng: 'en',
    resources,
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  return texts;
}

/**
 * Formats messages in a user's language, or in English when the console doesn't have it, with times in the user's zone, or in
 * the device's when none was chosen.
 */
export function createFormatter(language: unknown, timeZone?: string | null): MessageFormatter {
  const known = isLanguage(language) ? language : 'en';
  const all = loadTexts();
  const reasons = all.getFixedT(known, 'reasons');
  const messages = all.getFixedT(known, 'messages');
  const clock = new Intl.DateTimeFormat(languages[known].locale, {
    hour: '2-digit',
    minute: '2-digit',
    ...(timeZone ? { timeZone } : {}),
  });
  return {
    text: (name, values) => messages(name as never, { ...values }),
    reason: (reason, message) =>
      formatTaskReason((name, values) => reasons(name as never, { ...values }), reason, message),
    time: (instant) => clock.format(new Date(instant)),
  };
}
