import type { PaymentHelp } from '@tessera/api';
import { formatDuration, formatInstant, useAction, useLocale } from '@tessera/ui';
import { useTexts } from '../../../texts';
import {
  getPayers,
  getSpreadJob,
  type SpreadJob,
  useAskPayers,
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
        t('onSale.payers.expireThen', { count: expire }),
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
    spreadStarts: (help: PaymentHelp & { job_id: number }) => {
      const by = help.seconds ?? 0;
      return previewAndRun({
        title: t('onSale.payers.spread.title', { seconds: by }),
        confirmLabel: t('onSale.payers.spread.confirm'),
        preview: () => getSpreadJob(help.job_id),
        question: (found) => spreadQuestion(found, help),
        work: (found) => setDelay({ ...found, seconds: by }),
        message: (changed, found) =>
          withUndo(t('onSale.payers.spread.done', { job: changed.job.name, seconds: by }), {
            restore: () => setDelay({ ...changed, seconds: delayOf(found.job) }),
            message: t('onSale.payers.spread.undone'),
          }),
      });
    },
  };
}

/** The seconds between the starts of a job's tasks. */
const delayOf = ({ config }: SpreadJob['job']): number => Number(config['launch_delay'] ?? 0);
