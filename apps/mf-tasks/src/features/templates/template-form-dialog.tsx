import { useQuery } from '@tanstack/react-query';
import { Box, Skeleton } from '@mui/material';
import { ErrorAlert, FormDialog, NumberField, SelectField, TextField, toProblem } from '@tessera/ui';
import { useForm, useWatch } from 'react-hook-form';
import { realmsQuery, siteEventsQuery, sitesQuery } from '../../lookups/lookups.api';
import { optionsOf, siteName } from '../../lookups/options';
import { LevelsField } from '../../price-fields/levels-field';
import { SeatsSum } from '../../seats-sum';
import { LoginsField } from './logins-field';
import type { TemplateFormValues } from './template-form-values';

export interface TemplateFormDialogProps {
  title: string;
  submitLabel?: string;
  values: TemplateFormValues;
  /** Administrators say whose template it is. */
  namesRealm?: boolean;
  waits?: boolean;
  error?: unknown;
  onSubmit?: (values: TemplateFormValues) => Promise<unknown>;
  onClose: () => void;
}

const columns = (count: number) =>
  ({
    display: 'grid',
    gap: 2,
    gridTemplateColumns: { xs: '1fr', sm: `repeat(${count}, minmax(0, 1fr))` },
    alignItems: 'start',
  }) as const;

/** The fields of a template, with the live sum of seats. */
export function TemplateFormDialog(props: TemplateFormDialogProps) {
  const { title, submitLabel, values, namesRealm = false, waits = false, error, onSubmit, onClose } = props;
  const form = useForm<TemplateFormValues>({ defaultValues: values });
  const { control, setValue } = form;
  const [siteId, eventId, realmId] = useWatch({ control, name: ['site_id', 'event_id', 'realm_id'] });
  const [workers, seats, target, loginIds] = useWatch({
    control,
    name: ['worker_count', 'seats_per_worker', 'target_count', 'login_ids'],
  });
  const { data: sites } = useQuery(sitesQuery());
  const { data: events } = useQuery(siteEventsQuery(siteId));
  const { data: realms } = useQuery(realmsQuery(namesRealm));
  const site = sites?.find(({ id }) => id === siteId);
  const realm = realms?.find(({ id }) => id === realmId);
  const forgetSite = () => {
    setValue('event_id', null);
    setValue('price_levels', null);
    setValue('login_ids', []);
  };
  return (
    <FormDialog
      open
      title={title}
      form={form}
      submitLabel={submitLabel ?? 'Save'}
      width={800}
      blocked={waits ? 'Loading' : undefined}
      onSubmit={onSubmit ?? (() => Promise.resolve())}
      onClose={onClose}
    >
      {error ? (
        <ErrorAlert problem={toProblem(error)} />
      ) : waits ? (
        <Skeleton variant="rounded" height={360} />
      ) : (
        <>
          <Box sx={columns(2)}>
            <TextField
              control={control}
              name="name"
              label="Name"
              maxLength={200}
              rules={{ required: 'A template needs a name' }}
            />
            <SelectField
              control={control}
              name="type"
              label="Type"
              options={[
                { value: 'hold', label: 'Holds: a person pays at the site' },
                { value: 'buy', label: 'Buys: the worker also pays' },
              ]}
            />
            {namesRealm ? (
              <SelectField
                control={control}
                name="realm_id"
                label="Realm"
                numeric
                rules={{ required: 'Choose a realm', onChange: () => setValue('login_ids', []) }}
                options={optionsOf(realms, realmId, ({ name }) => name)}
              />
            ) : null}
            <SelectField
              control={control}
              name="site_id"
              label="Site"
              numeric
              rules={{ required: 'Choose a site', onChange: forgetSite }}
              options={optionsOf(sites, siteId, siteName)}
            />
            <SelectField
              control={control}
              name="event_id"
              label="Event"
              numeric
              optional
              empty="Chosen at launch"
              disabled={siteId === null}
              options={optionsOf(events, eventId, ({ name }) => name)}
            />
          </Box>
          <Box sx={columns(4)}>
            <NumberField
              control={control}
              name="worker_count"
              label="Workers"
              min={1}
              max={10_000}
              rules={{ required: 'Say how many' }}
            />
            <NumberField
              control={control}
              name="seats_per_worker"
              label="Seats per worker"
              min={1}
              max={50}
              rules={{ required: 'Say how many' }}
            />
            <NumberField control={control} name="target_count" label="Target, seats" min={1} optional />
            <NumberField
              control={control}
              name="launch_delay"
              label="Delay, seconds"
              min={0}
              max={86_400}
              optional
            />
          </Box>
          <SeatsSum
            workers={workers}
            seatsPerWorker={seats}
            target={target}
            {...(loginIds.length > 0 ? { logins: loginIds.length } : {})}
            {...(realm ? { places: Math.max(0, realm.max_tasks - realm.active_tasks) } : {})}
          />
          <LoginsField
            control={control}
            name="login_ids"
            siteId={siteId}
            eventId={eventId}
            realmId={namesRealm ? realmId : null}
            slots={workers}
          />
          <LevelsField control={control} name="price_levels" site={site} />
          <Box sx={columns(2)}>
            <TextField
              control={control}
              name="price_type"
              label="Price type"
              optional
              maxLength={200}
              placeholder={site?.config.price_type_adult ?? ''}
            />
            <TextField
              control={control}
              name="proxy_template"
              label="Proxy template"
              optional
              help="A plain label, stored and shown."
            />
          </Box>
        </>
      )}
    </FormDialog>
  );
}
