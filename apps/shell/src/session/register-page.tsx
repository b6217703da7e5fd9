import { toApiError } from '@tessera/api';
import { ErrorAlert, Mark, toProblem } from '@tessera/ui';
import { applyFieldErrors, TextField } from '@tessera/ui/forms';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@tessera/ui/mui';
import { useForm } from 'react-hook-form';
import { useLocation } from '@tessera/federation/router';
import { useTexts } from '../texts';
import { signUp, type Registration } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { InvitationNotice } from './invitation-notice';
import { PasswordField } from './password-field';
import { passwordHelpIn, passwordRulesIn } from './password-rules';
import { tokenInHash } from './token-in-hash';

type Fields = Omit<Registration, 'invitation_token'>;

/** /auth/register, also from an invitation's link (`#invitation=…`). */
export function RegisterPage() {
  const t = useTexts();
  const invitation = tokenInHash(useLocation().hash, 'invitation');
  const { control, handleSubmit, setError, setValue } = useForm<Fields>({
    defaultValues: { name: '', email: '', password: '' },
  });
  const attempt = useMutation({
    mutationFn: signUp,
    onError: (error) => applyFieldErrors(toApiError(error).details, ['name', 'email', 'password'], setError),
  });
  return (
    <AuthCard title={t('register.title')}>
      <Box
        component="h1"
        aria-label={t('register.heading')}
        sx={{ m: 0, display: 'grid', justifyItems: 'center' }}
      >
        <Mark size={34} withName />
      </Box>
      <AuthForm
        onSubmit={handleSubmit((fields) =>
          attempt.mutate({ ...fields, ...(invitation ? { invitation_token: invitation } : {}) }),
        )}
      >
        {invitation ? (
          <InvitationNotice token={invitation} onEmail={(email) => setValue('email', email)} />
        ) : null}
        {attempt.isError ? <ErrorAlert problem={toProblem(attempt.error)} /> : null}
        <TextField
          control={control}
          name="name"
          label={t('person.name')}
          autoComplete="name"
          autoFocus
          rules={{ required: t('person.nameNeeded') }}
        />
        <TextField
          control={control}
          name="email"
          label={t('person.email')}
          type="email"
          autoComplete="username"
          rules={{ required: t('person.emailNeeded') }}
        />
        <PasswordField
          control={control}
          name="password"
          label={t('password.label')}
          autoComplete="new-password"
          help={passwordHelpIn(t)}
          rules={passwordRulesIn(t)}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={attempt.isPending}
          sx={{ mt: 0.5 }}
        >
          {t('register.go')}
        </Button>
      </AuthForm>
      <AuthSwitch question={t('register.haveOne')} to="/auth/login" label={t('register.toSignIn')} />
    </AuthCard>
  );
}
