import { ErrorAlert, Mark, TextField, toProblem } from '@tessera/ui';
import { useMutation } from '@tanstack/react-query';
import { Box, Button } from '@mui/material';
import { useForm } from 'react-hook-form';
import { signIn, type Credentials } from './auth-calls';
import { AuthCard } from './auth-card';
import { AuthForm } from './auth-form';
import { AuthSwitch } from './auth-switch';
import { PasswordField } from './password-field';

/** /auth/login. Success stores the session, and the layout around it leads on. */
export function SignInPage() {
  const { control, handleSubmit } = useForm<Credentials>({ defaultValues: { email: '', password: '' } });
  const attempt = useMutation({ mutationFn: signIn });
  return (
    <AuthCard title="Sign in">
      <Box
        component="h1"
        aria-label="Sign in to Tessera"
        sx={{ m: 0, display: 'grid', justifyItems: 'center' }}
      >
        <Mark size={34} withName />
      </Box>
      <AuthForm onSubmit={handleSubmit((credentials) => attempt.mutate(credentials))}>
        {attempt.isError ? <ErrorAlert problem={toProblem(attempt.error)} /> : null}
        <TextField
          control={control}
          name="email"
          label="E-mail"
          type="email"
          autoComplete="username"
          autoFocus
          rules={{ required: 'Enter your e-mail address' }}
        />
        <PasswordField
          control={control}
          name="password"
          label="Password"
          autoComplete="current-password"
          rules={{ required: 'Enter your password' }}
        />
        <Button
          type="submit"
          variant="contained"
          size="large"
          fullWidth
          loading={attempt.isPending}
          sx={{ mt: 0.5 }}
        >
          Sign in
        </Button>
      </AuthForm>
      <AuthSwitch question="New here?" to="/auth/register" label="Create an account" />
    </AuthCard>
  );
}
