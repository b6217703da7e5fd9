import { useCan, type Editing, type LoginDto } from '@tessera/api';
import { Box } from '@mui/material';
import { FormDialog, NumberField, SecretField, SelectField, TextField, useStaleSave } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { toBody, toValues, type LoginValues } from './login-values';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { useCreateLogin, useUpdateLogin } from './logins.api';

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'disabled', label: 'Disabled' },
  { value: 'failed', label: 'Failed' },
];

/** Adds a login to a site, or changes it; its secrets can be replaced, never read. */
export function LoginForm({
  siteId,
  editing: { row: login, etag },
  onReload,
  onClose,
}: {
  siteId: number;
  editing: Editing<LoginDto>;
  onReload: () => void;
  onClose: () => void;
}) {
  const isAdmin = useCan('admin', 'all');
  const form = useForm<LoginValues>({ defaultValues: toValues(login) });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin && login === null });
  const { mutateAsync: create } = useCreateLogin(siteId);
  const { mutateAsync: update } = useUpdateLogin();
  const stale = useStaleSave({ name: login?.name ?? 'The login', onReload });
  const save = (values: LoginValues) => {
    const body = toBody(values);
    if (login) return stale.save(etag, body, (version) => update({ id: login.id, body, etag: version }));
    return create({ ...body, ...(values.realm_id === null ? {} : { realm_id: values.realm_id }) });
  };
  const { control } = form;
  return (
    <FormDialog
      open
      width={760}
      title={login ? `Edit ${login.name}` : 'New login'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={login ? 'Save' : 'Add login'}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          rules={{ required: 'An e-mail address' }}
        />
        <TextField control={control} name="name" label="Name" optional help="The e-mail when empty" />
        {isAdmin && login === null ? (
          <SelectField
            control={control}
            name="realm_id"
            label="Realm"
            numeric
            options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
            rules={{ required: 'Choose the realm that owns it' }}
          />
        ) : null}
        <TextField control={control} name="user" label="User name at the site" optional />
        <TextField
          control={control}
          name="supporter_id"
          label="Supporter id"
          optional
          help="Logins of one customer share purchase limits"
        />
        <SelectField control={control} name="status" label="Status" options={statuses} />
        <NumberField control={control} name="seats_to_set" label="Seats to set" optional min={0} />
        <NumberField control={control} name="amount_to_buy" label="Amount to buy" optional min={0} />
        <TextField control={control} name="members" label="Members" optional help="Comma-joined" />
        <SecretField control={control} name="password" label="Password" stored={login?.password} optional />
        <SecretField
          control={control}
          name="card"
          label="Payment token"
          stored={login?.card}
          optional
          help="A token or a label with the last four digits, never a card number"
        />
        <SecretField control={control} name="address" label="Address" stored={login?.address} optional />
        <SecretField
          control={control}
          name="home_phone"
          label="Home phone"
          stored={login?.home_phone}
          optional
        />
        <SecretField
          control={control}
          name="mobile_phone"
          label="Mobile phone"
          stored={login?.mobile_phone}
          optional
        />
      </Box>
      {stale.dialog}
    </FormDialog>
  );
}
