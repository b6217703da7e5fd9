import { ErrorAlert, Mark, toProblem } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@tessera/ui/mui';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTexts } from '../texts';
import { asksForCode, signIn, type Credentials } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { CodeStep } from './code-step';
import { PasswordField } from './password-field';
import { SessionEnded } from './session-ended';

/**
 * /auth/login. Success stores the session, and the layout around it leads on. An account with a second factor is asked
 * for its code in a second step; the password goes along with it, since there is no session before.
 */
export function SignInPage() {
  const t = useTexts();
  const { control, handleSubmit } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const attempt = useMutation({ mutationFn: signIn });
  const [first, setFirst] = useState<Credentials | null>(null);
  const start = (credentials: Credentials) =>
    attempt.mutate(credentials, {
      onError: (error) => {
        if (!asksForCode(error)) return;
        attempt.reset();
        setFirst(credentials);
      },
    });
  const problem = attempt.isError ? <ErrorAlert problem={toProblem(attempt.error)} /> : null;
  if (first) {
    return (
      <AuthCard title={t('signInPage.title')}>
        <Heading />
        {problem ? <Box sx={{ mt: 3, textAlign: 'left' }}>{problem}</Box> : null}
        <CodeStep
          email={first.email}
          pending={attempt.isPending}
          onCode={(code) => attempt.mutate({ ...first, code })}
          onBack={() => {
            attempt.reset();
            setFirst(null);
          }}
        />
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('signInPage.title')}>
      <Heading />
      <AuthForm onSubmit={handleSubmit(start)}>
        {problem ?? <SessionEnded />}
        <TextField
          control={control}
          name="email"
          label={t('person.email')}
          type="email"
          autoComplete="username"
          autoFocus
          rules={{ required: t('person.emailNeeded') }}
        />
        <PasswordField
          control={control}
          name="password"
          label={t('password.label')}
          autoComplete="current-password"
          rules={{ required: t('password.needed') }}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={attempt.isPending}
          sx={{ mt: 0.5 }}
        >
          {t('signIn.go')}
        </Button>
      </AuthForm>
      <AuthSwitch question={t('signInPage.newHere')} to="/auth/register" label={t('signInPage.toRegister')} />
    </AuthCard>
  );
}

function Heading() {
  const label = useTexts()('signInPage.heading');
  return (
    <Box component="h1" aria-label={label} sx={{ m: 0, display: 'grid', justifyItems: 'center' }}>
      <Mark size={34} withName />
    </Box>
  );
}
