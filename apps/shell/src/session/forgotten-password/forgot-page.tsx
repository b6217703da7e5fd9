import { useMutation } from '@tanstack/react-query';
import { Alert, describeError, ErrorAlert } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { requestPasswordReset } from '../auth-calls';
import { AuthCard } from '../auth-card';
import { AuthForm } from '../auth-form';
import { AuthSwitch } from '../auth-switch';
import { useSessionTexts } from '../texts';
import { useAuthFields } from '../use-auth-fields';
import { useForgottenPasswordTexts } from './texts';

/** /auth/forgot: requests a reset link. The response is the same for every address. */
export function ForgotPage() {
  const t = useSessionTexts();
  const own = useForgottenPasswordTexts();
  const { field, onSubmit } = useAuthFields({
    email: (value) => (value === '' ? t('person.emailNeeded') : undefined),
  });
  const attempt = useMutation({ mutationFn: requestPasswordReset });
  return (
    <AuthCard title={own('forgot.title')}>
      <Box component="h1" sx={{ m: 0, typography: 'h2' }}>
        {own('forgot.title')}
      </Box>
      {attempt.isSuccess ? (
        <Box sx={{ mt: 3, textAlign: 'left' }}>
          <Alert tone="info">{own(attempt.data.mailed ? 'forgot.mailed' : 'forgot.asked')}</Alert>
        </Box>
      ) : (
        <AuthForm onSubmit={onSubmit(({ email }) => attempt.mutate(email))}>
          {attempt.isError ? <ErrorAlert error={describeError(attempt.error)} /> : null}
          <Box sx={{ color: 'text.secondary' }}>{own('forgot.how')}</Box>
          <PlainTextField
            {...field('email')}
            label={t('person.email')}
            type="email"
            autoComplete="username"
            autoFocus
          />
          <Button type="submit" variant="contained" size="large" fullWidth loading={attempt.isPending}>
            {own('forgot.go')}
          </Button>
        </AuthForm>
      )}
      <AuthSwitch question={own('forgot.remembered')} to="/auth/login" label={t('register.toSignIn')} />
    </AuthCard>
  );
}
