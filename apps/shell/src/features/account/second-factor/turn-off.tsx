import { useForm } from 'react-hook-form';
import { useSnackbar } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { PasswordField } from '../../../session/password-field';
import { useTexts } from '../../../texts';
import { useRemoveSecondFactor } from './second-factor.api';
import { StepDialog } from './step-dialog';

/** Turns the second factor off, with the password and a code. */
export function TurnOff({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { show } = useSnackbar();
  const { mutateAsync: remove } = useRemoveSecondFactor();
  const form = useForm({ defaultValues: { current_password: '', code: '' } });
  const save = async (values: { current_password: string; code: string }) => {
    await remove(values);
    show(t('secondFactor.turnedOff'));
    onClose();
  };
  return (
    <StepDialog
      title={t('secondFactor.turnOffTitle')}
      form={form}
      submitLabel={t('secondFactor.turnOff')}
      onSubmit={save}
      onClose={onClose}
    >
      <Box>{t('secondFactor.turnOffHelp')}</Box>
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
        label={t('secondFactor.anyCode')}
        autoComplete="one-time-code"
        maxLength={40}
        rules={{ required: t('secondFactor.codeNeeded') }}
      />
    </StepDialog>
  );
}
