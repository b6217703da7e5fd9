import { useQuery } from '@tanstack/react-query';
import { Button } from '@tessera/ui/mui';
import type { TaskCause, TaskDto } from '@tessera/api';
import { formatInstant, Notice, useAction, useLocale, type Locale } from '@tessera/ui';
import { ServerOff } from 'lucide-react';
import { Link } from '@tessera/federation/router';
import { useTexts, type TasksTexts } from '../../texts';
import { isPossible } from './task-commands';
import { taskWhyQuery, usePaymentChecked } from './tasks.api';
import type { TaskCommand, TaskSummary } from '../../task-types';

export interface TaskWhyProps {
  task: TaskDto;
  mayWrite: boolean;
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
}

/** A cause in words: the server's message with the facts of its context. */
export function causeWords(t: TasksTexts, { message, context }: TaskCause, locale: Locale): string {
  const start = context?.['scheduled_at'];
  const at = start ?? context?.['next_attempt_at'];
  const cause =
    typeof at === 'string'
      ? t(start === at ? 'tasks.at' : 'tasks.until', {
          cause: message,
          at: formatInstant(at, { ...locale, style: 'date-time-seconds' }),
        })
      : message;
  const [retry, most] = [context?.['retry'], context?.['max_retries']];
  const ahead = aheadOf({ context });
  const tries =
    typeof retry === 'number' && typeof most === 'number' ? t('tasks.retry', { retry, most }) : '';
  const queue = ahead > 0 ? t('tasks.ahead', { count: ahead }) : '';
  return `${[[cause, tries].filter(Boolean).join(', '), queue].filter(Boolean).join('; ')}.`;
}

/** How many tasks of the realm are queued before it, as far as the cause says. */
const aheadOf = ({ context }: Pick<TaskCause, 'context'>): number => {
  const ahead = context?.['ahead'];
  return typeof ahead === 'number' ? ahead : 0;
};

/** What waits for the same workers, the longest first. */
const queueOf = ({ site_id, id }: TaskDto): string =>
  `/tasks?status=queued&paused=false&site_id=${site_id}&sort=created_at&open=${id}`;

const offered = [
  ['resume', 'tasks.resumeIt'],
  ['start', 'tasks.startIt'],
  ['stop', 'tasks.stopIt'],
] as const;

/** "Why is it not running?": the causes as the server names them, and the button against the nearest. */
export function TaskWhy({ task, mayWrite, onCommand }: TaskWhyProps) {
  const t = useTexts();
  const locale = useLocale();
  const { ask } = useAction();
  const { mutateAsync: closeCheck } = usePaymentChecked();
  const { payment_check: checks } = task;
  const waits = checks || task.paused || ['idle', 'scheduled', 'queued'].includes(task.status);
  const { data } = useQuery({ ...taskWhyQuery(task.id, task.updated_at), enabled: waits });
  const causes = data?.causes ?? [];
  if (!waits || causes.length === 0) return null;
  const buttons = offered.filter(([command]) => mayWrite && !checks && isPossible(command, task));
  const askClose = () =>
    ask(
      {
        title: t('tasks.notPaidAsk'),
        body: t('tasks.notPaidBody'),
        confirmLabel: t('tasks.notPaidConfirm'),
      },
      () => closeCheck(task.id),
      t('tasks.notPaidDone'),
    );
  const ahead = causes.map(aheadOf).find((count) => count > 0) ?? 0;
  return (
    <Notice
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
    </Notice>
  );
}
