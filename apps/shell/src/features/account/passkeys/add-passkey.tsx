import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { describeDevice, useSnackbar } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { describePasskeyError } from '../../../session/passkeys/describe-passkey-error';
import { usePasskeyTexts } from '../../../session/passkeys/texts';
import { RecoveryCodesDialog } from '../two-factor/recovery-codes-dialog';
import { StepDialog } from '../two-factor/step-dialog';
import { useAddPasskey } from './passkeys.api';

/** Adds a passkey: its name, the browser's own dialog, and recovery codes with the first second factor. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const t = usePasskeyTexts();
  const { show } = useSnackbar();
  const [codes, setCodes] = useState<string[] | null>(null);
  const { mutateAsync: add } = useAddPasskey();
  const form = useForm({ defaultValues: { name: describeDevice(navigator.userAgent) } });
  const save = async ({ name }: { name: string }) => {
    try {
      const { recovery_codes } = await add(name);
      show(t('panel.added'));
      if (recovery_codes) setCodes(recovery_codes);
      else onClose();
    } catch (error) {
      throw Object.assign(new Error('', { cause: error }), describePasskeyError(error, t), {
        isWorded: true,
      });
    }
  };
  if (codes) return <RecoveryCodesDialog codes={codes} onClose={onClose} />;
  return (
    <StepDialog
      title={t('panel.addTitle')}
      form={form}
      submitLabel={t('panel.next')}
      onSubmit={save}
      onClose={onClose}
    >
      <Box>{t('panel.addHelp')}</Box>
      <TextField
        control={form.control}
        name="name"
        label={t('panel.name')}
        help={t('panel.nameHelp')}
        maxLength={100}
        rules={{ required: t('panel.nameNeeded') }}
      />
    </StepDialog>
  );
}
