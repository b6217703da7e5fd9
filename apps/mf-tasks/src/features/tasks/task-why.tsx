import { useQuery } from '@tanstack/react-query';
import { Button } from '@tessera/ui/mui';
import type { TaskCause, TaskDto } from '@tessera/api';
import {
  formatInstant,
  Alert,
  taskFailureText,
  taskReasonText,
  useAction,
  useLocale,
  type Locale,
} from '@tessera/ui';
import { ServerOff } from 'lucide-react';
import { Link } from '@tessera/federation/router';
import { useTexts, type TasksTexts } from '../../texts';
import { en } from '../../texts/en';
import { isPossible } from './task-commands';
import { taskWhyQuery, usePaymentChecked } from './tasks.api';
import type { TaskCommand, TaskSummary } from '../../task-types';

export interface TaskWhyProps {
  task: TaskDto;
  mayWrite: boolean;
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
}

const whenOf = (value: unknown, locale: Locale): string =>
  typeof value === 'string' ? formatInstant(value, { ...locale, style: 'date-time-seconds' }) : '';

/** A cause in the reader's language; one that only a newer server knows is given in the server's words. */
function causeWords(t: TasksTexts, cause: TaskCause, locale: Locale): string {
  const { code, message, params, reason } = cause;
  if (!Object.hasOwn(en.tasks.causes, code)) return `${message}.`;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'number') values[name] = value;
    else if (name.endsWith('_at')) values[name] = whenOf(value, locale);
  const own = t(`tasks.causes.${code}`, values);
  const words = typeof params['words'] === 'string' ? params['words'] : '';
  const at = whenOf(params['next_attempt_at'], locale);
  const ahead = aheadOf(cause);
  switch (code) {
    case 'PAUSED':
    case 'STOPPED':
    case 'FAILED':
    case 'EXPIRED':
      return sentences(taskReasonText(reason, words) || own);
    case 'RETRY_LATER':
      return sentences(reason ? taskFailureText(reason) : words, own);
    case 'PAYMENT_CHECK':
      return sentences(own, words && t('tasks.lastCheck', { words }), at && t('tasks.nextCheck', { at }));
    default:
      return sentences(ahead > 0 ? `${own}; ${t('tasks.ahead', { count: ahead })}` : own);
  }
}

const sentences = (...parts: string[]): string =>
  parts.flatMap((part) => (part === '' ? [] : `${part.replace(/\.$/, '')}.`)).join(' ');

/** How many tasks of the realm are queued before it, as far as the cause says. */
const aheadOf = ({ params: { ahead } }: Pick<TaskCause, 'params'>): number =>
  typeof ahead === 'number' ? ahead : 0;

/** What waits for the same workers, the longest first. */
const queueOf = ({ site_id, id }: TaskDto): string =>
  `/tasks?status=queued&paused=false&site_id=${site_id}&sort=created_at&open=${id}`;

const offered = [
  ['resume', 'tasks.resumeTask'],
  ['start', 'tasks.startTask'],
  ['stop', 'tasks.stopTask'],
] as const;

/** "Why is it not running?": the causes, and the button against the nearest. */
export function TaskWhy({ task, mayWrite, onCommand }: TaskWhyProps) {
  const t = useTexts();
  const locale = useLocale();
  const { confirmAndRun } = useAction();
  const { mutateAsync: closeCheck } = usePaymentChecked();
  const { payment_check: checks } = task;
  const waits = checks || task.paused || ['idle', 'scheduled', 'queued'].includes(task.status);
  const { data } = useQuery({ ...taskWhyQuery(task.id, task.updated_at), enabled: waits });
  const causes = data?.causes ?? [];
  if (!waits || causes.length === 0) return null;
  const buttons = offered.filter(([command]) => mayWrite && !checks && isPossible(command, task));
  const askClose = () =>
    confirmAndRun(
      {
        title: t('tasks.notPaidTitle'),
        body: t('tasks.notPaidBody'),
        confirmLabel: t('tasks.notPaidConfirm'),
      },
      () => closeCheck(task.id),
      t('tasks.notPaidDone'),
    );
  const ahead = causes.map(aheadOf).find((count) => count > 0) ?? 0;
  return (
    <Alert
      tone="warning"
      icon={ServerOff}
      title={t(checks ? 'tasks.paymentCheck' : 'tasks.why')}
      actions={
        checks && mayWrite ? (
          <Button size="small" variant="outlined" onClick={() => void askClose()}>
            {t('tasks.notPaid')}
          </Button>
        ) : buttons.length + ahead > 0 ? (
          <>
            {ahead > 0 ? (
              <Button size="small" component={Link} to={queueOf(task)}>
                {t('tasks.showAhead', { count: ahead })}
              </Button>
            ) : null}
            {buttons.map(([command, label], i) => (
              <Button
                key={command}
                size="small"
                variant={i === 0 && ahead === 0 ? 'outlined' : 'text'}
                onClick={() => onCommand(task, command)}
              >
                {t(label)}
              </Button>
            ))}
          </>
        ) : undefined
      }
    >
      {causes.map((cause) => (
        <div key={cause.code}>{causeWords(t, cause, locale)}</div>
      ))}
    </Alert>
  );
}
