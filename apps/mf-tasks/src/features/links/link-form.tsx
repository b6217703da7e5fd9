import { useQuery } from '@tanstack/react-query';
import type { LinkDto } from '@tessera/api';
import { useSnackbar } from '@tessera/ui';
import { useState } from 'react';
import { differencesOf, useStaleGuard } from '../../stale/use-stale-guard';
import { LinkFormDialog } from './link-form-dialog';
import { changeOf, noLink, valuesOf } from './link-form-values';
import { linkForEditQuery, useCreateLink, useUpdateLink } from './links.api';

const labels = {
  status: 'Status',
  status_msg: 'Message',
  position: 'Position',
  event_url: 'Address of the event',
  enqueue_token_expires: 'Token expires',
  assigned_to_task_ids: 'Assigned tasks',
};

/** A new queue place of a login. */
export function NewLink({ onClose }: { onClose: () => void }) {
  const { mutateAsync: create } = useCreateLink();
  const snackbar = useSnackbar();
  return (
    <LinkFormDialog
      title="Add a queue place"
      submitLabel="Add"
      values={noLink}
      link={null}
      onClose={onClose}
      onSubmit={async (values) => {
        const { login_id, event_id } = values;
        if (login_id === null || event_id === null) return;
        await create({
          loginId: login_id,
          link: { event_id, status: values.status, ...changeOf(values, noLink) },
        });
        snackbar.show('Queue place added');
      }}
    />
  );
}

/** Changes a queue place, or assigns it to tasks of its login. */
export function EditLink({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, refetch } = useQuery(linkForEditQuery(id));
  const [round, setRound] = useState(0);
  if (!data) return null;
  const reload = () => void refetch().then(() => setRound((before) => before + 1));
  return <Edit key={round} link={data.link} etag={data.etag} onReload={reload} onClose={onClose} />;
}

function Edit(props: { link: LinkDto; etag: string | null; onReload: () => void; onClose: () => void }) {
  const { link, etag, onReload, onClose } = props;
  const { mutateAsync: update } = useUpdateLink();
  const [change, setChange] = useState<Readonly<Record<string, unknown>>>({});
  const snackbar = useSnackbar();
  const { guard, dialog } = useStaleGuard({
    name: `The queue place of ${link.login_name}`,
    differences: (current) => differencesOf(labels, current, change),
    onReload,
  });
  return (
    <>
      <LinkFormDialog
        title={`Queue place of ${link.login_name}`}
        submitLabel="Save"
        values={valuesOf(link)}
        link={link}
        onClose={onClose}
        onSubmit={async (values) => {
          const yours = changeOf(values, valuesOf(link));
          setChange({ ...yours });
          await guard((overwrite) => update({ id: link.id, change: yours, etag: overwrite ? null : etag }));
          snackbar.show('Queue place saved');
        }}
      />
      {dialog}
    </>
  );
}
