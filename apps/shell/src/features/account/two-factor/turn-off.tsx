import { useForm } from 'react-hook-form';
import { useSnackbar } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { PasswordField } from '../../../session/password-field';
import { useSessionTexts } from '../../../session/texts';
import { StepDialog } from './step-dialog';
import { useTwoFactorTexts } from './texts';
import { useRemoveTwoFactor } from './two-factor.api';

/** Turns two-factor authentication off, with the password and a code. */
export function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useSessionTexts();
  const own = useTwoFactorTexts();
  const { show } = useSnackbar();
  const { mutateAsync: remove } = useRemoveTwoFactor();
  const form = useForm({ defaultValues: { current_password: '', code: '' } });
  const save = async (values: { current_password: string; code: string }) => {
    await remove(values);
    show(own('turnedOff'));
    onClose();
  };
  return (
    <StepDialog
      title={own('turnOffTitle')}
      form={form}
      submitLabel={own('turnOff')}
      onSubmit={save}
      onClose={onClose}
    >
      <Box>{own('turnOffHelp')}</Box>
      <PasswordField
        control={form.control}
        name="current_password"
        label={t('password.current')}
        autoComplete="current-password"
        autoFocus
        rules={{ required: t('password.currentNeeded') }}
      />
      <TextField
        control={form.control}
        name="code"
        label={own('anyCode')}
        autoComplete="one-time-code"
        maxLength={40}
        rules={{ required: own('codeNeeded') }}
      />
    </StepDialog>
  );
}
