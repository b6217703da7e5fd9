import { useMemo } from 'react';
import { taskReasonText } from '@tessera/product-ui';
import { formatInstant, registerTexts, useLocale } from '@tessera/ui';
import { messages } from '../../texts/en/messages';
import type { MessageFormatter } from './format-message';

/** A separate catalogue, which the first visit doesn't load. */
const useMessageTexts = registerTexts('shell-messages', messages, {
  de: () => import('../../texts/de/messages'),
});

/** Formats messages in the console's language. */
export function useMessageFormatter(): MessageFormatter {
  const text = useMessageTexts();
  const locale = useLocale();
  return useMemo(
    () => ({
      text,
      reason: taskReasonText,
      time: (instant) => formatInstant(instant, { ...locale, style: 'time' }),
    }),
    [text, locale],
  );
}
