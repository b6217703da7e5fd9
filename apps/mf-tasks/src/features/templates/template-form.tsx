import { useQuery } from '@tanstack/react-query';
import { useCan, useUser, type TemplateDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { useState } from 'react';
import { differencesOf, useStaleGuard } from '../../stale/use-stale-guard';
import { TemplateFormDialog } from './template-form-dialog';
import { changeOf, inputOf, noTemplate, valuesOf } from './template-form-values';
import { templateForEditQuery, useCreateTemplate, useUpdateTemplate } from './templates.api';

/** What the form is about. */
export type TemplateFormSubject = { kind: 'new' } | { kind: 'edit' | 'copy'; id: number };

export interface TemplateFormProps {
  subject: TemplateFormSubject;
  onClose: () => void;
}

const labels = {
  name: 'Name',
  type: 'Type',
  site_id: 'Site',
  event_id: 'Event',
  worker_count: 'Workers',
  seats_per_worker: 'Seats per worker',
  launch_delay: 'Delay',
  target_count: 'Target',
  price_type: 'Price type',
  price_levels: 'Price levels',
  proxy_template: 'Proxy template',
  login_ids: 'Logins',
};

/** Makes, copies or changes a template. */
export function TemplateForm({ subject, onClose }: TemplateFormProps) {
  const id = subject.kind === 'new' ? null : subject.id;
  const { data, error, refetch } = useQuery(templateForEditQuery(id));
  const [round, setRound] = useState(0);
  const waits = id !== null && !data;
  if (subject.kind === 'edit' && data) {
    const reload = () => void refetch().then(() => setRound((before) => before + 1));
    return <Edit key={round} template={data.template} etag={data.etag} onReload={reload} onClose={onClose} />;
  }
  const title =
    subject.kind === 'edit' ? 'Edit template' : subject.kind === 'copy' ? 'Copy template' : 'New template';
  return waits ? (
    <TemplateFormDialog title={title} values={noTemplate} waits error={error} onClose={onClose} />
  ) : (
    <Create title={title} from={data?.template ?? null} onClose={onClose} />
  );
}

function Create({ title, from, onClose }: { title: string; from: TemplateDto | null; onClose: () => void }) {
  const namesRealm = useCan('admin', 'all');
  const { realmId } = useUser();
  const { mutateAsync: create } = useCreateTemplate();
  const snackbar = useSnackbar();
  return (
    <TemplateFormDialog
      title={title}
      submitLabel="Create template"
      values={from ? valuesOf(from, true) : { ...noTemplate, realm_id: realmId }}
      namesRealm={namesRealm}
      onClose={onClose}
      onSubmit={async (values) => {
        const template = await create(inputOf(values, namesRealm));
        snackbar.show(`${template.name} created`);
      }}
    />
  );
}

function Edit(props: {
  template: TemplateDto;
  etag: string | null;
  onReload: () => void;
  onClose: () => void;
}) {
  const { template, etag, onReload, onClose } = props;
  const { mutateAsync: update } = useUpdateTemplate();
  const [change, setChange] = useState<Readonly<Record<string, unknown>>>({});
  const snackbar = useSnackbar();
  const { guard, dialog } = useStaleGuard({
    name: template.name,
    differences: (current) => differencesOf(labels, current, change),
    onReload,
  });
  return (
    <>
      <TemplateFormDialog
        title={`Edit ${template.name}`}
        submitLabel="Save"
        values={valuesOf(template, false)}
        onClose={onClose}
        onSubmit={async (values) => {
          const yours = changeOf(values, template);
          setChange({ ...yours });
          await guard((overwrite) =>
            update({ id: template.id, change: yours, etag: overwrite ? null : etag }),
          );
          snackbar.show(`${values.name} saved`);
        }}
      />
      {dialog}
    </>
  );
}
