import { useQuery } from '@tanstack/react-query';
import { ServerOff } from 'lucide-react';
import { type TaskCause, type TaskDto, useMayAct } from '@tessera/api';
import { Link } from '@tessera/federation/router';
import { codeText, taskFailureText, taskReasonText } from '@tessera/product-ui';
import { Alert, formatInstant, type Locale, useAction, useLocale } from '@tessera/ui';
import { Button } from '@tessera/ui/mui';
import type { TaskCommand, TaskSummary } from '../../task-types';
import { type TasksTexts, useTexts } from '../../texts';
import { isPossible } from './task-commands';
import { taskWhyQuery, usePaymentChecked } from './tasks.api';

export interface TaskWhyProps {
  task: TaskDto;
  mayLaunch: boolean;
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
}

const formatTime = (value: unknown, locale: Locale): string =>
  typeof value === 'string' ? formatInstant(value, { ...locale, style: 'date-time-seconds' }) : '';

/** A cause as localized text. */
function causeText(t: TasksTexts, cause: TaskCause, locale: Locale): string {
  const { code, params, reason } = cause;
  const values: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params))
    if (typeof value === 'number') values[name] = value;
    else if (name.endsWith('_at')) values[name] = formatTime(value, locale);
  const text = codeText('causes', cause, values);
  const workerText = typeof params.words === 'string' ? params.words : '';
  const at = formatTime(params.next_attempt_at, locale);
  const ahead = countAhead(cause);
  switch (code) {
    case 'PAUSED':
    case 'STOPPED':
    case 'FAILED':
    case 'EXPIRED':
      return sentences(taskReasonText(reason, workerText) || text);
    case 'RETRY_LATER':
      return sentences(reason ? taskFailureText(reason) : workerText, text);
    case 'PAYMENT_CHECK':
      return sentences(
        text,
        workerText && t('tasks.lastCheck', { workerText }),
        at && t('tasks.nextCheck', { at }),
      );
    default:
      return sentences(ahead > 0 ? `${text}; ${t('tasks.ahead', { count: ahead })}` : text);
  }
}

const sentences = (...parts: string[]): string =>
  parts.flatMap((part) => (part === '' ? [] : `${part.replace(/\.$/, '')}.`)).join(' ');

/** The number of the realm's tasks queued before it, if the cause has it. */
const countAhead = ({ params: { ahead } }: Pick<TaskCause, 'params'>): number =>
  typeof ahead === 'number' ? ahead : 0;

/** The list of tasks that wait for the same workers, the longest wait first. */
const queueLink = ({ site_id, id }: TaskDto): string =>
  `/tasks?status=queued&paused=false&site_id=${site_id}&sort=created_at&open=${id}`;

const commandButtons = [
  ['resume', 'tasks.resumeTask'],
  ['start', 'tasks.startTask'],
  ['stop', 'tasks.stopTask'],
] as const;

/** "Why is it not running?": the causes, and buttons for commands that help. */
export function TaskWhy({ task, mayLaunch, onCommand }: TaskWhyProps) {
  const t = useTexts();
  const locale = useLocale();
  const mayPay = useMayAct('pay');
  const { confirmAndRun } = useAction();
  const { mutateAsync: closeCheck } = usePaymentChecked();
  const { payment_check: hasPaymentCheck } = task;
  const isWaiting = hasPaymentCheck || task.paused || ['idle', 'scheduled', 'queued'].includes(task.status);
  const { data } = useQuery({ ...taskWhyQuery(task.id, task.updated_at), enabled: isWaiting });
  const causes = data?.causes ?? [];
  if (!isWaiting || causes.length === 0) return null;
  const buttons = commandButtons.filter(
    ([command]) => mayLaunch && !hasPaymentCheck && isPossible(command, task),
  );
  const confirmClose = () =>
    confirmAndRun(
      {
        title: t('tasks.notPaidTitle'),
        body: t('tasks.notPaidBody'),
        confirmLabel: t('tasks.notPaidConfirm'),
      },
      () => closeCheck(task.id),
      t('tasks.notPaidDone'),
    );
  const ahead = causes.map(countAhead).find((count) => count > 0) ?? 0;
  return (
    <Alert
      tone="warning"
      icon={ServerOff}
      title={t(hasPaymentCheck ? 'tasks.paymentCheck' : 'tasks.why')}
      actions={
        hasPaymentCheck && mayPay ? (
          <Button size="small" variant="outlined" onClick={() => void confirmClose()}>
            {t('tasks.notPaid')}
          </Button>
        ) : buttons.length + ahead > 0 ? (
          <>
            {ahead > 0 ? (
              <Button size="small" component={Link} to={queueLink(task)}>
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
        <div key={cause.code}>{causeText(t, cause, locale)}</div>
      ))}
    </Alert>
  );
}
