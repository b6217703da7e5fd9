import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { CheckboxField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { BudgetFields } from '../../budget-fields/budget-fields';
import { EventField } from '../../catalogue-fields/event-field';
import { LoginField } from '../../catalogue-fields/login-field';
import { SiteField } from '../../catalogue-fields/site-field';
import { siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { SettingField } from './setting-field';
import type { TaskFormValues } from './task-form-values';

export interface TaskFieldsProps {
  form: UseFormReturn<TaskFormValues>;
  /** Site, event and login can't be changed, and there is no option to start it. */
  isExisting?: boolean;
  /** Only the name can change. */
  isLocked?: boolean;
}

const twoColumns = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

/** The fields of a task. */
export function TaskFields({ form, isExisting = false, isLocked = false }: TaskFieldsProps) {
  const t = useTexts();
  const { control, setValue } = form;
  const [siteId, eventId] = useWatch({ control, name: ['site_id', 'event_id'] });
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const setting = {
    control,
    disabled: isLocked,
    site: sites?.find(({ id }) => id === siteId),
    event: events?.find(({ id }) => id === eventId),
  };
  const clearSiteFields = () => {
    setValue('event_id', null);
    setValue('login_id', null);
    setValue('event_price_levels', null);
    setValue('event_areas', null);
  };
  return (
    <>
      <Box sx={twoColumns}>
        <SiteField control={control} name="site_id" disabled={isExisting} onSelect={clearSiteFields} />
        <EventField control={control} name="event_id" siteId={siteId} disabled={isExisting} />
        <LoginField control={control} name="login_id" siteId={siteId} disabled={isExisting} />
        <TextField
          control={control}
          name="name"
          label={t('words.name')}
          optional
          help={t('tasks.nameHelp')}
          maxLength={200}
        />
        <SettingField {...setting} name="seats_to_set" />
        <SettingField {...setting} name="event_price_type" />
      </Box>
      <SettingField {...setting} name="event_price_levels" />
      <SettingField {...setting} name="event_areas" />
      <BudgetFields
        control={control}
        siteCurrency={setting.site?.currency ?? null}
        ofTask
        disabled={isLocked}
      />
      <Box sx={twoColumns}>
        <SettingField {...setting} name="scheduled_at" />
        <SettingField {...setting} name="sleep_time_ms" />
        <SettingField {...setting} name="proxy" />
        <SettingField {...setting} name="proxy_template" />
      </Box>
      {isExisting ? null : (
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
