import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { meReauthenticate, type SignInRequirement } from '@tessera/api';
import { TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { StepDialog } from '../features/account/two-factor/step-dialog';
import { ProveWithPasskey } from './passkeys/prove-with-passkey';
import { PasswordField } from './password-field';
import { useSessionTexts } from './texts';

export interface RecentSignInDialogProps extends Omit<SignInRequirement, 'provider'> {
  email: string;
  onProved: () => void;
  onCancel: () => void;
}

/** Asks for a passkey, or for the password and a code when the user has a second factor. */
export function RecentSignInDialog(props: RecentSignInDialogProps) {
  const { email, secondFactor, passkey = false, onProved, onCancel } = props;
  const t = useSessionTexts();
  const form = useForm({ defaultValues: { password: '', code: '' } });
  const { setFocus } = form;
  // A dialog underneath traps the focus until this one is open, which is too late for `autoFocus`.
  useEffect(() => {
    const timer = setTimeout(() => setFocus('password'));
    return () => clearTimeout(timer);
  }, [setFocus]);
  const prove = async ({ password, code }: { password: string; code: string }) => {
    await meReauthenticate({ body: { password, code: secondFactor ? code : undefined } });
    onProved();
  };
  return (
    <StepDialog
      title={t('recentSignIn.title')}
      form={form}
      submitLabel={t('recentSignIn.confirm')}
      onSubmit={prove}
      onClose={onCancel}
    >
      <Box>{t('recentSignIn.why')}</Box>
      <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>{t('recentSignIn.who', { email })}</Box>
      {passkey ? <ProveWithPasskey onProved={onProved} /> : null}
      <PasswordField
        control={form.control}
        name="password"
        label={t('password.label')}
        autoComplete="current-password"
        rules={{ required: t('password.needed') }}
      />
      {secondFactor ? (
        <TextField
          control={form.control}
          name="code"
          label={t('signIn.code')}
          help={t('signIn.codeHelp')}
          autoComplete="one-time-code"
          maxLength={40}
          rules={{ required: t('signIn.codeNeeded') }}
        />
      ) : null}
    </StepDialog>
  );
}
