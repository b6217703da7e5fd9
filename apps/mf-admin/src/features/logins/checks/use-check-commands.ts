import type { AskedLoginChecksDto } from '@tessera/api';
import { formatInstant, type Question, useAction, useLocale } from '@tessera/ui';
import { type AdminTexts, useTexts } from '../../../texts';
import { previewChecks, useAskChecks, useWithdrawChecks } from './checks.api';

type Named = Pick<Question, 'title' | 'confirmLabel'>;

/** The question with its numbers: how many, from when until when, and who is left out. */
function questionOf(
  t: AdminTexts,
  named: Named,
  { asked, open, disabled, per_minute, workers, starts_at, ends_at }: AskedLoginChecksDto,
  time: (at: string) => string,
): Question {
  if (asked === 0 || starts_at === null || ends_at === null)
    return { ...named, blocked: t(open > 0 ? 'loginChecks.allOpen' : 'loginChecks.allDisabled') };
  return {
    ...named,
    title: t('loginChecks.question', { count: asked }),
    body: [
      t('loginChecks.effect', { count: asked }),
      asked === 1
        ? t('loginChecks.notBefore', { time: time(starts_at) })
        : t('loginChecks.duration', {
            count: per_minute,
            first: time(starts_at),
            last: time(ends_at),
          }),
      workers === 0 ? t('loginChecks.noWorker') : '',
    ]
      .filter(Boolean)
      .join(' '),
    skipped: [
      ...(open > 0 ? [{ count: open, text: t('loginChecks.open', { count: open }) }] : []),
      ...(disabled > 0 ? [{ count: disabled, text: t('loginChecks.disabled', { count: disabled }) }] : []),
    ],
  };
}

/** Has logins of a site checked after a question with numbers, and withdraws checks that no worker has yet. */
export function useCheckCommands(siteId: number) {
  const t = useTexts();
  const { timeZone } = useLocale();
  const { attempt, previewAndRun, withUndo } = useAction();
  const { mutateAsync: ask } = useAskChecks(siteId);
  const { mutateAsync: withdraw } = useWithdrawChecks(siteId);
  const withdrawn = ({ withdrawn: count, running }: { withdrawn: number; running: number }) =>
    running > 0 ? t('loginChecks.withdrawnSome', { count, running }) : t('loginChecks.withdrawn', { count });
  return {
    check: (ids: number[]): Promise<boolean> => {
      const named = {
        title: t('loginChecks.question', { count: ids.length }),
        confirmLabel: t('loginChecks.check'),
      };
      return previewAndRun({
        ...named,
        preview: () => previewChecks(siteId, ids),
        question: (figures) =>
          questionOf(t, named, figures, (at) => formatInstant(at, { style: 'time', timeZone })),
        work: () => ask(ids),
        message: ({ asked: count }) =>
          withUndo(t('loginChecks.asked', { count }), { restore: () => withdraw(ids), message: withdrawn }),
      });
    },
    withdraw: (ids: number[]): Promise<boolean> => attempt(() => withdraw(ids), withdrawn),
  };
}
