import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import type { RehearsalDto, RehearsalInput } from '@tessera/api';
import { rehearsalScenarios } from '@tessera/domain';
import { formatCount } from '@tessera/ui';
import { FormDialog, NumberField, SelectField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { type Source, sourceQuery, useStartRehearsal } from './rehearsals.api';

interface Values {
  scenario: RehearsalDto['scenario'];
  seed: number | null;
  starts_in_s: number | null;
  type: 'hold' | 'buy';
  worker_count: number | null;
  seats_per_worker: number | null;
}

export interface RehearseFormProps {
  source: Source;
  /** Settings to start from. */
  scenario?: RehearsalDto['scenario'] | undefined;
  seed?: number | undefined;
  onStarted: (rehearsal: RehearsalDto) => void;
  onClose: () => void;
}

/** Starts a rehearsal of a template, a job or an event. */
export function RehearseForm({ source, scenario, seed, onStarted, onClose }: RehearseFormProps) {
  const t = useTexts();
  const { data } = useQuery(sourceQuery(source));
  const { mutateAsync: start } = useStartRehearsal();
  const started = useRef<RehearsalDto>(null);
  const form = useForm<Values>({
    defaultValues: {
      scenario: scenario ?? 'rush',
      seed: seed ?? null,
      starts_in_s: 10,
      type: 'hold',
      worker_count: 20,
      seats_per_worker: 2,
    },
  });
  const { control } = form;
  const chosen = useWatch({ control, name: 'scenario' });
  const isEvent = source.kind === 'event';
  return (
    <FormDialog
      open
      title={data ? t('rehearsals.rehearseNamed', { name: data.name }) : t('rehearsals.rehearse')}
      form={form}
      width={520}
      submitLabel={t('rehearsals.start')}
      onSubmit={async (values) => {
        started.current = await start(toInput(source, values));
      }}
      // The dialog closes after a success as well: then the page goes to the rehearsal, not back.
      onClose={() => (started.current ? onStarted(started.current) : onClose())}
    >
      <Box sx={{ typography: 'body2', color: 'text.secondary' }}>
        {data?.tasks == null
          ? t('rehearsals.explains')
          : t('rehearsals.explainsTasks', {
              tasks: t('words.taskCount', { count: data.tasks }),
              event: data.event ?? t('rehearsals.itsEvent'),
            })}
      </Box>
      <SelectField
        control={control}
        name="scenario"
        label={t('rehearsals.scenario')}
        options={rehearsalScenarios.map((value) => ({ value, label: t(`rehearsals.scenarios.${value}`) }))}
        help={t(`rehearsals.scenarioHelp.${chosen}`)}
      />
      {isEvent ? (
        <>
          <SelectField
            control={control}
            name="type"
            label={t('words.type')}
            options={[
              { value: 'hold', label: t('words.hold') },
              { value: 'buy', label: t('words.buy') },
            ]}
          />
          <NumberField
            control={control}
            name="worker_count"
            label={t('words.tasks')}
            min={1}
            max={10_000}
            rules={{ required: t('rehearsals.tasksMissing') }}
          />
          <NumberField
            control={control}
            name="seats_per_worker"
            label={t('rehearsals.seatsPerTask')}
            min={1}
            max={100}
            rules={{ required: t('rehearsals.seatsMissing') }}
          />
        </>
      ) : null}
      <NumberField
        control={control}
        name="seed"
        label={t('rehearsals.seed')}
        min={0}
        max={999_999}
        optional
        help={t('rehearsals.seedHelp')}
      />
      <NumberField
        control={control}
        name="starts_in_s"
        label={t('rehearsals.startsIn')}
        min={0}
        max={300}
        optional
        help={t('rehearsals.startsInHelp', { seconds: formatCount(10) })}
      />
    </FormDialog>
  );
}

/** The request; what is empty is left to the server. */
function toInput(source: Source, values: Values): RehearsalInput {
  const { scenario, seed, starts_in_s, type, worker_count, seats_per_worker } = values;
  const own =
    source.kind === 'event'
      ? {
          type,
          worker_count: worker_count ?? undefined,
          seats_per_worker: seats_per_worker ?? undefined,
        }
      : {};
  return {
    ...(source.kind === 'template'
      ? { template_id: source.id }
      : source.kind === 'job'
        ? { job_id: source.id }
        : { event_id: source.id }),
    scenario,
    seed: seed ?? undefined,
    starts_in_s: starts_in_s ?? undefined,
    ...own,
  };
}
