import type { UserDto } from '@tessera/api';
import { FormDialog, SelectField, TextField } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { realmChoicesQuery, useCreateUser, useUpdateUser } from './users.api';
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

/** Makes a user, or changes who they are and what they may do. */
export function UserForm({ user, onClose }: { user: UserDto | null; onClose: () => void }) {
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
  const save = ({ password, ...body }: Values) =>
    user ? update({ id: user.id, body }) : create({ ...body, password });
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
    </FormDialog>
  );
}
