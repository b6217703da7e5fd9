import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { SecondFactorSecretDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { PasswordField } from '../../../session/password-field';
import { useSessionTexts } from '../../../session/texts';
import { KeyStep } from './key-step';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { StepDialog } from './step-dialog';
import { useTwoFactorTexts } from './texts';
import { startTwoFactor } from './two-factor.api';

/** Turns two-factor authentication on in three steps: password, key with a first code, recovery codes. */
export function TurnOn({ onClose }: { onClose: () => void }) {
  const t = useSessionTexts();
  const own = useTwoFactorTexts();
  const { show } = useSnackbar();
  const [secret, setSecret] = useState<SecondFactorSecretDto | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const form = useForm({ defaultValues: { current_password: '' } });
  const done = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    show(own('turnedOn'));
  };
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  if (secret) return <KeyStep secret={secret} onDone={done} onClose={onClose} />;
  return (
    <StepDialog
      title={own('turnOnTitle')}
      form={form}
      submitLabel={own('next')}
      onSubmit={async ({ current_password }) => setSecret(await startTwoFactor(current_password))}
      onClose={onClose}
    >
      <PasswordField
        control={form.control}
        name="current_password"
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
        rules={{ required: t('password.currentNeeded') }}
      />
    </StepDialog>
  );
}
