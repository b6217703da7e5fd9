import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getSessionEnd } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { Alert, describeError, ErrorAlert, type ErrorInfo, Logo } from '@tessera/ui';
import { Box, Button, Link } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { type Credentials, requiresSecondFactor, type SecondFactorProof, signIn } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { PlainPasswordField } from './plain-password-field';
import { useSessionTexts } from './texts';
import { useAuthFields } from './use-auth-fields';

// Loaded once they are needed: few people use a passkey or a provider, or have a second step, and a first visit must be fast.
const SignInWithPasskey = lazy(() => import('./passkeys/sign-in-with-passkey'));
const SecondStep = lazy(() => import('./passkeys/second-step'));
const ProviderButtons = lazy(async () => ({
  default: (await import('./single-sign-on/offers/provider-buttons')).ProviderButtons,
}));

/**
 * /auth/login. Success stores the session, and the surrounding layout redirects. An account with a second factor proves it in a second step,
 * which sends the password again because there is no session yet.
 */
export function SignInPage() {
  const t = useSessionTexts();
  const { field, onSubmit } = useAuthFields({
    email: (value) => (value === '' ? t('person.emailNeeded') : undefined),
    password: (value) => (value === '' ? t('password.needed') : undefined),
  });
  const attempt = useMutation({ mutationFn: signIn });
  const [second, setSecond] = useState<{ first: Credentials; request: unknown } | null>(null);
  // As it was when the field was left: providers aren't asked for with each letter.
  const [address, setAddress] = useState('');
  const [byPasskey, setByPasskey] = useState(false);
  const send = (first: Credentials, proof: SecondFactorProof = {}) =>
    attempt.mutate(
      { ...first, ...proof },
      {
        onError: (request) => {
          if (!requiresSecondFactor(request)) return;
          if (!second) attempt.reset();
          setSecond({ first, request });
        },
      },
    );
  const problem = attempt.isError ? (
    <ErrorAlert error={describeSignInError(attempt.error, t('signInPage.wrong'))} />
  ) : null;
  if (second) {
    return (
      <AuthCard title={t('signInPage.title')}>
        <Heading />
        {problem ? <Box sx={{ mt: 3, textAlign: 'left' }}>{problem}</Box> : null}
        <Suspense fallback={null}>
          <SecondStep
            email={second.first.email}
            pending={attempt.isPending}
            request={second.request}
            onProof={(proof) => send(second.first, proof)}
            onBack={() => {
              attempt.reset();
              setSecond(null);
            }}
          />
        </Suspense>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t('signInPage.title')}>
      <Heading />
      <AuthForm onSubmit={onSubmit((first) => send(first))}>
        {problem ?? <SessionEnded />}
        <Box onBlur={() => setAddress(field('email').value)}>
          <PlainTextField
            {...field('email')}
            label={t('person.email')}
            type="email"
            autoComplete="username"
            autoFocus
          />
        </Box>
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
      <Suspense>
        <ProviderButtons email={address} />
      </Suspense>
      {byPasskey ? (
        <Suspense fallback={<Box sx={{ height: 58 }} />}>
          <SignInWithPasskey />
        </Suspense>
      ) : (
        <Button size="large" fullWidth onClick={() => setByPasskey(true)} sx={{ mt: 2 }}>
          {t('signInPage.passkey')}
        </Button>
      )}
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
  const label = useSessionTexts()('signInPage.heading');
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
  'ENDED_BY_PROVIDER',
  'USED_TWICE',
  'SECOND_FACTOR_CHANGED',
  'TOO_MANY_SESSIONS',
  'COOKIE_MISSING',
  'SIGNED_OUT',
  'OTHER_TAB',
] as const;

/** Explains on the sign-in page why the session ended, unless the user signed out here. */
function SessionEnded() {
  const t = useSessionTexts();
  const [end] = useState(getSessionEnd);
  if (!end) return null;
  const reason = reasons.find((code) => code === end.reason) ?? 'UNKNOWN';
  return <Alert tone="info">{t(`ended.${reason}`)}</Alert>;
}
