import { toApiError } from '@tessera/api';
<<<<<<< HEAD
import { ErrorAlert, Mark, toProblem } from '@tessera/ui';
import { applyFieldErrors, TextField } from '@tessera/ui/forms';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@tessera/ui/mui';
import { useForm } from 'react-hook-form';
import { useLocation } from '@tessera/federation/router';
=======
import { ErrorAlert, Mark, Notice, toProblem } from '@tessera/ui';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { useSearchParams } from '@tessera/federation/router';
>>>>>>> 882d9d5 (perf(shell): show the brand at once and let sign-in load only its form)
import { useTexts } from '../texts';
import { signUp } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
<<<<<<< HEAD
import { InvitationNotice } from './invitation-notice';
import { PasswordField } from './password-field';
import { passwordHelpIn, passwordRulesIn } from './password-rules';
import { tokenInHash } from './token-in-hash';

type Fields = Omit<Registration, 'invitation_token'>;
=======
import { newPasswordError, passwordHelpIn } from './password-rules';
import { PlainPasswordField } from './plain-password-field';
import { useAuthFields } from './use-auth-fields';
>>>>>>> 882d9d5 (perf(shell): show the brand at once and let sign-in load only its form)

/** /auth/register, also from an invitation's link (`#invitation=…`). */
export function RegisterPage() {
  const t = useTexts();
<<<<<<< HEAD
  const invitation = tokenInHash(useLocation().hash, 'invitation');
  const { control, handleSubmit, setError, setValue } = useForm<Fields>({
    defaultValues: { name: '', email: '', password: '' },
=======
  const invitation = useSearchParams()[0].get('invitation');
  const { field, onSubmit, refuse } = useAuthFields({
    name: (value) => (value === '' ? t('person.nameNeeded') : undefined),
    email: (value) => (value === '' ? t('person.emailNeeded') : undefined),
    password: (value) => newPasswordError(t, value),
>>>>>>> 882d9d5 (perf(shell): show the brand at once and let sign-in load only its form)
  });
  const attempt = useMutation({
    mutationFn: signUp,
    onError: (error) => refuse(toApiError(error).details),
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
        onSubmit={onSubmit((fields) =>
          attempt.mutate({ ...fields, ...(invitation ? { invitation_token: invitation } : {}) }),
        )}
      >
        {invitation ? (
          <InvitationNotice token={invitation} onEmail={(email) => setValue('email', email)} />
        ) : null}
        {attempt.isError ? <ErrorAlert problem={toProblem(attempt.error)} /> : null}
        <PlainTextField {...field('name')} label={t('person.name')} autoComplete="name" autoFocus />
        <PlainTextField {...field('email')} label={t('person.email')} type="email" autoComplete="username" />
        <PlainPasswordField
          {...field('password')}
          label={t('password.label')}
          autoComplete="new-password"
          help={passwordHelpIn(t)}
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
