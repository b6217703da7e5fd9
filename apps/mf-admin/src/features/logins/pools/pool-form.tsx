import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type Editing, type PoolDto, useCan } from '@tessera/api';
import { FormDialog, SelectField, TextField, useStaleSave } from '@tessera/ui/forms';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { useTexts } from '../../../texts';
import { useCreatePool, useRenamePool } from './pools.api';

interface Values {
  name: string;
  realm_id: number | null;
}

export interface PoolFormProps {
  siteId: number;
  editing: Editing<PoolDto>;
  onReload: () => void;
  /** Called with the created pool. */
  onCreated: (pool: PoolDto) => void;
  onClose: () => void;
}

/** Creates or renames a pool. */
export function PoolForm({
  siteId,
  editing: { row: pool, etag },
  onReload,
  onCreated,
  onClose,
}: PoolFormProps) {
  const t = useTexts();
  const isAdmin = useCan('admin', 'all');
  const form = useForm<Values>({ defaultValues: { name: pool?.name ?? '', realm_id: null } });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin && pool === null });
  const { mutateAsync: create } = useCreatePool();
  const { mutateAsync: rename } = useRenamePool();
  const stale = useStaleSave({ name: pool?.name ?? '', onReload });
  const save = async ({ name, realm_id }: Values) => {
    const change = { name: name.trim() };
    if (pool) return stale.save(etag, change, (version) => rename({ id: pool.id, ...change, etag: version }));
    onCreated(await create({ ...change, site_id: siteId, realm_id: realm_id ?? undefined }));
  };
  return (
    <FormDialog
      open
      width={480}
      title={pool ? t('pools.renameNamed', { name: pool.name }) : t('pools.new')}
      subtitle={pool ? undefined : t('pools.newHelp')}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={pool ? t('words.save') : t('pools.create')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('words.name')}
        rules={{ required: t('words.nameMissing') }}
      />
      {isAdmin && pool === null ? (
        <SelectField
          control={form.control}
          name="realm_id"
          label={t('words.realm')}
          numeric
          options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
          rules={{ required: t('words.ownerMissing') }}
        />
      ) : null}
      {stale.dialog}
    </FormDialog>
  );
}
