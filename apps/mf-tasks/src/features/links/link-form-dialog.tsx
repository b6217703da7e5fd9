import { useQuery } from '@tanstack/react-query';
import { Box } from '@mui/material';
import type { LinkDto } from '@tessera/api';
import {
  DateTimeField,
  FormDialog,
  NumberField,
  SecretField,
  SelectField,
  states,
  TextField,
} from '@tessera/ui';
import { useId } from 'react';
import { useController, useForm, useWatch } from 'react-hook-form';
import { siteEventsQuery, siteLoginsQuery, sitesQuery } from '../../lookups/lookups.api';
import { optionsOf, siteName } from '../../lookups/options';
import { ChoiceList } from '../../price-fields/choice-list';
import { LinkHistory } from './link-history';
import type { LinkFormValues } from './link-form-values';
import { servedTasksQuery } from './links.api';

export interface LinkFormDialogProps {
  title: string;
  submitLabel: string;
  values: LinkFormValues;
  /** The place as it is; null for a new one. */
  link: LinkDto | null;
  onSubmit: (values: LinkFormValues) => Promise<unknown>;
  onClose: () => void;
}

const two = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;
const statuses = Object.entries(states.link)
  .filter(([value]) => value !== 'ends_soon')
  .map(([value, { word }]) => ({ value, label: word }));

/** The fields of a queue place; its secrets can be replaced and are never shown. */
export function LinkFormDialog({ title, submitLabel, values, link, onSubmit, onClose }: LinkFormDialogProps) {
  const form = useForm<LinkFormValues>({ defaultValues: values });
  const { control, setValue } = form;
  const [siteId, loginId, eventId] = useWatch({ control, name: ['site_id', 'login_id', 'event_id'] });
  const { data: sites } = useQuery(sitesQuery());
  const { data: logins } = useQuery(siteLoginsQuery(siteId));
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const { data: tasks } = useQuery(servedTasksQuery(loginId, eventId));
  const {
    field: { value: assigned, onChange: assign },
    fieldState,
  } = useController({ control, name: 'assigned_to_task_ids' });
  const id = useId();
  const fixed = link !== null;
  const release = () => setValue('assigned_to_task_ids', []);
  const forgetSite = () => {
    setValue('login_id', null);
    setValue('event_id', null);
    release();
  };
  return (
    <FormDialog
      open
      title={title}
      form={form}
      width={720}
      submitLabel={submitLabel}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Box sx={two}>
        <SelectField
          control={control}
          name="site_id"
          label="Site"
          numeric
          disabled={fixed}
          rules={{ required: 'Choose a site', onChange: forgetSite }}
          options={optionsOf(sites, siteId, siteName)}
        />
        <SelectField
          control={control}
          name="login_id"
          label="Login"
          numeric
          disabled={fixed || siteId === null}
          rules={{ required: 'Choose a login', onChange: release }}
          options={optionsOf(logins, loginId, ({ email }) => email)}
        />
        <SelectField
          control={control}
          name="event_id"
          label="Event"
          numeric
          disabled={fixed || siteId === null}
          rules={{ required: 'Choose an event', onChange: release }}
          options={optionsOf(events, eventId, ({ name }) => name)}
        />
        <SelectField control={control} name="status" label="Status" options={statuses} />
        <NumberField
          control={control}
          name="position"
          label="Position"
          min={0}
          optional
          help="Empty: not known."
        />
        <DateTimeField control={control} name="enqueue_token_expires" label="Token expires" optional />
      </Box>
      <ChoiceList
        id={id}
        label="Assigned tasks"
        wide
        help="A queue place serves tasks of its own login alone."
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
        none={
          loginId === null || eventId === null
            ? 'Choose login and event first.'
            : 'The login has no tasks for this event.'
        }
      />
      <Box sx={two}>
        <TextField control={control} name="event_url" label="Address of the event" optional />
        <TextField control={control} name="status_msg" label="Message" optional maxLength={2000} />
        <SecretField
          control={control}
          name="unique_link"
          label="Unique link"
          optional
          stored={link?.unique_link}
        />
        <SecretField control={control} name="pass_link" label="Pass link" optional stored={link?.pass_link} />
        <SecretField
          control={control}
          name="enqueue_token"
          label="Enqueue token"
          optional
          stored={link?.enqueue_token}
        />
        <SecretField
          control={control}
          name="cookies"
          label="Cookies"
          optional
          help="Stored, never used."
          stored={link?.cookies}
        />
      </Box>
      {link ? <LinkHistory id={link.id} /> : null}
    </FormDialog>
  );
}
