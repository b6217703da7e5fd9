import { useForm } from 'react-hook-form';
import type { ModulePublisherDto } from '@tessera/api';
import { FormDialog, TextField } from '@tessera/ui/forms';
import { useTexts } from '../../../texts';
import { useAddKey } from './publishers.api';

/** The number of bytes of an Ed25519 public key. */
const keyBytes = 32;

/** The number of bytes of an Ed25519 private key in PKCS #8. */
const privateKeyBytes = 48;

/** The number of bytes that a text stands for; null: it isn't base64. */
function countBytes(text: string): number | null {
  try {
    return atob(text).length;
  } catch {
    return null;
  }
}

/** Whether a text is a private key: the file of `tessera-module keygen`, or only its base64 text. */
const isPrivateKey = (text: string): boolean =>
  text.includes('PRIVATE KEY') || countBytes(text) === privateKeyBytes;

/** Adds a public key that a publisher signs releases with. */
export function KeyForm({ publisher, onClose }: { publisher: ModulePublisherDto; onClose: () => void }) {
  const t = useTexts();
  const form = useForm({ defaultValues: { public_key: '' } });
  const { mutateAsync: add } = useAddKey();
  return (
    <FormDialog
      open
      width={560}
      title={t('publishers.keys.addTo', { name: publisher.name })}
      form={form}
      onSubmit={({ public_key }) => add({ publisherId: publisher.id, public_key: public_key.trim() })}
      onClose={onClose}
      submitLabel={t('publishers.keys.add')}
    >
      <TextField
        control={form.control}
        name="public_key"
        label={t('publishers.keys.publicKey')}
        help={t('publishers.keys.publicKeyHelp')}
        placeholder="LBbDPBHZh4gp8D7zJ9tXv7B1ZsoV0o7k6W3iCF1v1xw="
        maxLength={64}
        rules={{
          required: t('publishers.keys.missing'),
          validate: (value: unknown) => {
            const text = typeof value === 'string' ? value.trim() : '';
            if (isPrivateKey(text)) return t('publishers.keys.isPrivate');
            return countBytes(text) === keyBytes || t('publishers.keys.invalid');
          },
        }}
      />
    </FormDialog>
  );
}
