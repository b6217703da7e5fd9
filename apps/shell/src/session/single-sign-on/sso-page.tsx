import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { type ApiError, signOnLink, signOnSession, storeAuthAnswer, toApiError } from '@tessera/api';
import { consolePath } from '@tessera/domain';
import { Link as RouterLink, useLocation, useNavigate } from '@tessera/federation/router';
import { Alert, describeError, ErrorAlert, Logo } from '@tessera/ui';
import { Box, Button, CircularProgress, Link } from '@tessera/ui/mui';
import { requiresSecondFactor, type SecondFactorProof } from '../auth-calls';
import { AuthCard } from '../auth-card';
import { AuthForm } from '../auth-form';
import SecondStep from '../passkeys/second-step';
import { PlainPasswordField } from '../plain-password-field';
import { tokenInHash } from '../token-in-hash';
import { useAuthFields } from '../use-auth-fields';
import { announceVisit } from './provider-visit';
import { useSingleSignOnTexts } from './texts';
import { en } from './texts/en';

type Fault = keyof typeof en.faults;

const isFault = (text: string): text is Fault => Object.hasOwn(en.faults, text);

/** /auth/sso: where an identity provider leads back to, with a code or a failure in the fragment. */
export function SsoPage() {
  const { hash } = useLocation();
  const code = tokenInHash(hash, 'code');
  const fault = tokenInHash(hash, 'fault');
  const done = tokenInHash(hash, 'done');
  const to = consolePath(tokenInHash(hash, 'to')) ?? '/dashboard';
  if (code !== null) return <Exchange code={code} to={to} />;
  if (done !== null) return <VisitDone purpose={done} to={to} />;
  return <Failed fault={fault !== null && isFault(fault) ? fault : 'EXPIRED'} />;
}

/** Exchanges in progress and done, by code: it is valid once, and an effect may run twice. */
const exchanges = new Map<string, Promise<void>>();

function exchangeOnce(code: string): Promise<void> {
  const exchange =
    exchanges.get(code) ?? signOnSession({ body: { code } }).then(({ data }) => storeAuthAnswer(data));
  exchanges.set(code, exchange);
  return exchange;
}

/** Exchanges the code for the session and opens the page that was wanted. */
function Exchange({ code, to }: { code: string; to: string }) {
  const t = useSingleSignOnTexts();
  const navigate = useNavigate();
  const [failure, setFailure] = useState<ApiError | null>(null);
  useEffect(() => {
    exchangeOnce(code).then(
      () => void navigate(to, { replace: true }),
      (thrown: unknown) => setFailure(toApiError(thrown)),
    );
  }, [code, navigate, to]);
  if (failure?.reason === 'LINK_NEEDED')
    return <LinkAccount code={code} needed={failure} onLinked={() => void navigate(to, { replace: true })} />;
  if (failure) return <Failed error={failure} />;
  return (
    <Card title={t('page.title')}>
      <Box role="status" sx={{ display: 'grid', justifyItems: 'center', gap: 2, mt: 3 }}>
        <CircularProgress size={24} aria-hidden />
        {t('page.working')}
      </Box>
    </Card>
  );
}

/** Links the account with the address that the provider names, after its password and its second factor if it has one. */
function LinkAccount({ code, needed, onLinked }: { code: string; needed: ApiError; onLinked: () => void }) {
  const t = useSingleSignOnTexts();
  const { provider, email } = needed.context as { provider: string; email: string | null };
  const [second, setSecond] = useState<{ password: string; request: unknown } | null>(null);
  const { field, onSubmit } = useAuthFields({
    password: (value) => (value === '' ? t('link.passwordNeeded') : undefined),
  });
  const attempt = useMutation({
    mutationFn: async ({ password, proof }: { password: string; proof: SecondFactorProof }) => {
      const body = { code, password, second_factor: proof.code, passkey: proof.passkey };
      storeAuthAnswer((await signOnLink({ body })).data);
    },
    onSuccess: onLinked,
  });
  const send = (password: string, proof: SecondFactorProof = {}) =>
    attempt.mutate(
      { password, proof },
      {
        onError: (request) => {
          if (!requiresSecondFactor(request)) return;
          if (!second) attempt.reset();
          setSecond({ password, request });
        },
      },
    );
  const problem = attempt.isError ? (
    <ErrorAlert error={describeLinkError(attempt.error, t('link.wrong'))} />
  ) : null;
  if (second && email !== null)
    return (
      <Card title={t('link.title')}>
        {problem ? <Box sx={{ mt: 3, textAlign: 'left' }}>{problem}</Box> : null}
        <SecondStep
          email={email}
          pending={attempt.isPending}
          request={second.request}
          onProof={(proof) => send(second.password, proof)}
          onBack={() => {
            attempt.reset();
            setSecond(null);
          }}
        />
      </Card>
    );
  return (
    <Card title={t('link.title')}>
      <Box sx={{ textAlign: 'left', mt: 2, overflowWrap: 'anywhere' }}>
        <p>{t('link.why', { provider })}</p>
        <p>
          {email === null ? t('link.howBare') : `${t('link.how', { email, provider })} ${t('link.else')}`}
        </p>
      </Box>
      {email === null ? null : (
        <AuthForm onSubmit={onSubmit(({ password }) => send(password))}>
          {problem}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <PlainPasswordField
            {...field('password')}
            label={t('link.password')}
            autoComplete="current-password"
            autoFocus
          />
          <Button type="submit" variant="contained" size="large" fullWidth loading={attempt.isPending}>
            {t('link.go')}
          </Button>
        </AuthForm>
      )}
      <BackLink />
    </Card>
  );
}

function describeLinkError(thrown: unknown, wrong: string) {
  const problem = describeError(thrown);
  return problem.code === 'UNAUTHORIZED' ? { ...problem, message: wrong } : problem;
}

/** What a visit from a session ends with: its own window closes, or the page opens that began it. */
function VisitDone({ purpose, to }: { purpose: string; to: string }) {
  const t = useSingleSignOnTexts();
  const navigate = useNavigate();
  useEffect(() => {
    if (purpose === 'reauthenticate') announceVisit(true);
    else void navigate(to, { replace: true });
  }, [purpose, navigate, to]);
  return (
    <Card title={t('page.title')}>
      <Box role="status" sx={{ mt: 3 }}>
        {t('page.done')}
      </Box>
    </Card>
  );
}

function Failed({ fault, error }: { fault?: Fault; error?: ApiError }) {
  const t = useSingleSignOnTexts();
  const provider = (error?.context as { provider?: string } | undefined)?.provider;
  useEffect(() => announceVisit(false), []);
  return (
    <Card title={t('page.title')}>
      <Box sx={{ mt: 3, textAlign: 'left' }}>
        {fault ? <Alert tone="warning">{t(`faults.${fault}`)}</Alert> : null}
        {error?.code === 'UNAUTHORIZED' ? <Alert tone="warning">{t('faults.EXPIRED')}</Alert> : null}
        {error?.reason === 'NO_ACCESS' ? (
          <Alert tone="warning">{t('page.noAccess', { provider: provider ?? '' })}</Alert>
        ) : null}
        {error && error.code !== 'UNAUTHORIZED' && error.reason !== 'NO_ACCESS' ? (
          <ErrorAlert error={describeError(error)} />
        ) : null}
      </Box>
      <BackLink />
    </Card>
  );
}

function BackLink() {
  const t = useSingleSignOnTexts();
  return (
    <Link component={RouterLink} to="/auth/login" sx={{ display: 'inline-block', mt: 2.5, fontWeight: 600 }}>
      {t('page.back')}
    </Link>
  );
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  return (
    <AuthCard title={title}>
      <Box component="h1" aria-label={title} sx={{ m: 0, display: 'grid', justifyItems: 'center' }}>
        <Logo size={34} withName />
      </Box>
      {children}
    </AuthCard>
  );
}
