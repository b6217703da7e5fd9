import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { getSessionEnd } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { Alert, describeError, ErrorAlert, type ErrorInfo, Logo } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { useTexts } from '../texts';
import { type Credentials, requiresCode, signIn } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { CodeStep } from './code-step';
import { PlainPasswordField } from './plain-password-field';
import { useAuthFields } from './use-auth-fields';

/**
 * /auth/login. Success stores the session, and the surrounding layout redirects. An account with two-factor authentication enters its
 * code in a second step, which sends the password again because there is no session yet.
 */
export function SignInPage() {
  const t = useTexts();
  const { field, onSubmit } = useAuthFields({
    email: (value) => (value === '' ? t('person.emailNeeded') : undefined),
    password: (value) => (value === '' ? t('password.needed') : undefined),
  });
  const attempt = useMutation({ mutationFn: signIn });
  const [first, setFirst] = useState<Credentials | null>(null);
  const start = (credentials: Credentials) =>
    attempt.mutate(credentials, {
      onError: (error) => {
        if (!requiresCode(error)) return;
        attempt.reset();
        setFirst(credentials);
      },
    });
  const problem = attempt.isError ? (
    <ErrorAlert error={describeSignInError(attempt.error, t('signInPage.wrong'))} />
  ) : null;
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
      <AuthForm onSubmit={onSubmit(start)}>
        {problem ?? <SessionEnded />}
        <PlainTextField
          {...field('email')}
          label={t('person.email')}
          type="email"
          autoComplete="username"
          autoFocus
        />
        <PlainPasswordField
          {...field('password')}
          label={t('password.label')}
          autoComplete="current-password"
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
      <Link
        component={RouterLink}
        to="/auth/forgot"
        sx={{ display: 'inline-block', mt: 2, typography: 'body2' }}
      >
        {t('signInPage.forgot')}
      </Link>
      <AuthSwitch question={t('signInPage.newHere')} to="/auth/register" label={t('signInPage.toRegister')} />
    </AuthCard>
  );
}

/** The error of a refused sign-in in the page's own words; a wrong code is reported by its own step. */
function describeSignInError(error: unknown, wrong: string): ErrorInfo {
  const problem = describeError(error);
  return problem.code === 'UNAUTHORIZED' ? { ...problem, message: wrong } : problem;
}

function Heading() {
  const label = useTexts()('signInPage.heading');
  return (
    <Box component="h1" aria-label={label} sx={{ m: 0, display: 'grid', justifyItems: 'center' }}>
      <Logo size={34} withName />
    </Box>
  );
}

/** The server's codes that have a text; any other is shown as UNKNOWN. */
const reasons = [
  'IDLE',
  'TOO_OLD',
  'PASSWORD_CHANGED',
  'ACCOUNT_CHANGED',
  'ENDED_BY_ADMINISTRATOR',
  'ENDED_BY_USER',
  'USED_TWICE',
  'SECOND_FACTOR_CHANGED',
  'TOO_MANY_SESSIONS',
  'COOKIE_MISSING',
  'SIGNED_OUT',
  'OTHER_TAB',
] as const;

/** Explains on the sign-in page why the session ended, unless the user signed out here. */
function SessionEnded() {
  const t = useTexts();
  const [end] = useState(getSessionEnd);
  if (!end) return null;
  const reason = reasons.find((code) => code === end.reason) ?? 'UNKNOWN';
  return <Alert tone="info">{t(`ended.${reason}`)}</Alert>;
}
