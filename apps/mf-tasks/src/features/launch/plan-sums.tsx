import type { EventDto, JobPlanDto, LimitUse } from '@tessera/api';
import { formatCount, TileBar } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTasksLimit } from '../../lookups/use-tasks-limit';
import { type TasksTexts, useTexts } from '../../texts';
import { Sum } from './sum';

function targetNote(t: TasksTexts, seats: number, target: number | null): string {
  if (target === null) return t('launch.noTarget');
  if (seats === target) return t('sum.exact');
  return seats > target
    ? t('launch.spare', { seats: seats - target })
    : t('sum.short', { seats: target - seats });
}

export interface PlanSumsProps {
  plan: JobPlanDto;
  event: EventDto | undefined;
  /** The realm whose task limit applies. */
  realmId: number;
}

/** The plan's totals compared with the target, the realm's task limit and the event's limit per customer. */
export function PlanSums({ plan, event, realmId }: PlanSumsProps) {
  const t = useTexts();
  const { seats, seats_target: target, ok, warn, places, most_per_customer: each } = plan.totals;
  const tasksLimit = useTasksLimit(realmId);
  const limit = event?.max_per_customer ?? null;
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'repeat(3, 1fr)' },
        borderTop: 1,
        borderBottom: 1,
        borderColor: 'line.main',
      }}
    >
      <Sum
        title={t('launch.seatsWanted')}
        value={formatCount(seats)}
        of={target === null ? t('sum.seats') : t('sum.ofTarget', { target })}
        note={targetNote(t, seats, target)}
      >
        <TileBar
          size="tile"
          fill={(target ?? seats) > 20}
          tiles={20}
          total={target ?? undefined}
          parts={[
            {
              value: target === null ? seats : Math.min(seats, target),
              tone: 'bought',
              label: t('sum.seats'),
            },
          ]}
        />
      </Sum>
      <UnfinishedSum starting={ok + warn} freeTasks={places} limit={tasksLimit} />
      <Sum
        title={t('launch.perCustomerTitle')}
        value={formatCount(each)}
        of={limit === null ? t('sum.seats') : t('launch.of', { number: limit })}
        note={limit === null ? t('launch.noCustomerLimit') : t('launch.customerLimit')}
      >
        <TileBar
          size="tile"
          tiles={20}
          total={limit ?? undefined}
          parts={[
            {
              value: limit === null ? each : Math.min(each, limit),
              tone: 'ochre',
              label: t('launch.seatsEach'),
            },
          ]}
        />
      </Sum>
    </Box>
  );
}

interface UnfinishedSumProps {
  /** The number of tasks that the launch creates. */
  starting: number;
  /** How many more tasks the realm may have. */
  freeTasks: number;
  /** The task limit and its use; undefined when unknown. */
  limit: LimitUse | undefined;
}

/** The plan's tasks compared with the realm's task limit: unfinished and new ones, or at least what is free. */
function UnfinishedSum({ starting, freeTasks, limit }: UnfinishedSumProps) {
  const t = useTexts();
  const isOver = starting > freeTasks;
  const used = limit?.used ?? 0;
  const total = Math.max(limit?.max ?? freeTasks, used + starting, 1);
  const note = limit
    ? t('launch.nowAndMore', { now: used, more: starting })
    : t('launch.leftUnderLimit', { number: freeTasks - starting });
  return (
    <Sum
      title={t('launch.unfinished')}
      value={limit ? formatCount(used + starting) : `+${formatCount(starting)}`}
      of={limit ? t('launch.of', { number: limit.max }) : t('launch.ofFree', { free: freeTasks })}
      note={isOver ? t('launch.overLimit', { number: starting - freeTasks }) : note}
    >
      <TileBar
        size="tile"
        fill={total > 20}
        tiles={20}
        total={total}
        parts={[
          { value: used, tone: 'plain', label: t('launch.unfinishedNow') },
          { value: starting, tone: isOver ? 'failed' : 'accent', label: t('launch.fromThisJob') },
        ]}
      />
    </Sum>
  );
}
