import { useQuery } from '@tanstack/react-query';
import { Box } from '@tessera/ui/mui';
import { CheckboxField, DateTimeField, NumberField, TextField } from '@tessera/ui/forms';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { EventField } from '../../catalogue-fields/event-field';
import { LoginField } from '../../catalogue-fields/login-field';
import { SiteField } from '../../catalogue-fields/site-field';
import { kickOffPresets } from '../../lookups/kick-off';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { AreasField } from '../../price-fields/areas-field';
import { LevelsField } from '../../price-fields/levels-field';
import { useTexts } from '../../texts';
import type { TaskFormValues } from './task-form-values';

export interface TaskFieldsProps {
  form: UseFormReturn<TaskFormValues>;
  /** Site, event and login stand, and whether it is started. */
  fixed?: boolean;
}

const two = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

/** The fields of a task. */
export function TaskFields({ form, fixed = false }: TaskFieldsProps) {
  const t = useTexts();
  const { control, setValue } = form;
  const [siteId, eventId] = useWatch({ control, name: ['site_id', 'event_id'] });
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const site = sites?.find(({ id }) => id === siteId);
  const forgetSite = () => {
    setValue('event_id', null);
    setValue('login_id', null);
    setValue('event_price_levels', null);
    setValue('event_areas', null);
  };
  return (
    <>
      <Box sx={two}>
        <SiteField control={control} name="site_id" disabled={fixed} onChosen={forgetSite} />
        <EventField control={control} name="event_id" siteId={siteId} disabled={fixed} />
        <LoginField control={control} name="login_id" siteId={siteId} disabled={fixed} />
        <TextField
          control={control}
          name="name"
          label={t('words.name')}
          optional
          help={t('tasks.nameHelp')}
          maxLength={200}
        />
        <NumberField
          control={control}
          name="seats_to_set"
          label={t('words.seats')}
          min={1}
          max={50}
          rules={{ required: t('tasks.seatsMissing') }}
        />
        <TextField
          control={control}
          name="event_price_type"
          label={t('words.priceType')}
          optional
          maxLength={80}
          placeholder={site?.config.price_type_adult ?? ''}
        />
      </Box>
      <LevelsField control={control} name="event_price_levels" site={site} />
      <AreasField control={control} name="event_areas" site={site} />
      <Box sx={two}>
        <DateTimeField
          control={control}
          name="scheduled_at"
          label={t('words.starts')}
          optional
          presets={kickOffPresets(
            t,
            events?.find(({ id }) => id === eventId),
          )}
          {...(site?.time_zone ? { timeZone: site.time_zone } : {})}
        />
        <NumberField
          control={control}
          name="sleep_time_ms"
          label={t('tasks.delaySteps')}
          optional
          min={0}
          max={3_600_000}
        />
        <TextField
          control={control}
          name="proxy"
          label={t('words.proxyLabel')}
          optional
          help={t('tasks.proxyHelp')}
        />
        <TextField control={control} name="proxy_template" label={t('words.proxyTemplate')} optional />
      </Box>
      {fixed ? null : (
        <CheckboxField
          control={control}
          name="start"
          label={t('tasks.startNow')}
          help={t('tasks.startNowHelp')}
        />
      )}
    </>
  );
}
