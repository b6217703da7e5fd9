import { type Consequence, formatDuration, formatInstant, useLocale } from '@tessera/ui';
import { type TasksTexts, useTexts } from '../texts';
import { en } from '../texts/en';
import { conflictText } from './conflict-text';
import type { JobMove } from './move-job.api';

type Check = JobMove['checks'][number];

/** A check as localized text; the server's message for an unknown code. */
const checkText = (t: TasksTexts, { code, message }: Check): string =>
  Object.hasOwn(en.calendar.checks, code) ? t(`calendar.checks.${code}`) : message;

/** What a move means for the job's tasks, the most serious first: an action's consequences. */
export function useMoveEffects(): (move: JobMove) => Consequence[] {
  const t = useTexts();
  const { locale, timeZone } = useLocale();
  return ({ job_id, checks, conflicts }) => [
    ...checks
      .toSorted((a, b) => Number(b.verdict === 'blocked') - Number(a.verdict === 'blocked'))
      .map((check) => ({ count: check.tasks, text: checkText(t, check) })),
    ...conflicts.flatMap(({ logins, login_names: names, sides }) => {
      const other = sides.find((side) => side.job_id !== job_id);
      return other ? [{ text: conflictText(t, { logins, names, other }, { locale, timeZone }) }] : [];
    }),
  ];
}

/** What a move does, in a sentence: "3 tasks start on Fri 27 Nov, 10:00, the last 10 s later". */
export function useMoveSentence(): (move: JobMove) => string {
  const t = useTexts();
  const { locale, timeZone } = useLocale();
  return ({ tasks, to, last_at }) => {
    const at = formatInstant(to, { locale, timeZone, style: 'date-time' });
    const spread = (Date.parse(last_at) - Date.parse(to)) / 1000;
    const values = { tasks: t('words.taskCount', { count: tasks }), at };
    return spread > 0
      ? t('calendar.movesSpread', { ...values, spread: formatDuration(spread) })
      : t('calendar.moves', values);
  };
}
