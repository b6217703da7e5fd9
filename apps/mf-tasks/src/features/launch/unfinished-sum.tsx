import type { LimitUse } from '@tessera/api';
import { formatCount, TileBar } from '@tessera/ui';
import { useTexts } from '../../texts';
import { Sum } from './sum';

export interface UnfinishedSumProps {
  /** The number of tasks that the launch creates. */
  starting: number;
  /** How many more tasks the realm may have. */
  freeTasks: number;
  /** The task limit and its use; undefined when unknown. */
  limit: LimitUse | undefined;
}

/** The plan's tasks compared with the realm's task limit: unfinished and new ones, or at least what is free. */
export function UnfinishedSum({ starting, freeTasks, limit }: UnfinishedSumProps) {
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
