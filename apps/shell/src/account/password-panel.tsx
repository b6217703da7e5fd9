import { mePassword, storeAuthAnswer, useUser } from '@tessera/api';
import { ErrorAlert, Panel, useSnackbar, useSubmit } from '@tessera/ui';
import { Box, Button } from '@mui/material';
import { useForm } from 'react-hook-form';
import { PasswordField } from '../session/password-field';
import { passwordRules } from '../session/password-rules';

const empty = { current_password: '', new_password: '' };

/** A new password ends every other session; this one goes on with the answer's tokens. */
export function PasswordPanel() {
  const user = useUser();
  const { show } = useSnackbar();
  const form = useForm({ defaultValues: empty });
  const save = async (body: typeof empty) => storeAuthAnswer((await mePassword({ body })).data);
  const { submit, problem } = useSubmit(form, save, {
    onDone: () => {
      form.reset(empty);
      show('Password changed. Your other sessions have ended.');
    },
  });
  return (
    <Panel title="Password" padded>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {problem ? <ErrorAlert problem={problem} /> : null}
        {/* Tells password managers whose password this is. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          control={form.control}
          name="current_password"
          label="Current password"
          autoComplete="current-password"
          rules={{ required: 'Enter your current password' }}
        />
        <PasswordField
          control={form.control}
          name="new_password"
          label="New password"
          autoComplete="new-password"
          help="12 to 128 characters; a few words make a good one."
          rules={passwordRules}
        />
        <Box>
          <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
            Change password
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
