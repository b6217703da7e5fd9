import type { BulkAnswer } from '@tessera/api';
import type { Consequence } from '@tessera/ui';
import type { TaskCommand } from '../task-types';
import type { TasksTexts } from '../texts';

/** Bulk commands that need a confirmation but no form. */
export type ConfirmedCommand = TaskCommand | 'mark_bought' | 'mark_tasks_bought' | 'delete';

type Effects = Pick<BulkAnswer, 'eligible_by_status' | 'held_seats'>;

const hasTasks = ({ count }: { count: number }): boolean => count > 0;

/** Describes what a command does to the eligible tasks, the most severe effect first. */
export function describeEffects(t: TasksTexts, command: ConfirmedCommand, effects: Effects): Consequence[] {
  const counts = effects.eligible_by_status as Record<string, number>;
  const countIn = (...statuses: readonly string[]): number =>
    statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  const [waiting, running, scheduled] = [countIn('waiting_room'), countIn('running'), countIn('scheduled')];
  const held = effects.held_seats;
  switch (command) {
    case 'stop':
    case 'delete':
      return [
        { count: waiting, text: t('bulk.effects.stopped.waiting_room', { count: waiting }) },
        { count: running, text: t('bulk.effects.stopped.running', { count: running }) },
        { count: held, text: t('bulk.effects.stopped.held', { count: held }) },
        { count: scheduled, text: t('bulk.effects.stopped.scheduled', { count: scheduled }) },
      ].filter(hasTasks);
    case 'pause':
      return [
        { count: waiting, text: t('bulk.effects.paused.waiting_room', { count: waiting }) },
        { count: running, text: t('bulk.effects.paused.running', { count: running }) },
        { count: scheduled, text: t('bulk.effects.paused.scheduled', { count: scheduled }) },
      ].filter(hasTasks);
    case 'start': {
      const finished = countIn('stopped', 'failed', 'expired');
      return [{ count: finished, text: t('bulk.effects.started.finished', { count: finished }) }].filter(
        hasTasks,
      );
    }
    case 'mark_bought':
      return [{ count: held, text: t('bulk.effects.bought.held', { count: held }) }].filter(hasTasks);
    case 'mark_tasks_bought': {
      const marked = countIn(...Object.keys(counts));
      return [{ count: marked, text: t('bulk.effects.bought.alone', { count: marked }) }].filter(hasTasks);
    }
    case 'resume':
      return [];
  }
}
