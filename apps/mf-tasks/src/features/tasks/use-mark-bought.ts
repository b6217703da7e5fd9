import { ApiError } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import { describeError, formatTotals, type Question, totalsByCurrency, useAction } from '@tessera/ui';
import type { TaskSummary } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import {
  getPurchasePreview,
  type PurchaseAnswer,
  type PurchasePreview,
  useMarkTasksBought,
  useRecordPurchase,
} from './purchases.api';

const isNothingHeld = (error: unknown): boolean => error instanceof ApiError && error.code === 'NOTHING_HELD';

const describeMarked = (t: TasksTexts, count: number): string =>
  count === 0 ? t('tasks.noneBought') : t('tasks.tasksBought', { count });

/** Describes what was recorded and marked. */
function describePurchase(t: TasksTexts, { tickets, repeated, bought, failure }: PurchaseAnswer): string {
  const recorded = t(repeated ? 'tasks.recordedBefore' : 'tasks.recorded', { count: tickets.length });
  const marked =
    failure === undefined
      ? describeMarked(t, bought.length)
      : t('tasks.notMarked', { reason: describeError(failure).message });
  return `${recorded}. ${marked}`;
}

const loginName = (t: TasksTexts, { task }: PurchasePreview): string =>
  task.login_name ?? t('tasks.itsLogin');

const tasksConsequence = (t: TasksTexts, { tasks }: PurchasePreview) => ({
  count: tasks,
  text: t('tasks.willBeBought', { count: tasks }),
});

/** The confirmation: the seats to record and the number of tasks to mark. */
const purchaseQuestion = (t: TasksTexts, preview: PurchasePreview): Question => ({
  title: t('tasks.boughtTitle'),
  body: t('tasks.boughtBody', {
    login: loginName(t, preview),
    event: preview.task.event_name ?? t('tasks.theEvent'),
  }),
  consequences: [
    {
      count: preview.seats.length,
      text: t('tasks.willBeRecorded', { count: preview.seats.length }),
      detail: `${formatSeats(preview.seats)} · ${formatTotals(totalsByCurrency(preview.seats))}`,
    },
    tasksConsequence(t, preview),
  ],
  confirmLabel: t('tasks.boughtConfirm'),
});

const withoutPurchaseQuestion = (t: TasksTexts, preview: PurchasePreview): Question => ({
  title: t('tasks.nothingHeld'),
  body: t('tasks.nothingHeldBody', { login: loginName(t, preview) }),
  consequences: [tasksConsequence(t, preview)],
  confirmLabel: t('tasks.markTasks'),
});

/**
 * "Mark as bought" of one task: records the purchase of the seats that its login holds for the event, then marks the
 * login's tasks. Without held seats it offers to mark only the tasks.
 */
export function useMarkBought(): (task: TaskSummary) => Promise<void> {
  const t = useTexts();
  const { confirmAndRun, previewAndRun } = useAction();
  const { mutateAsync: record } = useRecordPurchase();
  const { mutateAsync: markTasks } = useMarkTasksBought();

  return async ({ id }) => {
    const markWithoutPurchase = async (preview: PurchasePreview) =>
      describeMarked(t, (await markTasks(preview)).length);
    // Seats can lapse while the confirmation is open.
    const lapsed: PurchasePreview[] = [];
    await previewAndRun({
      title: t('tasks.boughtTitle'),
      confirmLabel: t('tasks.boughtConfirm'),
      preview: () => getPurchasePreview(t, id),
      question: (preview) =>
        preview.seats.length > 0 ? purchaseQuestion(t, preview) : withoutPurchaseQuestion(t, preview),
      work: async (preview) => {
        if (preview.seats.length === 0) return markWithoutPurchase(preview);
        try {
          return describePurchase(t, await record(preview));
        } catch (error) {
          if (!isNothingHeld(error)) throw error;
          lapsed.push(preview);
          return null;
        }
      },
      message: (report) => report,
    });
    for (const preview of lapsed)
      await confirmAndRun(
        withoutPurchaseQuestion(t, preview),
        () => markWithoutPurchase(preview),
        (report) => report,
      );
  };
}
