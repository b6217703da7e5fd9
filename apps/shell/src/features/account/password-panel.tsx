import { useForm } from 'react-hook-form';
import { mePassword, storeAuthAnswer, useUser } from '@tessera/api';
import { ErrorAlert, Panel, useSnackbar } from '@tessera/ui';
import { useSubmit } from '@tessera/ui/forms';
import { Box, Button } from '@tessera/ui/mui';
import { PasswordField } from '../../session/password-field';
import { newPasswordHelp, newPasswordRules } from '../../session/password-rules';
import { useSessionTexts } from '../../session/texts';

const empty = { current_password: '', new_password: '' };

/** Changes the password. This ends all other sessions; the response has new tokens for this one. */
export function PasswordPanel() {
  const t = useSessionTexts();
  const user = useUser();
  const { show } = useSnackbar();
  const form = useForm({ defaultValues: empty });
  const save = async (body: typeof empty) => storeAuthAnswer((await mePassword({ body })).data);
  const { submit, error } = useSubmit(form, save, {
    onDone: () => {
      form.reset(empty);
      show(t('password.changed'));
    },
  });
  return (
    <Panel title={t('password.title')} padded>
      <Box component="form" noValidate onSubmit={submit} sx={{ display: 'grid', gap: 2 }}>
        {error ? <ErrorAlert error={error} /> : null}
        {/* Lets password managers find the account. */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        <PasswordField
          control={form.control}
          name="current_password"
          label={t('password.current')}
          autoComplete="current-password"
          rules={{ required: t('password.currentNeeded') }}
        />
        <PasswordField
          control={form.control}
          name="new_password"
          label={t('password.new')}
          autoComplete="new-password"
          help={newPasswordHelp(t)}
          rules={newPasswordRules(t)}
        />
        <Box>
          <Button type="submit" variant="contained" loading={form.formState.isSubmitting}>
            {t('password.change')}
          </Button>
        </Box>
      </Box>
    </Panel>
  );
}
