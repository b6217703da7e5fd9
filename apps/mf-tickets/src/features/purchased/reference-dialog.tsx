import type { Editing, TicketDto } from '@tessera/api';
import { FormDialog, TextField, useStaleSave } from '@tessera/ui';
import { useForm } from 'react-hook-form';
import { placeOf } from './purchased-columns';
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

/** Edits a ticket's reference, in any state (contract section 6). */
export function ReferenceDialog({ ticket, etag, onReload, onClose }: ReferenceDialogProps) {
  const form = useForm<Values>({ defaultValues: { ticket_reference: ticket.ticket_reference ?? '' } });
  const { mutateAsync: update } = useUpdateTicket();
  const stale = useStaleSave({ name: 'The ticket', onReload });
  const save = ({ ticket_reference }: Values) => {
    const body = { ticket_reference: ticket_reference.trim() || null };
    return stale.save(etag, body, (version) => update({ id: ticket.id, body, etag: version }));
  };
  return (
    <FormDialog
      open
      width={480}
      title="Edit reference"
      subtitle={`${ticket.event_name ?? 'Unknown event'}, ${placeOf(ticket)}`}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      <TextField
        control={form.control}
        name="ticket_reference"
        label="Ticket reference"
        help="As the site calls this ticket, at most 120 characters"
        rules={{ maxLength: { value: 120, message: 'At most 120 characters' } }}
      />
      {stale.dialog}
    </FormDialog>
  );
}
