import { useForm } from 'react-hook-form';
import type { UserDto } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { createPasswordRules } from './user-form';
import { useSetPassword } from './users.api';

/** Sets a user's password, which ends their sessions. */
export function PasswordForm({ user, onClose }: { user: UserDto; onClose: () => void }) {
  const t = useTexts();
  const form = useForm({ defaultValues: { password: '' } });
  const { mutateAsync: setPassword } = useSetPassword();
  return (
    <FormDialog
      open
      width={480}
      title={t('users.setPassword')}
      subtitle={t('users.signInAgain', { email: user.email })}
      form={form}
      onSubmit={({ password }) => setPassword({ id: user.id, password })}
      onClose={onClose}
      submitLabel={t('users.setPassword')}
    >
      <TextField
        control={form.control}
        name="password"
        label={t('users.newPassword')}
        type="password"
        autoComplete="new-password"
        help={t('users.passwordHelp')}
        rules={createPasswordRules(t)}
      />
    </FormDialog>
  );
}
