import { useEffect, useEffectEvent } from 'react';
import { useForm } from 'react-hook-form';
import type { EventDto } from '@tessera/api';
import { DateTimeField, NumberField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { BudgetFields } from '../../budget-fields/budget-fields';
import type { BudgetValues } from '../../budget-fields/budget-values';
import { kickOffPresets } from '../../lookups/kick-off';
import { freeTaskCount, useTasksLimit } from '../../lookups/use-tasks-limit';
import { MAX_SEATS } from '../../max-seats';
import { SeatsSum } from '../../seats-sum';
import { useTexts } from '../../texts';
import type { LaunchDraft } from './launch-draft';

type Values = Pick<
  LaunchDraft,
  | 'name'
  | 'workerCount'
  | 'seatsPerWorker'
  | 'launchDelay'
  | 'seatsTarget'
  | 'scheduledAt'
  | keyof BudgetValues
>;

export interface PacingStepProps {
  draft: LaunchDraft;
  /** The number of logins to use; undefined when unknown. */
  logins?: number | undefined;
  timeZone?: string | null | undefined;
  /** The currency of the site; null: unknown. */
  siteCurrency: string | null;
  event?: EventDto | undefined;
  onChange: (values: Values) => void;
}

const twoColumns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

/** The number of tasks, the seats of each, the start and the pacing. */
export function PacingStep({ draft, logins, timeZone, siteCurrency, event, onChange }: PacingStepProps) {
  const t = useTexts();
  const freeTasks = freeTaskCount(useTasksLimit(draft.template?.realm_id ?? null));
  const { name, workerCount, seatsPerWorker, launchDelay, seatsTarget, scheduledAt } = draft;
  const { budget, budget_per_task, budget_per_seat, budget_currency } = draft;
  const { control, subscribe } = useForm<Values>({
    mode: 'onChange',
    defaultValues: {
      name,
      workerCount,
      seatsPerWorker,
      launchDelay,
      seatsTarget,
      scheduledAt,
      budget,
      budget_per_task,
      budget_per_seat,
      budget_currency,
    },
  });
  const notifyChange = useEffectEvent((values: Values) => onChange({ ...values }));
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => notifyChange(values) }),
    [subscribe],
  );
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720 }}>
      <TextField
        control={control}
        name="name"
        label={t('launch.jobName')}
        optional
        maxLength={200}
        placeholder={draft.template?.name ?? ''}
        help={t('launch.jobNameHelp')}
      />
      <Box sx={twoColumns}>
        <NumberField control={control} name="workerCount" label={t('words.tasks')} min={1} max={10_000} />
        <NumberField
          control={control}
          name="seatsPerWorker"
          label={t('words.seatsPerTask')}
          min={1}
          max={MAX_SEATS}
        />
        <NumberField
          control={control}
          name="seatsTarget"
          label={t('launch.targetSeats')}
          optional
          min={1}
          help={t('jobs.targetHelp')}
        />
        <NumberField
          control={control}
          name="launchDelay"
          label={t('words.betweenStarts')}
          min={0}
          max={86_400}
        />
        <DateTimeField
          control={control}
          name="scheduledAt"
          label={t('launch.firstStart')}
          optional
          help={t('launch.firstStartHelp')}
          presets={kickOffPresets(t, event)}
          timeZone={timeZone ?? undefined}
        />
      </Box>
      <SeatsSum
        workers={workerCount}
        seatsPerWorker={seatsPerWorker}
        target={seatsTarget}
        logins={logins}
        freeTasks={freeTasks}
      />
      <BudgetFields control={control} siteCurrency={siteCurrency} />
    </Box>
  );
}
