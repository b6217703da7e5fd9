import type { BulkAnswer, PaymentHelp } from '@tessera/api';
import { formatDuration, formatInstant, useAction, useLocale } from '@tessera/ui';
import { describeSkipped } from '../bulk/skip-reason-text';
import { useTexts } from '../texts';
import {
  getPayers,
  getSpreadJob,
  type SpreadJob,
  useAskPayers,
  useBulkEdit,
  useSetLaunchDelay,
  useSetPayer,
} from './payers.api';

/** What can be done so that fewer baskets expire, each with its question and, where it can be taken back, Undo. */
export function usePayerActions(eventId: number) {
  const t = useTexts();
  const { attempt, previewAndRun, withUndo } = useAction();
  const { timeZone } = useLocale();
  const { mutateAsync: setOn, isPending: isSetting } = useSetPayer(eventId);
  const { mutateAsync: ask, isPending: isAsking } = useAskPayers(eventId);
  const { mutateAsync: setDelay } = useSetLaunchDelay();
  const { mutateAsync: run } = useBulkEdit();

  const expireThen = (count: number) =>
    count === 0 ? t('onSale.payers.noneThen') : t('onSale.payers.expireThen', { count });
  const spreadQuestion = ({ job }: SpreadJob, { seconds, tasks, expire, last_start_at }: PaymentHelp) => {
    const by = seconds ?? 0;
    const count = tasks ?? 0;
    const last =
      last_start_at === null
        ? t('onSale.payers.spread.after', { duration: formatDuration(by * Math.max(0, count - 1)) })
        : t('onSale.payers.spread.lastAt', {
            time: formatInstant(last_start_at, { style: 'date-time-seconds', timeZone }),
          });
    return {
      title: t('onSale.payers.spread.question', { job: job.name, seconds: by }),
      body: [
        t('onSale.payers.spread.body', {
          tasks: t('words.taskCount', { count }),
          before: delayOf(job),
          seconds: by,
        }),
        last,
        expireThen(expire),
      ].join(' '),
      confirmLabel: t('onSale.payers.spread.confirm'),
    };
  };

  return {
    isBusy: isSetting || isAsking,
    /** Says that the user pays for the event from now on, or no longer. */
    setOn: (on: boolean) =>
      attempt(
        () => setOn(on),
        withUndo(t(on ? 'onSale.payers.nowOn' : 'onSale.payers.nowOff'), {
          restore: () => setOn(!on),
          message: t(on ? 'onSale.payers.nowOff' : 'onSale.payers.nowOn'),
        }),
      ),
    /** Notifies the people who may pay and aren't on, after saying how many they are. */
    askOthers: () => {
      const dialog = {
        title: t('onSale.payers.ask.question'),
        confirmLabel: t('onSale.payers.ask.confirm'),
      };
      return previewAndRun({
        ...dialog,
        preview: () => getPayers(eventId),
        question: ({ others }) =>
          others === 0
            ? { ...dialog, blocked: t('onSale.payers.ask.nobody') }
            : { ...dialog, body: t('onSale.payers.ask.body', { count: others }) },
        work: () => ask(),
        message: ({ asked }) => t('onSale.payers.ask.done', { count: asked }),
      });
    },
    /** Spreads the starts of a job that hasn't started. */
    spreadStarts: (help: PaymentHelp) => {
      const by = help.seconds ?? 0;
      return previewAndRun({
        title: t('onSale.payers.spread.title', { seconds: by }),
        confirmLabel: t('onSale.payers.spread.confirm'),
        preview: () => getSpreadJob(help.job_id ?? 0),
        question: (found) => spreadQuestion(found, help),
        work: (found) => setDelay({ ...found, seconds: by }),
        message: (changed, found) =>
          withUndo(t('onSale.payers.spread.done', { job: changed.job.name, seconds: by }), {
            restore: () => setDelay({ ...changed, seconds: delayOf(found.job) }),
            message: t('onSale.payers.spread.undone'),
          }),
      });
    },
    /** Has the tasks of a job that hold no seats yet buy instead of hold. */
    buyInstead: ({ job_id, job_name, expire }: PaymentHelp) => {
      const title = t('onSale.payers.buy.question', { job: job_name ?? '' });
      const confirmLabel = t('onSale.payers.buy.confirm');
      const filter = { job_id: String(job_id), mode: 'hold', status: 'idle,scheduled,queued' };
      const edit = (mode: 'hold' | 'buy', ids: number[]) => run({ ids, change: { mode } });
      const idsOf = ({ results }: BulkAnswer) =>
        results.flatMap(({ task_id, result }) => (result === 'done' ? task_id : []));
      return previewAndRun({
        title,
        confirmLabel,
        preview: () => run({ preview: true, filter, change: { mode: 'buy' } }),
        question: (preview) => ({
          title,
          confirmLabel,
          body: [
            t('onSale.payers.buy.body', { tasks: t('words.taskCount', { count: preview.eligible }) }),
            expireThen(expire),
          ].join(' '),
          skipped: describeSkipped(t, 'edit', preview.reasons),
          ...(preview.eligible === 0 ? { blocked: t('bulk.noneEligible') } : {}),
        }),
        // Exactly the previewed tasks.
        work: (preview) => edit('buy', idsOf(preview)),
        message: (answer) => {
          if (answer.operation) return t('onSale.background', { count: answer.operation.total });
          const ids = idsOf(answer);
          const tasks = t('words.taskCount', { count: ids.length });
          return withUndo(t('onSale.payers.buy.done', { tasks }), {
            restore: () => edit('hold', ids),
            message: t('onSale.payers.buy.undone', { tasks }),
          });
        },
      });
    },
  };
}

/** The seconds between the starts of a job's tasks. */
const delayOf = ({ config }: SpreadJob['job']): number => Number(config['launch_delay'] ?? 0);
