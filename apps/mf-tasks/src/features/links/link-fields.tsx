import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Control, useController, type UseFormReturn, useWatch } from 'react-hook-form';
import type { LinkDto } from '@tessera/api';
import { stateOptions } from '@tessera/ui';
import { DateTimeField, NumberField, SecretField, SelectField, TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { EventField } from '../../catalogue-fields/event-field';
import { LoginField } from '../../catalogue-fields/login-field';
import { SiteField } from '../../catalogue-fields/site-field';
import { ChoiceList } from '../../price-fields/choice-list';
import { useTexts } from '../../texts';
import { PlaceSummary } from '../../waiting/place-summary';
import { isStorableStatus, type LinkFormValues } from './link-form-values';
import { LinkHistory } from './link-history';
import { assignableTasksQuery } from './links.api';

interface LinkFieldsProps {
  form: UseFormReturn<LinkFormValues>;
  /** The link to edit; null for a new one. */
  link: LinkDto | null;
}

const twoColumns = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

/** The fields of a link; secrets can be replaced and are never shown. */
export function LinkFields({ form: { control, setValue }, link }: LinkFieldsProps) {
  const t = useTexts();
  const siteId = useWatch({ control, name: 'site_id' });
  const isExisting = link !== null;
  const clearTasks = () => setValue('assigned_to_task_ids', []);
  const clearSiteFields = () => {
    setValue('login_id', null);
    setValue('event_id', null);
    clearTasks();
  };
  const siteFieldProps = { control, siteId, disabled: isExisting, onChosen: clearTasks };
  return (
    <>
      <Box sx={twoColumns}>
        <SiteField control={control} name="site_id" disabled={isExisting} onSelect={clearSiteFields} />
        <LoginField {...siteFieldProps} name="login_id" />
        <EventField {...siteFieldProps} name="event_id" />
        <SelectField
          control={control}
          name="status"
          label={t('words.status')}
          options={stateOptions('link').filter(isStorableStatus)}
        />
        <NumberField
          control={control}
          name="position"
          label={t('links.position')}
          min={0}
          optional
          help={t('links.positionHelp')}
        />
        <DateTimeField control={control} name="enqueue_token_expires" label={t('links.expires')} optional />
      </Box>
      <AssignedTasksField control={control} />
      <Box sx={twoColumns}>
        <TextField control={control} name="event_url" label={t('links.address')} optional />
        <TextField control={control} name="status_msg" label={t('links.message')} optional maxLength={2000} />
        <SecretField
          control={control}
          name="unique_link"
          label={t('links.uniqueLink')}
          optional
          stored={link?.unique_link}
        />
        <SecretField
          control={control}
          name="pass_link"
          label={t('links.passLink')}
          optional
          stored={link?.pass_link}
        />
        <SecretField
          control={control}
          name="enqueue_token"
          label={t('links.enqueueToken')}
          optional
          stored={link?.enqueue_token}
        />
        <SecretField
          control={control}
          name="cookies"
          label={t('links.cookies')}
          optional
          help={t('links.cookiesHelp')}
          stored={link?.cookies}
        />
      </Box>
      {link ? (
        <>
          <PlaceSummary eventId={link.event_id} filter={{ link_id: link.id }} />
          <LinkHistory id={link.id} />
        </>
      ) : null}
    </>
  );
}

/** Selects the tasks of a link, among those of its login for its event. */
function AssignedTasksField({ control }: { control: Control<LinkFormValues> }) {
  const t = useTexts();
  const id = useId();
  const [loginId, eventId] = useWatch({ control, name: ['login_id', 'event_id'] });
  const { data: tasks } = useQuery(assignableTasksQuery(loginId, eventId));
  const {
    field: { value: assigned, onChange: assign },
    fieldState,
  } = useController({ control, name: 'assigned_to_task_ids' });
  return (
    <ChoiceList
      id={id}
      label={t('links.assigned')}
      wide
      help={t('links.assignedHelp')}
      error={fieldState.error?.message}
      choices={(tasks ?? []).map((task) => [String(task.id), `#${task.id} ${task.name}`] as const)}
      chosen={assigned.map(String)}
      onToggle={(key) =>
        assign(
          assigned.includes(Number(key))
            ? assigned.filter((one) => one !== Number(key))
            : [...assigned, Number(key)],
        )
      }
      emptyText={loginId === null || eventId === null ? t('links.loginAndEventFirst') : t('links.noTasks')}
    />
  );
}
