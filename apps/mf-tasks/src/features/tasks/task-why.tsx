import { useQuery } from '@tanstack/react-query';
import { Button } from '@mui/material';
import type { TaskCause, TaskDto } from '@tessera/api';
import { formatInstant, Notice, useLocale, type Locale } from '@tessera/ui';
import { ServerOff } from 'lucide-react';
import { refusalOf } from './task-commands';
import { taskWhyQuery } from './tasks.api';
import type { TaskCommand, TaskSummary } from '../../task-types';

export interface TaskWhyProps {
  task: TaskDto;
  mayWrite: boolean;
  onCommand: (task: TaskSummary, command: TaskCommand) => void;
}

/** A cause in words: the server's message with the facts of its context. */
export function causeWords({ message, context }: TaskCause, locale: Locale): string {
  const at = context?.['scheduled_at'] ?? context?.['next_attempt_at'];
  const when =
    typeof at === 'string' ? ` until ${formatInstant(at, { ...locale, style: 'date-time-seconds' })}` : '';
  const [retry, most] = [context?.['retry'], context?.['max_retries']];
  const tries = typeof retry === 'number' && typeof most === 'number' ? `, retry ${retry} of ${most}` : '';
  const ahead = context?.['ahead'];
  const queue =
    typeof ahead === 'number' && ahead > 0
      ? `; ${ahead} of your tasks ${ahead === 1 ? 'is' : 'are'} ahead of it`
      : '';
  return `${message}${when}${tries}${queue}.`;
}

/** "Why is it not running?": the causes as the server names them, and the button against the nearest. */
export function TaskWhy({ task, mayWrite, onCommand }: TaskWhyProps) {
  const locale = useLocale();
  const waits = task.paused || ['idle', 'scheduled', 'queued'].includes(task.status);
  const { data } = useQuery({ ...taskWhyQuery(task.id, task.updated_at), enabled: waits });
  const causes = data?.causes ?? [];
  if (!waits || causes.length === 0) return null;
  const offered: [TaskCommand, string][] = [
    ['resume', 'Resume it'],
    ['start', 'Start it'],
    ['stop', 'Stop this task'],
  ];
  const buttons = offered.filter(([command]) => mayWrite && refusalOf(command, task) === undefined);
  return (
    <Notice
      tone="warning"
      icon={ServerOff}
      title="Why is it not running?"
      actions={
        buttons.length > 0
          ? buttons.map(([command, label], i) => (
              <Button
                key={command}
                size="small"
                variant={i === 0 ? 'outlined' : 'text'}
                onClick={() => onCommand(task, command)}
              >
                {label}
              </Button>
            ))
          : undefined
      }
    >
      {causes.map((cause) => (
        <div key={cause.code}>{causeWords(cause, locale)}</div>
      ))}
    </Notice>
  );
}
