import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useFieldArray, useForm, useWatch } from 'react-hook-form';
import type { Editing, ModuleSettingsChange, ModuleSettingsDto } from '@tessera/api';
import { useAction, useConfirm, useSnackbar } from '@tessera/ui';
import { FormDialog, NumberField, SelectField, SwitchField, useStaleSave } from '@tessera/ui/forms';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { realmChoicesQuery, useUpdateModule } from './modules.api';
import { useTexts } from './texts';

export interface ModuleFormProps {
  editing: Editing<ModuleSettingsDto> & { row: ModuleSettingsDto };
  onReload: () => void;
  onClose: () => void;
}

/** Chooses the releases of a module: for all realms, for a share of them and for single realms. */
export function ModuleForm({ editing: { row: module, etag }, onReload, onClose }: ModuleFormProps) {
  const t = useTexts();
  const form = useForm<ModuleValues>({ defaultValues: toValues(module) });
  const { control } = form;
  const realmFields = useFieldArray({ control, name: 'realms' });
  const share = useWatch({ control, name: 'share_release_id' });
  const { data: realms = [] } = useQuery(realmChoicesQuery());
  const { mutateAsync: update } = useUpdateModule();
  const confirm = useConfirm();
  const snackbar = useSnackbar();
  const { withUndo } = useAction();
  const stale = useStaleSave({ name: module.title, fieldLabels: {}, onReload });
  const submit = async (values: ModuleValues) => {
    const { id, title: name } = module;
    const save = () =>
      stale.save(etag, toChange(values), (version) => update({ id, body: toChange(values), etag: version }));
    if (!module.enabled || values.enabled) return save();
    const question = {
      title: t('modules.off.title', { name }),
      body: t('modules.off.body'),
      confirmLabel: t('modules.off.confirm'),
      danger: true,
    };
    // The form stays open.
    if (!(await confirm(question))) throw new DOMException('Not confirmed', 'AbortError');
    await save();
    const restore = () => update({ id, body: { enabled: true }, etag: null });
    snackbar.show(
      withUndo(t('modules.off.done', { name }), { restore, message: t('modules.off.undone', { name }) }),
    );
  };
  const releases = module.releases.map(({ id, version }) => ({ value: String(id), label: version }));
  return (
    <FormDialog
      open
      width={640}
      title={t('modules.formTitle', { title: module.title })}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      submitLabel={t('modules.save')}
    >
      <SwitchField control={control} name="enabled" label={t('modules.enabled')} />
      <SelectField
        control={control}
        name="stable_release_id"
        label={t('modules.stable')}
        help={t('modules.stableHelp')}
        numeric
        options={releases}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '2fr 1fr' } }}>
        <SelectField
          control={control}
          name="share_release_id"
          label={t('modules.share')}
          numeric
          empty={t('modules.none')}
          options={releases}
        />
        <NumberField
          control={control}
          name="percent"
          label={t('modules.percent')}
          disabled={share === null}
          rules={{
            validate: (value: unknown) =>
              share === null ||
              (typeof value === 'number' && value >= 0 && value <= 100) ||
              t('modules.percentMissing'),
          }}
        />
      </Box>
      <Box component="fieldset" sx={{ border: 0, m: 0, p: 0, display: 'grid', gap: 1 }}>
        <Box component="legend" sx={{ typography: 'subtitle2', color: 'text.secondary', p: 0, mb: 0.5 }}>
          {t('modules.byRealm')}
        </Box>
        {realmFields.fields.map((line, i) => (
          <Box
            key={line.id}
            sx={{ display: 'grid', gap: 1, gridTemplateColumns: '1fr 1fr auto', alignItems: 'end' }}
          >
            <SelectField
              control={control}
              name={`realms.${i}.realm_id`}
              label={t('modules.realm')}
              numeric
              options={realms.map(({ id, name }) => ({ value: String(id), label: name }))}
            />
            <SelectField
              control={control}
              name={`realms.${i}.release_id`}
              label={t('modules.release')}
              numeric
              options={releases}
            />
            <IconButton aria-label={t('modules.remove')} onClick={() => realmFields.remove(i)}>
              <X size={16} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </Box>
        ))}
        <Box>
          <Button
            startIcon={<Plus size={16} strokeWidth={1.75} aria-hidden />}
            onClick={() => realmFields.append({ realm_id: null, release_id: module.releases[0]?.id ?? null })}
          >
            {t('modules.addRealm')}
          </Button>
        </Box>
      </Box>
      {stale.dialog}
    </FormDialog>
  );
}

/** The form values of a module: at most one canary for a share of the realms, and canaries by realm. */
interface ModuleValues {
  enabled: boolean;
  stable_release_id: number | null;
  share_release_id: number | null;
  percent: number | null;
  realms: { realm_id: number | null; release_id: number | null }[];
}

const toValues = ({ enabled, stable_release_id, canaries }: ModuleSettingsDto): ModuleValues => {
  const share = canaries.find(({ realm_id }) => realm_id === null);
  return {
    enabled,
    stable_release_id,
    share_release_id: share?.release_id ?? null,
    percent: share?.percent ?? null,
    realms: canaries.flatMap(({ realm_id, release_id }) =>
      realm_id === null ? [] : [{ realm_id, release_id }],
    ),
  };
};

/** The request body; a canary without a realm or a release is omitted. */
const toChange = (values: ModuleValues): ModuleSettingsChange => ({
  enabled: values.enabled,
  ...(values.stable_release_id === null ? {} : { stable_release_id: values.stable_release_id }),
  canaries: [
    ...(values.share_release_id === null
      ? []
      : [{ release_id: values.share_release_id, realm_id: null, percent: values.percent ?? 0 }]),
    ...values.realms.flatMap(({ realm_id, release_id }) =>
      realm_id === null || release_id === null ? [] : [{ release_id, realm_id, percent: null }],
    ),
  ],
});
