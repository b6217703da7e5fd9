import { useForm } from 'react-hook-form';
import type { PasskeyDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { TextField } from '@tessera/ui/forms';
import { usePasskeyTexts } from '../../../session/passkeys/texts';
import { StepDialog } from '../two-factor/step-dialog';
import { useRenamePasskey } from './passkeys.api';

/** Gives a passkey another name. */
export function RenamePasskey({
  passkey: { id, name },
  onClose,
}: {
  passkey: PasskeyDto;
  onClose: () => void;
}) {
  const t = usePasskeyTexts();
  const { show } = useSnackbar();
  const { mutateAsync: rename } = useRenamePasskey();
  const form = useForm({ defaultValues: { name } });
  return (
    <StepDialog
      title={t('panel.renameTitle')}
      form={form}
      submitLabel={t('panel.save')}
      onSubmit={async (values) => {
        await rename({ id, name: values.name });
        show(t('panel.renamed'));
        onClose();
      }}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('panel.name')}
        maxLength={100}
        rules={{ required: t('panel.nameNeeded') }}
      />
    </StepDialog>
  );
}
