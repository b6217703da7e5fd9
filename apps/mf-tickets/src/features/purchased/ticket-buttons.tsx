import type { TicketDto } from '@tessera/api';
import type { RowAction } from '@tessera/data-table';
import { Box, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import type { Order } from './orders';
import { orderActions, ticketActions, type TicketHandlers } from './ticket-actions';

/** A ticket's actions as buttons. */
export function TicketButtons({ ticket, handlers }: { ticket: TicketDto; handlers: TicketHandlers }) {
  return <Buttons actions={ticketActions(useTexts(), handlers, ticket)} />;
}

/** The Actions column. */
export function OrderButtons({ order, handlers }: { order: Order; handlers: TicketHandlers }) {
  return <Buttons actions={orderActions(useTexts(), handlers, order)} />;
}

function Buttons({ actions }: { actions: readonly RowAction[] }) {
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {actions.map(({ label, icon: Icon, onSelect, disabled }) => (
        <span key={label} title={disabled ?? label}>
          <IconButton size="small" aria-label={label} disabled={disabled !== undefined} onClick={onSelect}>
            {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
          </IconButton>
        </span>
      ))}
    </Box>
  );
}
