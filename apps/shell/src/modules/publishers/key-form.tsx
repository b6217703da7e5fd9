import { useForm } from 'react-hook-form';
import type { ModulePublisherDto } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useTexts } from '../texts';
import { useAddKey } from './publishers.api';

/** The number of bytes of an Ed25519 public key. */
const keyBytes = 32;

/** Whether a text is base64 of as many bytes as a key has. */
function isKey(text: string): boolean {
  try {
    return atob(text).length === keyBytes;
  } catch {
    return false;
  }
}

/** Adds a public key that a publisher signs releases with. */
export function KeyForm({ publisher, onClose }: { publisher: ModulePublisherDto; onClose: () => void }) {
  const t = useTexts();
  const form = useForm({ defaultValues: { public_key: '' } });
  const { mutateAsync: add } = useAddKey();
  return (
    <FormDialog
      open
      width={560}
      title={t('keys.addTo', { name: publisher.name })}
      form={form}
      onSubmit={({ public_key }) => add({ publisherId: publisher.id, public_key: public_key.trim() })}
      onClose={onClose}
      submitLabel={t('keys.add')}
    >
      <TextField
        control={form.control}
        name="public_key"
        label={t('keys.publicKey')}
        help={t('keys.publicKeyHelp')}
        placeholder="LBbDPBHZh4gp8D7zJ9tXv7B1ZsoV0o7k6W3iCF1v1xw="
        maxLength={64}
        rules={{
          required: t('keys.missing'),
          validate: (value: unknown) => {
            if (typeof value === 'string' && value.includes('PRIVATE KEY')) return t('keys.isPrivate');
            return (typeof value === 'string' && isKey(value.trim())) || t('keys.invalid');
          },
        }}
      />
    </FormDialog>
  );
}
