import { useForm, useWatch } from 'react-hook-form';
import type { Editing, RealmChange, RealmDto } from '@tessera/api';
import { Alert } from '@tessera/ui';
import {
  CheckboxField,
  FormDialog,
  NumberField,
  SelectField,
  TextField,
  TimeZoneField,
  useStaleSave,
} from '@tessera/ui/forms';
import { Box } from '@tessera/ui/mui';
import { useSwitchOff } from '../../switching/use-switch-off';
import { type AdminTexts, useTexts } from '../../texts';
import { useCreateRealm, useUpdateRealm } from './realms.api';

interface Values {
  name: string;
  status: RealmDto['status'];
  max_tasks: number;
  max_logins: number;
  time_zone: string;
  separate_approval: boolean;
  separate_reversal: boolean;
  single_sign_on_only: boolean;
}

const createStatusOptions = (t: AdminTexts) => [
  { value: 'active', label: t('words.active') },
  { value: 'suspended', label: t('realms.suspendedHelp') },
];
const createLimitRules = (t: AdminTexts) => ({
  required: t('realms.numberMissing'),
  min: { value: 0, message: t('realms.numberLow') },
});

export interface RealmFormProps {
  editing: Editing<RealmDto>;
  onReload: () => void;
  onClose: () => void;
}

/** Creates or edits a realm. */
export function RealmForm({ editing: { row: realm, etag }, onReload, onClose }: RealmFormProps) {
  const t = useTexts();
  const limitRules = createLimitRules(t);
  const form = useForm<Values>({
    defaultValues: {
      name: realm?.name ?? '',
      status: realm?.status ?? 'active',
      max_tasks: realm?.max_tasks ?? 0,
      max_logins: realm?.max_logins ?? 0,
      time_zone: realm?.time_zone ?? '',
      separate_approval: realm?.separate_approval ?? false,
      separate_reversal: realm?.separate_reversal ?? false,
      single_sign_on_only: realm?.single_sign_on_only ?? false,
    },
  });
  const { mutateAsync: create } = useCreateRealm();
  const { mutateAsync: update } = useUpdateRealm();
  const { saveSwitchedOff } = useSwitchOff();
  const stale = useStaleSave({
    name: realm?.name ?? '',
    fieldLabels: { max_tasks: t('realms.maxTasksWord'), max_logins: t('realms.maxLoginsWord') },
    onReload,
  });
  const submit = (values: Values) => {
    const fields = { ...values, time_zone: values.time_zone || null };
    if (!realm) return create(fields);
    // Only changed fields are sent, because changing a limit or a separation requires a recent sign-in.
    const body: RealmChange = Object.fromEntries(
      Object.entries(fields).filter(([field, value]) => value !== realm[field as keyof typeof fields]),
    );
    const { id, name } = realm;
    const save = () => stale.save(etag, { ...body }, (version) => update({ id, body, etag: version }));
    if (body.status !== 'suspended') return save();
    const activate = () => update({ id, body: { status: 'active' }, etag: null });
    return saveSwitchedOff({ kind: 'realm', id, name }, save, activate);
  };
  const [tasks, logins] = useWatch({ control: form.control, name: ['max_tasks', 'max_logins'] });
  const isBelowUse = realm !== null && (tasks < realm.active_tasks || logins < realm.login_count);
  return (
    <FormDialog
      open
      width={560}
      title={realm ? t('words.editNamed', { name: realm.name }) : t('realms.new')}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={realm ? t('words.save') : t('realms.create')}
    >
      <TextField
        control={form.control}
        name="name"
        label={t('words.name')}
        rules={{ required: t('words.nameMissing') }}
      />
      <SelectField
        control={form.control}
        name="status"
        label={t('words.status')}
        options={createStatusOptions(t)}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, gap: 2 }}>
        <NumberField
          control={form.control}
          name="max_tasks"
          label={t('realms.maxTasks')}
          min={0}
          help={t('realms.zeroHelp')}
          rules={limitRules}
        />
        <NumberField
          control={form.control}
          name="max_logins"
          label={t('realms.maxLogins')}
          min={0}
          help={t('realms.zeroHelp')}
          rules={limitRules}
        />
      </Box>
      <TimeZoneField
        control={form.control}
        name="time_zone"
        label={t('realms.timeZone')}
        optional
        help={t('realms.timeZoneHelp')}
      />
      <CheckboxField
        control={form.control}
        name="separate_approval"
        label={t('realms.separateApproval')}
        help={t('realms.separateApprovalHelp')}
      />
      <CheckboxField
        control={form.control}
        name="separate_reversal"
        label={t('realms.separateReversal')}
        help={t('realms.separateReversalHelp')}
      />
      <CheckboxField
        control={form.control}
        name="single_sign_on_only"
        label={t('providers.singleSignOnOnly')}
        help={t('providers.singleSignOnOnlyHelp')}
      />
      {isBelowUse ? (
        <Alert tone="warning" title={t('realms.belowUse')}>
          {t('realms.belowUseBody', {
            tasks: t('switching.uses.unfinished_tasks', { count: realm.active_tasks }),
            logins: t('switching.uses.logins', { count: realm.login_count }),
          })}
        </Alert>
      ) : null}
      {stale.dialog}
    </FormDialog>
  );
}
