import { useQuery } from '@tanstack/react-query';
import { useForm, useWatch } from 'react-hook-form';
import type { Editing, UserDto } from '@tessera/api';
import { type Duty, takesDuties } from '@tessera/domain';
import { CheckboxField, FormDialog, SelectField, TextField, useStaleSave } from '@tessera/ui/forms';
import { createRoleOptions } from '../../accounts/account-filters';
import { DutiesField } from '../../accounts/duties-field';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { type AdminTexts, useTexts } from '../../texts';
import { useCreateUser, useUpdateUser } from './users.api';

interface Values {
  email: string;
  name: string;
  password: string;
  role: UserDto['role'];
  realm_id: number | null;
  duties: Duty[];
  break_glass: boolean;
}

/** The validation rules of a new password. */
export const createPasswordRules = (t: AdminTexts) => ({
  required: t('users.passwordMissing'),
  minLength: { value: 12, message: t('users.passwordShort') },
  maxLength: { value: 128, message: t('users.passwordLong') },
});

export interface UserFormProps {
  editing: Editing<UserDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Creates or edits a user. */
export function UserForm({ editing: { row: user, etag }, onReload, onClose }: UserFormProps) {
  const t = useTexts();
  const form = useForm<Values>({
    defaultValues: {
      email: user?.email ?? '',
      name: user?.name ?? '',
      password: '',
      role: user?.role ?? 'realm_user',
      realm_id: user?.realm_id ?? null,
      duties: user && takesDuties(user.role) ? user.duties : [],
      break_glass: user?.break_glass ?? false,
    },
  });
  const { data: realms = [] } = useQuery(realmChoicesQuery());
  const { mutateAsync: create } = useCreateUser();
  const { mutateAsync: update } = useUpdateUser();
  const stale = useStaleSave({
    name: user?.email ?? '',
    fieldLabels: { realm_id: t('users.realmWord'), duties: t('duties.title') },
    onReload,
  });
  const { control } = form;
  const [role, realmId] = useWatch({ control, name: ['role', 'realm_id'] });
  const givesDuties = takesDuties(role) && realmId !== null;
  const isAdministrator = user !== null && role === 'admin';
  const save = ({ password, duties, break_glass, ...fields }: Values) => {
    const body = { ...fields, duties: givesDuties ? duties : [] };
    const change = isAdministrator ? { ...body, break_glass } : body;
    return user
      ? stale.save(etag, change, (version) => update({ id: user.id, body: change, etag: version }))
      : create({ ...body, password });
  };
  return (
    <FormDialog
      open
      width={560}
      title={user ? t('words.editNamed', { name: user.name || user.email }) : t('users.new')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={user ? t('words.save') : t('users.create')}
    >
      <TextField
        control={control}
        name="email"
        label={t('words.email')}
        type="email"
        rules={{ required: t('words.emailMissing') }}
      />
      <TextField control={control} name="name" label={t('words.name')} />
      {user ? null : (
        <TextField
          control={control}
          name="password"
          label={t('users.password')}
          type="password"
          autoComplete="new-password"
          help={t('users.passwordHelp')}
          rules={createPasswordRules(t)}
        />
      )}
      <SelectField control={control} name="role" label={t('users.role')} options={createRoleOptions(t)} />
      <SelectField
        control={control}
        name="realm_id"
        label={t('words.realm')}
        numeric
        empty={t('words.noRealm')}
        options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
        help={t('users.realmHelp')}
      />
      {givesDuties ? <DutiesField control={control} name="duties" /> : null}
      {isAdministrator ? (
        <CheckboxField
          control={control}
          name="break_glass"
          label={t('providers.breakGlass')}
          help={t('providers.breakGlassHelp')}
        />
      ) : null}
      {stale.dialog}
    </FormDialog>
  );
}
