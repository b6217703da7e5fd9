import { useForm } from 'react-hook-form';
import type { LinkDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { FormDialog, useStaleSave } from '@tessera/ui/forms';
import { type TasksTexts, useTexts } from '../../texts';
import { LinkFields } from './link-fields';
import { emptyLink, type LinkFormValues, toLinkChange, toLinkValues } from './link-form-values';
import { useCreateLink, useUpdateLink } from './links.api';

/** Creates a link for a login. */
export function NewLink({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const { mutateAsync: create } = useCreateLink();
  const snackbar = useSnackbar();
  const form = useForm<LinkFormValues>({ defaultValues: emptyLink });
  const save = async (values: LinkFormValues) => {
    const { login_id: loginId, event_id, status } = values;
    if (loginId === null || event_id === null) return;
    await create({ loginId, link: { event_id, status, ...toLinkChange(values, emptyLink) } });
    snackbar.show(t('links.added'));
  };
  return (
    <FormDialog
      open
      title={t('links.addTitle')}
      form={form}
      width={720}
      submitLabel={t('links.add')}
      onSubmit={save}
      onClose={onClose}
    >
      <LinkFields form={form} link={null} />
    </FormDialog>
  );
}

export interface EditLinkProps {
  link: LinkDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}

const fieldLabels = (t: TasksTexts) => ({
  status: t('words.status'),
  status_msg: t('links.message'),
  position: t('links.position'),
  event_url: t('links.address'),
  enqueue_token_expires: t('links.expires'),
  assigned_to_task_ids: t('links.assigned'),
  unique_link: t('links.uniqueLink'),
  pass_link: t('links.passLink'),
  enqueue_token: t('links.enqueueToken'),
  cookies: t('links.cookies'),
});

/** Edits a link, or assigns it to tasks of its login. */
export function EditLink({ link, etag, onReload, onClose }: EditLinkProps) {
  const t = useTexts();
  const { id, login_name: login } = link;
  const { mutateAsync: update } = useUpdateLink();
  const snackbar = useSnackbar();
  const form = useForm<LinkFormValues>({ defaultValues: toLinkValues(link) });
  const stale = useStaleSave({ name: t('links.stale', { login }), fieldLabels: fieldLabels(t), onReload });
  const save = async (values: LinkFormValues) => {
    const change = toLinkChange(values, toLinkValues(link));
    await stale.save(etag, { ...change }, (version) => update({ id, change, etag: version }));
    snackbar.show(t('links.saved'));
  };
  return (
    <FormDialog
      open
      title={t('links.editTitle', { login })}
      form={form}
      width={720}
      submitLabel={t('words.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <LinkFields form={form} link={link} />
      {stale.dialog}
    </FormDialog>
  );
}
