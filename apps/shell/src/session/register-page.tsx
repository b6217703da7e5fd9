import { toApiError } from '@tessera/api';
import { applyFieldErrors, ErrorAlert, Mark, Notice, TextField, toProblem } from '@tessera/ui';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@mui/material';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router';
import { signUp, type Registration } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { PasswordField } from './password-field';
import { passwordRules } from './password-rules';

type Fields = Omit<Registration, 'invitation_token'>;

/** /auth/register, also from an invitation's link (`?invitation=…`). */
export function RegisterPage() {
  const invitation = useSearchParams()[0].get('invitation');
  const { control, handleSubmit, setError } = useForm<Fields>({
    defaultValues: { name: '', email: '', password: '' },
  });
  const attempt = useMutation({
    mutationFn: signUp,
    onError: (error) => applyFieldErrors(toApiError(error).details, ['name', 'email', 'password'], setError),
  });
  return (
    <AuthCard title="Create an account">
      <Box
        component="h1"
        aria-label="Create an account at Tessera"
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
          <Notice tone="info">You were invited. Your account joins the realm that invited you.</Notice>
        ) : null}
        {attempt.isError ? <ErrorAlert problem={toProblem(attempt.error)} /> : null}
        <TextField
          control={control}
          name="name"
          label="Name"
          autoComplete="name"
          autoFocus
          rules={{ required: 'Enter your name' }}
        />
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          rules={{ required: 'Enter your e-mail address' }}
        />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          autoComplete="new-password"
          help="12 to 128 characters; a few words make a good one."
          rules={passwordRules}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={attempt.isPending}
          sx={{ mt: 0.5 }}
        >
          Create account
        </Button>
      </AuthForm>
      <AuthSwitch question="Have an account?" to="/auth/login" label="Sign in" />
    </AuthCard>
  );
}
