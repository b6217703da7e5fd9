import { useForm } from 'react-hook-form';
import type { Editing, ModulePublisherDto, ModulePublisherInput } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { FormDialog, SwitchField, TextField, useStaleSave } from '@tessera/ui/forms';
import { useTexts } from '../../../texts';
import type { PublisherValues } from './publisher-values';
import { useSavePublisher } from './publishers.api';
import { DevelopersField, OwnerField } from './users-field';

/** The name of a module: letters, digits and hyphens. */
const modulePattern = /^[a-z][a-z0-9-]*$/;

const toNames = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter(Boolean))];

const toValues = (publisher: ModulePublisherDto | null): PublisherValues => ({
  name: publisher?.name ?? '',
  modules: publisher?.modules.join('\n') ?? '',
  owner: publisher?.owner_id ?? null,
  developers: publisher?.developers ?? [],
  mayPromote: publisher?.may_promote ?? false,
});

const toInput = ({
  name,
  modules,
  owner,
  developers,
  mayPromote,
}: PublisherValues): ModulePublisherInput => ({
  name,
  modules: toNames(modules),
  owner_id: owner,
  developers,
  may_promote: mayPromote,
});

interface PublisherFormProps {
  editing: Editing<ModulePublisherDto>;
  onReload: () => void;
  onClose: () => void;
  /** Receives a publisher that was created. */
  onCreated?: (publisher: ModulePublisherDto) => void;
}

/** A publisher: the modules that a team may publish, and who belongs to it. */
export function PublisherForm({ editing: { row, etag }, onReload, onClose, onCreated }: PublisherFormProps) {
  const t = useTexts();
  const form = useForm<PublisherValues>({ defaultValues: toValues(row) });
  const { control } = form;
  const { mutateAsync: save } = useSavePublisher();
  const fieldLabels = {
    name: t('publishers.name'),
    modules: t('publishers.modules'),
    owner_id: t('publishers.owner'),
    developers: t('publishers.developers'),
    may_promote: t('publishers.mayPromote'),
  };
  const stale = useStaleSave({ name: row?.name ?? '', fieldLabels, onReload });
  const submit = async (values: PublisherValues) => {
    const body = toInput(values);
    if (row) {
      await stale.save(etag, { ...body }, (version) => save({ id: row.id, body, etag: version }));
      return;
    }
    onCreated?.(await save({ id: null, body, etag: null }));
  };
  return (
    <FormDialog
      open
      width={560}
      title={row ? t('publishers.editNamed', { name: row.name }) : t('publishers.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={row ? t('modules.settings.save') : t('publishers.create')}
      rename={{ owner_id: 'owner', may_promote: 'mayPromote' }}
    >
      <Alert tone="warning">{t('publishers.trust')}</Alert>
      <TextField
        control={control}
        name="name"
        label={fieldLabels.name}
        help={t('publishers.nameHelp')}
        maxLength={120}
        rules={{ required: t('publishers.nameMissing') }}
      />
      <TextField
        control={control}
        name="modules"
        label={fieldLabels.modules}
        help={t('publishers.modulesHelp')}
        rows={3}
        rules={{
          validate: (value: unknown) => {
            const names = typeof value === 'string' ? toNames(value) : [];
            const wrong = names.find((name) => !modulePattern.test(name));
            if (wrong !== undefined) return t('publishers.modulesInvalid', { name: wrong });
            return names.length > 0 || t('publishers.modulesMissing');
          },
        }}
      />
      <OwnerField control={control} label={fieldLabels.owner_id} help={t('publishers.ownerHelp')} />
      <DevelopersField
        control={control}
        label={fieldLabels.developers}
        help={t('publishers.developersHelp')}
      />
      <SwitchField
        control={control}
        name="mayPromote"
        label={fieldLabels.may_promote}
        help={t('publishers.mayPromoteHelp')}
      />
      {stale.dialog}
    </FormDialog>
  );
}
