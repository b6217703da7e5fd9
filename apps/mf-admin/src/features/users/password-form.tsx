import type { UserDto } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui';
import { useForm } from 'react-hook-form';
import { passwordRules } from './user-form';
import { useSetPassword } from './users.api';

/** Sets somebody's password; their sessions end. */
export function PasswordForm({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const form = useForm({ defaultValues: { password: '' } });
  const { mutateAsync: setPassword } = useSetPassword();
  return (
    <FormDialog
      open
      width={480}
      title="Set password"
      subtitle={`${user.email} will have to sign in again`}
      form={form}
      onSubmit={({ password }) => setPassword({ id: user.id, password })}
      onClose={onClose}
      submitLabel="Set password"
    >
      <TextField
        control={form.control}
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        help="12 to 128 characters, not a common one"
        rules={passwordRules}
      />
    </FormDialog>
  );
}
