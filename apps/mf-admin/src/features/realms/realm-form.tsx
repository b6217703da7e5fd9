import type { Editing, RealmDto } from '@tessera/api';
import { FormDialog, Notice, NumberField, SelectField, TextField, useStaleSave } from '@tessera/ui';
import { Box } from '@mui/material';
import { useForm, useWatch } from 'react-hook-form';
import { useCreateRealm, useUpdateRealm } from './realms.api';

interface Values {
  name: string;
  status: RealmDto['status'];
  max_tasks: number;
  max_logins: number;
}

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'suspended', label: 'Suspended: reads, and runs nothing' },
];
const atLeastZero = { required: 'A whole number, 0 for none', min: { value: 0, message: '0 or more' } };

const words = { max_tasks: 'unfinished tasks at most', max_logins: 'logins at most' };

export interface RealmFormProps {
  editing: Editing<RealmDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Makes a realm, or changes its name, status and limits. */
export function RealmForm({ editing: { row: realm, etag }, onReload, onClose }: RealmFormProps) {
  const form = useForm<Values>({
    defaultValues: {
      name: realm?.name ?? '',
      status: realm?.status ?? 'active',
      max_tasks: realm?.max_tasks ?? 0,
      max_logins: realm?.max_logins ?? 0,
    },
  });
  const { mutateAsync: create } = useCreateRealm();
  const { mutateAsync: update } = useUpdateRealm();
  const stale = useStaleSave({ name: realm?.name ?? 'The realm', words, onReload });
  const save = (body: Values) =>
    realm
      ? stale.save(etag, { ...body }, (version) => update({ id: realm.id, body, etag: version }))
      : create(body);
  const [tasks, logins] = useWatch({ control: form.control, name: ['max_tasks', 'max_logins'] });
  const below = realm !== null && (tasks < realm.active_tasks || logins < realm.login_count);
  return (
    <FormDialog
      open
      width={560}
      title={realm ? `Edit ${realm.name}` : 'New realm'}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={realm ? 'Save' : 'Create realm'}
    >
      <TextField
        control={form.control}
        name="name"
        label="Name"
        rules={{ required: 'A realm needs a name' }}
      />
      <SelectField control={form.control} name="status" label="Status" options={statuses} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
        <NumberField
          control={form.control}
          name="max_tasks"
          label="Unfinished tasks at most"
          min={0}
          help="0 means none allowed"
          rules={atLeastZero}
        />
        <NumberField
          control={form.control}
          name="max_logins"
          label="Logins at most"
          min={0}
          help="0 means none allowed"
          rules={atLeastZero}
        />
      </Box>
      {below ? (
        <Notice tone="warning" title="Below what is in use">
          {`The realm has ${realm.active_tasks} unfinished tasks and ${realm.login_count} logins. They stay; only new ones are refused.`}
        </Notice>
      ) : null}
      {stale.dialog}
    </FormDialog>
  );
}
