import { useQuery } from '@tanstack/react-query';
import { Box, Skeleton } from '@mui/material';
import {
  CheckboxField,
  DateTimeField,
  ErrorAlert,
  FormDialog,
  NumberField,
  SelectField,
  TextField,
  toProblem,
} from '@tessera/ui';
import { useForm, useWatch } from 'react-hook-form';
import { kickOffPresets } from '../../lookups/kick-off';
import { siteEventsQuery, siteLoginsQuery, sitesQuery } from '../../lookups/lookups.api';
import { optionsOf, siteName } from '../../lookups/options';
import { AreasField } from '../../price-fields/areas-field';
import { LevelsField } from '../../price-fields/levels-field';
import type { TaskFormValues } from './task-form-values';

export interface TaskFormDialogProps {
  title: string;
  submitLabel?: string;
  values: TaskFormValues;
  /** Site, event and login stand. */
  fixed?: boolean;
  /** What it is about is still being read. */
  waits?: boolean;
  error?: unknown;
  onSubmit?: (values: TaskFormValues) => Promise<unknown>;
  onClose: () => void;
}

const two = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
  alignItems: 'start',
} as const;

/** The fields of a task. */
export function TaskFormDialog(props: TaskFormDialogProps) {
  const { title, submitLabel, values, fixed = false, waits = false, error, onSubmit, onClose } = props;
  const form = useForm<TaskFormValues>({ defaultValues: values });
  const { control, setValue } = form;
  const [siteId, eventId, loginId] = useWatch({ control, name: ['site_id', 'event_id', 'login_id'] });
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const { data: logins } = useQuery(siteLoginsQuery(siteId));
  const site = sites?.find(({ id }) => id === siteId);
  const required = (what: string) => ({ required: `Choose ${what}` });
  const forgetSite = () => {
    setValue('event_id', null);
    setValue('login_id', null);
    setValue('event_price_levels', null);
    setValue('event_areas', null);
  };
  return (
    <FormDialog
      open
      title={title}
      form={form}
      width={720}
      submitLabel={submitLabel ?? 'Save'}
      blocked={waits ? 'Loading' : undefined}
      onSubmit={onSubmit ?? (() => Promise.resolve())}
      onClose={onClose}
    >
      {error ? (
        <ErrorAlert problem={toProblem(error)} />
      ) : waits ? (
        <Skeleton variant="rounded" height={320} />
      ) : (
        <>
          <Box sx={two}>
            <SelectField
              control={control}
              name="site_id"
              label="Site"
              numeric
              disabled={fixed}
              rules={{ ...required('a site'), onChange: forgetSite }}
              options={optionsOf(sites, siteId, siteName)}
            />
            <SelectField
              control={control}
              name="event_id"
              label="Event"
              numeric
              disabled={fixed || siteId === null}
              rules={required('an event')}
              options={optionsOf(events, eventId, ({ name, status }) =>
                status === 'closed' ? `${name} (closed)` : name,
              )}
            />
            <SelectField
              control={control}
              name="login_id"
              label="Login"
              numeric
              disabled={fixed || siteId === null}
              rules={required('a login')}
              options={optionsOf(logins, loginId, ({ email, status }) =>
                status === 'active' ? email : `${email} (${status})`,
              )}
            />
            <TextField
              control={control}
              name="name"
              label="Name"
              optional
              help="Named after the event when empty."
              maxLength={200}
            />
            <NumberField
              control={control}
              name="seats_to_set"
              label="Seats"
              min={1}
              max={50}
              rules={{ required: 'Say how many seats' }}
            />
            <TextField
              control={control}
              name="event_price_type"
              label="Price type"
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
              label="Starts"
              optional
              presets={kickOffPresets(events?.find(({ id }) => id === eventId))}
              {...(site?.time_zone ? { timeZone: site.time_zone } : {})}
            />
            <NumberField
              control={control}
              name="sleep_time_ms"
              label="Delay between steps, in ms"
              optional
              min={0}
              max={3_600_000}
            />
            <TextField
              control={control}
              name="proxy"
              label="Proxy label"
              optional
              help="A plain label, never an address with credentials."
            />
            <TextField control={control} name="proxy_template" label="Proxy template" optional />
          </Box>
          {fixed ? null : (
            <CheckboxField
              control={control}
              name="start"
              label="Start it at once"
              help="Scheduled, while the start lies ahead."
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
