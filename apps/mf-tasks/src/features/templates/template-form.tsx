import { useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type TemplateDto, useCan, useUser } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, useStaleSave } from '@tessera/ui/forms';
import { sitesQuery } from '../../lookups/lookups.api';
import { useTexts } from '../../texts';
import { TemplateFields, templateLabels } from './template-fields';
import {
  emptyTemplate,
  type TemplateFormValues,
  toCopyValues,
  toTemplateChange,
  toTemplateInput,
  toTemplateValues,
} from './template-form-values';
import { useCreateTemplate, useUpdateTemplate } from './templates.api';

/** Returns the currency of a site; null while it is unknown. */
function useCurrencyOf() {
  const { data: sites } = useQuery(sitesQuery());
  return (siteId: number | null) => sites?.find(({ id }) => id === siteId)?.currency ?? null;
}

export interface NewTemplateProps {
  /** The template to copy; null for a new one. */
  from: TemplateDto | null;
  onClose: () => void;
}

/** Creates a template, or copies one. */
export function NewTemplate({ from, onClose }: NewTemplateProps) {
  const t = useTexts();
  const canChooseRealm = useCan('admin', 'all');
  const { realmId } = useUser();
  const currencyOf = useCurrencyOf();
  const { mutateAsync: create } = useCreateTemplate();
  const snackbar = useSnackbar();
  const form = useForm<TemplateFormValues>({
    defaultValues: from
      ? toCopyValues(from, t('templates.copyOf', { name: from.name }))
      : { ...emptyTemplate, realm_id: realmId },
  });
  const save = async (values: TemplateFormValues) => {
    const siteCurrency = currencyOf(values.site_id);
    const { name } = await create(toTemplateInput(values, { withRealm: canChooseRealm, siteCurrency }));
    snackbar.show(t('words.createdNamed', { name }));
  };
  return (
    <FormDialog
      open
      title={from ? t('templates.copyTitle') : t('templates.new')}
      form={form}
      width={800}
      submitLabel={t('templates.create')}
      onSubmit={save}
      onClose={onClose}
    >
      <TemplateFields form={form} canChooseRealm={canChooseRealm} />
    </FormDialog>
  );
}

export interface EditTemplateProps {
  template: TemplateDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}

/** Edits a template. */
export function EditTemplate({ template, etag, onReload, onClose }: EditTemplateProps) {
  const t = useTexts();
  const { id, name } = template;
  const currencyOf = useCurrencyOf();
  const { mutateAsync: update } = useUpdateTemplate();
  const snackbar = useSnackbar();
  const form = useForm<TemplateFormValues>({ defaultValues: toTemplateValues(template) });
  const stale = useStaleSave({ name, fieldLabels: templateLabels(t), onReload });
  const save = async (values: TemplateFormValues) => {
    const change = toTemplateChange(values, template, currencyOf(values.site_id));
    await stale.save(etag, { ...change }, (version) => update({ id, change, etag: version }));
    snackbar.show(t('words.saved', { name: values.name }));
  };
  return (
    <FormDialog
      open
      title={t('words.editNamed', { name })}
      form={form}
      width={800}
      submitLabel={t('words.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <TemplateFields form={form} />
      {stale.dialog}
    </FormDialog>
  );
}
