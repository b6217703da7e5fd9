import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Editing, type LoginDto, useCan } from '@tessera/api';
import {
  FormDialog,
  NumberField,
  SecretField,
  SelectField,
  TextField,
  useStaleSave,
} from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { type LoginValues, toChange, toNew, toValues } from './login-values';
import { useCreateLogin, useUpdateLogin } from './logins.api';

const createStatusOptions = (t: AdminTexts) => [
  { value: 'active', label: t('words.active') },
  { value: 'disabled', label: t('words.disabled') },
  { value: 'failed', label: t('logins.failed') },
];

/** Creates or edits a login. Secrets can be replaced but never read. */
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
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const form = useForm<LoginValues>({ defaultValues: toValues(login) });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin && login === null });
  const { mutateAsync: create } = useCreateLogin(siteId);
  const { mutateAsync: update } = useUpdateLogin();
  const { saveSwitchedOff } = useSwitchOff();
  const stale = useStaleSave({ name: login?.name ?? '', onReload });
  const submit = (values: LoginValues) => {
    if (login) {
      const { id, name } = login;
      const body = toChange(values, login);
      const save = () => stale.save(etag, body, (version) => update({ id, body, etag: version }));
      if (login.status === 'disabled' || values.status !== 'disabled') return save();
      const enable = () => update({ id, body: { status: login.status } });
      return saveSwitchedOff({ kind: 'login', id, name }, save, enable);
    }
    return create({ ...toNew(values), realm_id: values.realm_id ?? undefined });
  };
  const { control } = form;
  return (
    <FormDialog
      open
      width={760}
      title={login ? t('words.editNamed', { name: login.name }) : t('logins.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={login ? t('words.save') : t('logins.add')}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>
        <TextField
          control={control}
          name="email"
          label={t('words.email')}
          type="email"
          rules={{ required: t('words.emailMissing') }}
        />
        <TextField
          control={control}
          name="name"
          label={t('words.name')}
          optional
          help={t('logins.nameHelp')}
        />
        {isAdmin && login === null ? (
          <SelectField
            control={control}
            name="realm_id"
            label={t('words.realm')}
            numeric
            options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
            rules={{ required: t('words.ownerMissing') }}
          />
        ) : null}
        <TextField control={control} name="user" label={t('logins.userAtSite')} optional />
        <TextField
          control={control}
          name="supporter_id"
          label={t('logins.supporterId')}
          optional
          help={t('logins.supporterHelp')}
        />
        <SelectField
          control={control}
          name="status"
          label={t('words.status')}
          options={createStatusOptions(t)}
        />
        <NumberField control={control} name="seats_to_set" label={t('logins.seatsToSet')} optional min={0} />
        <NumberField
          control={control}
          name="amount_to_buy"
          label={t('logins.amountToBuy')}
          optional
          min={0}
        />
        <TextField
          control={control}
          name="members"
          label={t('logins.members')}
          optional
          help={t('logins.membersHelp')}
        />
        <SecretField
          control={control}
          name="password"
          label={t('logins.password')}
          stored={login?.password}
          optional
        />
        <SecretField
          control={control}
          name="card"
          label={t('logins.paymentToken')}
          stored={login?.card}
          optional
          help={t('logins.paymentHelp')}
        />
        <SecretField
          control={control}
          name="address"
          label={t('words.address')}
          stored={login?.address}
          optional
        />
        <SecretField
          control={control}
          name="home_phone"
          label={t('logins.homePhone')}
          stored={login?.home_phone}
          optional
        />
        <SecretField
          control={control}
          name="mobile_phone"
          label={t('logins.mobilePhone')}
          stored={login?.mobile_phone}
          optional
        />
        <NumberField control={control} name="age" label={t('logins.age')} optional min={0} />
        <TextField
          control={control}
          name="basket"
          label={t('logins.basket')}
          optional
          help={t('logins.basketHelp')}
        />
        <TextField
          control={control}
          name="user_agent"
          label={t('logins.userAgent')}
          optional
          help={t('logins.inert')}
        />
        <SecretField
          control={control}
          name="proxy"
          label={t('logins.proxy')}
          stored={login?.proxy}
          optional
          help={t('logins.inert')}
        />
      </Box>
      {stale.dialog}
    </FormDialog>
  );
}
