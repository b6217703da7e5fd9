import { useMutation } from '@tanstack/react-query';
import { useLocation } from '@tessera/federation/router';
import { describeError, ErrorAlert, Logo } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { PlainTextField } from '@tessera/ui/text-field';
import { signUp } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { InvitationNotice } from './invitation-notice';
import { newPasswordError, newPasswordHelp } from './password-rules';
import { PlainPasswordField } from './plain-password-field';
import { useSessionTexts } from './texts';
import { tokenInHash } from './token-in-hash';
import { useAuthFields } from './use-auth-fields';

/** /auth/register: also opened by an invitation link (`#invitation=…`). */
export function RegisterPage() {
  const t = useSessionTexts();
  const invitation = tokenInHash(useLocation().hash, 'invitation');
  const { field, fill, onSubmit, refuse } = useAuthFields({
    name: (value) => (value === '' ? t('person.nameNeeded') : undefined),
    email: (value) => (value === '' ? t('person.emailNeeded') : undefined),
    password: (value) => newPasswordError(t, value),
  });
  const attempt = useMutation({
    mutationFn: signUp,
    onError: (error) => refuse(describeError(error).details ?? []),
  });
  return (
    <AuthCard title={t('register.title')}>
      <Box
        component="h1"
        aria-label={t('register.heading')}
        sx={{ m: 0, display: 'grid', justifyItems: 'center' }}
      >
        <Logo size={34} withName />
      </Box>
      <AuthForm
        onSubmit={onSubmit((fields) =>
          attempt.mutate({ ...fields, invitation_token: invitation || undefined }),
        )}
      >
        {invitation ? (
          <InvitationNotice token={invitation} onEmail={(email) => fill('email', email)} />
        ) : null}
        {attempt.isError ? <ErrorAlert error={describeError(attempt.error)} /> : null}
        <PlainTextField {...field('name')} label={t('person.name')} autoComplete="name" autoFocus />
        <PlainTextField {...field('email')} label={t('person.email')} type="email" autoComplete="username" />
        <PlainPasswordField
          {...field('password')}
          label={t('password.label')}
          autoComplete="new-password"
          help={newPasswordHelp(t)}
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
