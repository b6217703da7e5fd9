import type { BulkAnswer } from '@tessera/api';
import type { TasksTexts } from '../../texts';

/** "3 tasks passed over: 2 × It is running already; 1 × …"; empty when none was. */
export const passedOver = (t: TasksTexts, { ineligible, reasons }: BulkAnswer): string =>
  ineligible === 0
    ? ''
    : t('bulk.passedOver', {
        tasks: t('words.taskCount', { count: ineligible }),
        reasons: reasons
          .map(({ count, message }) => t('words.reason', { number: count, reason: message }))
          .join('; '),
      });
