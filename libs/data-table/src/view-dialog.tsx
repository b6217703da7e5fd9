import { useForm } from 'react-hook-form';
import { CheckboxField, FormDialog, TextField } from '@tessera/ui/forms';
import type { SavedView } from './list-backend';
import { useTexts } from './texts';

export interface ViewValues {
  name: string;
  shared: boolean;
  /** Whether the list opens with it. */
  opens: boolean;
}

interface ViewDialogProps {
  /** The view to rename or share; null: a new one. */
  view: SavedView | null;
  isDefault: boolean;
  mayShare: boolean;
  onSave: (values: ViewValues) => Promise<void>;
  onClose: () => void;
}

/** Asks for a view's name, whether to share it, and whether it is the default. */
export default function ViewDialog({ view, isDefault, mayShare, onSave, onClose }: ViewDialogProps) {
  const t = useTexts();
  const form = useForm<ViewValues>({
    defaultValues: { name: view?.name ?? '', shared: view?.shared ?? false, opens: isDefault },
  });
  const { control } = form;
  return (
    <FormDialog
      open
      width={440}
      title={view ? t('views.edit') : t('views.saveNew')}
      form={form}
      onSubmit={onSave}
      onClose={onClose}
      submitLabel={view ? t('views.submitEdit') : t('views.submitNew')}
    >
      <TextField
        control={control}
        name="name"
        label={t('views.name')}
        autoFocus
        maxLength={100}
        rules={{ validate: (name) => String(name).trim() !== '' || t('views.nameMissing') }}
      />
      <CheckboxField
        control={control}
        name="shared"
        label={t('views.share')}
        help={mayShare ? t('views.shareHelp') : t('views.shareNobody')}
        disabled={!mayShare}
      />
      <CheckboxField control={control} name="opens" label={t('views.opens')} />
    </FormDialog>
  );
}
