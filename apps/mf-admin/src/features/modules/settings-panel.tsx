import { SquarePen } from 'lucide-react';
import { useForm, useWatch } from 'react-hook-form';
import { type Editing, type ModuleSettingsDto, useEditing } from '@tessera/api';
import { Panel, useAction } from '@tessera/ui';
import { FormDialog, NumberField, SwitchField, useStaleSave } from '@tessera/ui/forms';
import { Box, IconButton } from '@tessera/ui/mui';
import { DescriptionList } from '@tessera/ui/panels';
import { useTexts } from '../../texts';
import { formatLoadTime, formatShare } from './figures';
import { fetchModule, useUpdateModule } from './modules.api';
import { MonoText } from './mono-text';

/** What a module is, and when its releases are rolled back automatically. */
export function SettingsPanel({ module }: { module: ModuleSettingsDto }) {
  const t = useTexts();
  const { showError } = useAction();
  const editor = useEditing(fetchModule, showError);
  const row = editor.editing?.row;
  const { administrators_decide, automatic_rollback, error_budget_percent, load_budget_ms, name, owner } =
    module;
  return (
    <Panel
      title={t('modules.settings.title')}
      actions={
        <IconButton aria-label={t('modules.settings.edit')} onClick={() => editor.open(module.id)}>
          <SquarePen size={16} strokeWidth={1.75} aria-hidden />
        </IconButton>
      }
      padded
    >
      <DescriptionList
        items={[
          { term: t('modules.settings.name'), value: <MonoText>{name}</MonoText> },
          { term: t('modules.owner'), value: owner },
          {
            term: t('modules.settings.decision'),
            value: t(
              administrators_decide ? 'modules.settings.administrators' : 'modules.settings.publishers',
            ),
          },
          {
            term: t('modules.settings.automatic'),
            value: t(automatic_rollback ? 'modules.settings.on' : 'modules.settings.off'),
          },
          { term: t('modules.settings.errorBudget'), value: formatShare(error_budget_percent / 100) },
          { term: t('modules.settings.loadBudget'), value: formatLoadTime(load_budget_ms) },
        ]}
      />
      {editor.editing && row ? (
        <SettingsForm
          key={editor.editing.key}
          editing={{ ...editor.editing, row }}
          onReload={editor.reload}
          onClose={editor.close}
        />
      ) : null}
    </Panel>
  );
}

interface SettingsValues {
  administrators_decide: boolean;
  automatic_rollback: boolean;
  error_budget_percent: number;
  load_budget_ms: number;
}

interface SettingsFormProps {
  editing: Editing<ModuleSettingsDto> & { row: ModuleSettingsDto };
  onReload: () => void;
  onClose: () => void;
}

/** Edits when the releases of a module are rolled back automatically. */
function SettingsForm({ editing: { row: module, etag }, onReload, onClose }: SettingsFormProps) {
  const t = useTexts();
  const { administrators_decide, automatic_rollback, error_budget_percent, load_budget_ms } = module;
  const form = useForm<SettingsValues>({
    defaultValues: { administrators_decide, automatic_rollback, error_budget_percent, load_budget_ms },
  });
  const { control } = form;
  const isOn = useWatch({ control, name: 'automatic_rollback' });
  const { mutateAsync: update } = useUpdateModule();
  const fieldLabels = {
    administrators_decide: t('modules.settings.onlyAdministrators'),
    automatic_rollback: t('modules.settings.automatic'),
    error_budget_percent: t('modules.settings.errorBudget'),
    load_budget_ms: t('modules.settings.loadBudgetMs'),
  };
  const stale = useStaleSave({ name: module.title, fieldLabels, onReload });
  return (
    <FormDialog
      open
      width={560}
      title={t('modules.settings.formTitle', { title: module.title })}
      form={form}
      onSubmit={(values) =>
        stale.save(etag, { ...values }, (version) => update({ id: module.id, body: values, etag: version }))
      }
      onClose={onClose}
      submitLabel={t('modules.settings.save')}
    >
      <SwitchField
        control={control}
        name="administrators_decide"
        label={fieldLabels.administrators_decide}
        help={t('modules.settings.onlyAdministratorsHelp')}
      />
      <SwitchField
        control={control}
        name="automatic_rollback"
        label={fieldLabels.automatic_rollback}
        help={t('modules.settings.automaticHelp')}
      />
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
        <NumberField
          control={control}
          name="error_budget_percent"
          label={t('modules.settings.errorBudgetPercent')}
          help={t('modules.settings.errorBudgetHelp')}
          decimal
          min={0}
          max={100}
          disabled={!isOn}
          rules={{ required: t('modules.settings.budgetMissing') }}
        />
        <NumberField
          control={control}
          name="load_budget_ms"
          label={fieldLabels.load_budget_ms}
          help={t('modules.settings.loadBudgetHelp')}
          min={100}
          max={60_000}
          disabled={!isOn}
          rules={{ required: t('modules.settings.budgetMissing') }}
        />
      </Box>
      {stale.dialog}
    </FormDialog>
  );
}
