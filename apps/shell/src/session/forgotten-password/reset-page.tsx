import { useMutation } from '@tanstack/react-query';
import { toApiError } from '@tessera/api';
import { useLocation } from '@tessera/federation/router';
import { Alert, describeError, ErrorAlert } from '@tessera/ui';
import { Box, Button } from '@tessera/ui/mui';
import { resetPassword } from '../auth-calls';
import { AuthCard } from '../auth-card';
import { AuthForm } from '../auth-form';
import { AuthSwitch } from '../auth-switch';
import { newPasswordError, newPasswordHelp } from '../password-rules';
import { PlainPasswordField } from '../plain-password-field';
import { useSessionTexts } from '../texts';
import { tokenInHash } from '../token-in-hash';
import { useAuthFields } from '../use-auth-fields';
import { useForgottenPasswordTexts } from './texts';

/** /auth/reset: opened by a reset link, of a mail, an owner or an administrator (`#token=…`). */
export function ResetPage() {
  const t = useSessionTexts();
  const own = useForgottenPasswordTexts();
  const token = tokenInHash(useLocation().hash, 'token') ?? '';
  const { field, onSubmit, refuse } = useAuthFields({ password: (value) => newPasswordError(t, value) });
  const attempt = useMutation({
    mutationFn: resetPassword,
    onError: (error) => refuse(describeError(error).details ?? []),
  });
  const isInvalid = attempt.isError && toApiError(attempt.error).of('token') !== undefined;
  const isFieldError = attempt.isError && toApiError(attempt.error).of('password') !== undefined;
  return (
    <AuthCard title={own('reset.title')}>
      <Box component="h1" sx={{ m: 0, typography: 'h2' }}>
        {own('reset.title')}
      </Box>
      {attempt.isSuccess ? (
        <Box sx={{ mt: 3, textAlign: 'left' }}>
          <Alert tone="success">{own('reset.done')}</Alert>
        </Box>
      ) : (
        <AuthForm onSubmit={onSubmit(({ password }) => attempt.mutate({ token, password }))}>
          {isInvalid ? <Alert tone="warning">{own('reset.invalid')}</Alert> : null}
          {attempt.isError && !isInvalid && !isFieldError ? (
            <ErrorAlert error={describeError(attempt.error)} />
          ) : null}
          <PlainPasswordField
            {...field('password')}
            label={t('password.new')}
            autoComplete="new-password"
            autoFocus
            help={newPasswordHelp(t)}
          />
          <Button type="submit" variant="contained" size="large" fullWidth loading={attempt.isPending}>
            {own('reset.go')}
          </Button>
        </AuthForm>
      )}
      <AuthSwitch question={t('register.haveOne')} to="/auth/login" label={t('register.toSignIn')} />
    </AuthCard>
  );
}
