import type { TemplateDto } from '@tessera/api';
import { formatCount, TileBar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { type TasksTexts, useTexts } from './texts';

export interface SeatsSumProps {
  workers: number | null;
  seatsPerWorker: number | null;
  /** Target in seats; null for none. */
  target: number | null;
  /** The number of logins to use; undefined when unknown. */
  logins?: number | undefined;
  /** How many more tasks the realm may have; undefined when unknown. */
  freeTasks?: number | undefined;
}

const toPositive = (value: number | null): number =>
  value !== null && Number.isFinite(value) && value > 0 ? value : 0;

function targetNote(t: TasksTexts, sum: number, goal: number): string | null {
  if (goal === 0) return null;
  if (sum === goal) return t('sum.exact');
  return sum < goal ? t('sum.short', { seats: goal - sum }) : t('sum.spare', { seats: sum - goal });
}

/** "2 × 4 seats": tasks and seats per task. */
export const describeSeats = (t: TasksTexts, row: TemplateDto): string =>
  t('words.seatsEach', {
    tasks: row.worker_count,
    seats: t('words.seatCount', { count: row.seats_per_worker }),
  });

/** The total of tasks × seats, compared with the target, the logins and the task limit. */
export function SeatsSum({ workers, seatsPerWorker, target, logins, freeTasks }: SeatsSumProps) {
  const t = useTexts();
  const [w, s, goal] = [toPositive(workers), toPositive(seatsPerWorker), toPositive(target)];
  const sum = w * s;
  const taskCount = t('words.taskCount', { count: w });
  const notes = [
    targetNote(t, sum, goal),
    logins !== undefined && logins < w
      ? t('sum.fewLogins', { logins: t('words.loginCount', { count: logins }), tasks: taskCount })
      : null,
  ].filter((note) => note !== null);
  const isOver = freeTasks !== undefined && w > freeTasks;
  return (
    <Box
      role="status"
      sx={{
        display: 'grid',
        gap: 0.75,
        p: 1.5,
        borderRadius: '8px',
        border: 1,
        borderColor: 'line.main',
        backgroundColor: 'surface.sunken',
        '& p': { m: 0, typography: 'caption', color: 'text.secondary' },
      }}
    >
      <Box sx={{ display: 'flex', gap: 1, alignItems: 'baseline' }}>
        <Box component="span" sx={{ flex: 1, color: 'text.secondary' }}>
          {taskCount} × {t('words.seatCount', { count: s })}
        </Box>
        <b>{formatCount(sum)}</b>
        <span>{goal > 0 ? t('sum.ofTarget', { target: goal }) : t('sum.seats')}</span>
      </Box>
      <TileBar
        size="tile"
        fill={Math.max(goal, sum) > 20}
        tiles={40}
        total={goal > 0 ? Math.max(goal, 1) : undefined}
        parts={[
          {
            value: goal > 0 ? Math.min(sum, goal) : sum,
            tone: goal > 0 && sum < goal ? 'ochre' : 'bought',
            label: t('sum.inTotal'),
          },
        ]}
      />
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {isOver ? (
        <Box component="p" sx={{ '&&': { color: 'status.cinnabar.text' } }}>
          {t('sum.overLimit', { free: freeTasks })}
        </Box>
      ) : null}
    </Box>
  );
}
