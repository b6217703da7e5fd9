import { useCan, type Editing, type PoolDto } from '@tessera/api';
import { FormDialog, SelectField, TextField, useStaleSave } from '@tessera/ui';
import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { realmChoicesQuery } from '../../../lookups/choices.api';
import { useCreatePool, useRenamePool } from './pools.api';

interface Values {
  name: string;
  realm_id: number | null;
}

export interface PoolFormProps {
  siteId: number;
  editing: Editing<PoolDto>;
  onReload: () => void;
  /** Told of a pool that was made. */
  onCreated: (pool: PoolDto) => void;
  onClose: () => void;
}

/** Makes a pool of a site's logins, or renames it. */
export function PoolForm({
  siteId,
  editing: { row: pool, etag },
  onReload,
  onCreated,
  onClose,
}: PoolFormProps) {
  const isAdmin = useCan('admin', 'all');
  const form = useForm<Values>({ defaultValues: { name: pool?.name ?? '', realm_id: null } });
  const { data: realms = [] } = useQuery({ ...realmChoicesQuery(), enabled: isAdmin && pool === null });
  const { mutateAsync: create } = useCreatePool();
  const { mutateAsync: rename } = useRenamePool();
  const stale = useStaleSave({ name: pool?.name ?? 'The pool', onReload });
  const save = async ({ name, realm_id }: Values) => {
    const change = { name: name.trim() };
    if (pool) return stale.save(etag, change, (version) => rename({ id: pool.id, ...change, etag: version }));
    onCreated(await create({ ...change, site_id: siteId, ...(realm_id === null ? {} : { realm_id }) }));
  };
  return (
    <FormDialog
      open
      width={480}
      title={pool ? `Rename ${pool.name}` : 'New pool'}
      {...(pool ? {} : { subtitle: 'Logins that serve a job in their order' })}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={pool ? 'Save' : 'Create pool'}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        rules={{ required: 'A pool needs a name' }}
      />
      {isAdmin && pool === null ? (
        <SelectField
          control={form.control}
          name="realm_id"
          label="Realm"
          numeric
          options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
          rules={{ required: 'Choose the realm that owns it' }}
        />
      ) : null}
      {stale.dialog}
    </FormDialog>
  );
}
