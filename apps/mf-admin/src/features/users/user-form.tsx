import type { Editing, UserDto } from '@tessera/api';
import { FormDialog, SelectField, TextField, useStaleSave } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { realmChoicesQuery } from '../../lookups/choices.api';
import { useCreateUser, useUpdateUser } from './users.api';
import { roleOptions } from './users-columns';

interface Values {
  email: string;
  name: string;
  password: string;
  role: UserDto['role'];
  realm_id: number | null;
}

/** The rule for passwords (contract section 2). */
export const passwordRules = {
  required: 'A password of 12 to 128 characters',
  minLength: { value: 12, message: 'At least 12 characters' },
  maxLength: { value: 128, message: 'At most 128 characters' },
};

export interface UserFormProps {
  editing: Editing<UserDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Makes a user, or changes who they are and what they may do. */
export function UserForm({ editing: { row: user, etag }, onReload, onClose }: UserFormProps) {
  const form = useForm<Values>({
    defaultValues: {
      email: user?.email ?? '',
      name: user?.name ?? '',
      password: '',
      role: user?.role ?? 'realm_user',
      realm_id: user?.realm_id ?? null,
    },
  });
  const { data: realms = [] } = useQuery(realmChoicesQuery());
  const { mutateAsync: create } = useCreateUser();
  const { mutateAsync: update } = useUpdateUser();
  const stale = useStaleSave({ name: user?.email ?? 'The user', words: { realm_id: 'realm' }, onReload });
  const save = ({ password, ...body }: Values) =>
    user
      ? stale.save(etag, body, (version) => update({ id: user.id, body, etag: version }))
      : create({ ...body, password });
  const { control } = form;
  return (
    <FormDialog
      open
      width={560}
      title={user ? `Edit ${user.name || user.email}` : 'New user'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={user ? 'Save' : 'Create user'}
    >
      <TextField
        control={control}
        name="email"
        label="E-mail"
        type="email"
        rules={{ required: 'An e-mail address' }}
      />
      <TextField control={control} name="name" label="Name" />
      {user ? null : (
        <TextField
          control={control}
          name="password"
          label="Password"
          type="password"
          autoComplete="new-password"
          help="12 to 128 characters, not a common one"
          rules={passwordRules}
        />
      )}
      <SelectField control={control} name="role" label="Role" options={roleOptions} />
      <SelectField
        control={control}
        name="realm_id"
        label="Realm"
        numeric
        empty="No realm"
        options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
        help="Without a realm, lists are empty"
      />
      {stale.dialog}
    </FormDialog>
  );
}
