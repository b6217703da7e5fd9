import { useForm } from 'react-hook-form';
import type { Editing, TicketDto } from '@tessera/api';
import { formatSeats } from '@tessera/product-ui';
import { FormDialog, TextField, useStaleSave } from '@tessera/ui/forms';
import { useTexts } from '../../texts';
import { useUpdateTicket } from './purchased.api';

interface Values {
  ticket_reference: string;
}

export interface ReferenceDialogProps {
  ticket: TicketDto;
  etag: Editing<TicketDto>['etag'];
  onReload: () => void;
  onClose: () => void;
}

/** Edits a ticket's reference, in any state. */
export function ReferenceDialog({ ticket, etag, onReload, onClose }: ReferenceDialogProps) {
  const t = useTexts();
  const form = useForm<Values>({ defaultValues: { ticket_reference: ticket.ticket_reference ?? '' } });
  const { mutateAsync: update } = useUpdateTicket();
  const stale = useStaleSave({
    name: t('purchased.stale'),
    fieldLabels: { ticket_reference: t('purchased.referenceWord') },
    onReload,
  });
  const save = ({ ticket_reference }: Values) => {
    const body = { ticket_reference: ticket_reference.trim() || null };
    return stale.save(etag, body, (version) => update({ id: ticket.id, body, etag: version }));
  };
  return (
    <FormDialog
      open
      width={480}
      title={t('purchased.editReference')}
      subtitle={`${ticket.event_name ?? t('page.unknownEvent')}, ${formatSeats([ticket])}`}
      form={form}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('purchased.save')}
    >
      <TextField
        control={form.control}
        name="ticket_reference"
        label={t('purchased.referenceField')}
        help={t('purchased.referenceHelp')}
        rules={{ maxLength: { value: 120, message: t('purchased.referenceLong') } }}
      />
      {stale.dialog}
    </FormDialog>
  );
}
