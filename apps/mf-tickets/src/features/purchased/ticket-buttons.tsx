import type { TicketDto } from '@tessera/api';
import { Box, Button, IconButton } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { ticketActions, type TicketHandlers } from './ticket-actions';

/** The Actions column: a ticket's actions as buttons. */
export function TicketButtons({ ticket, handlers }: { ticket: TicketDto; handlers: TicketHandlers }) {
  const t = useTexts();
  return (
    <Box component="span" sx={{ display: 'inline-flex', gap: 0.5 }}>
      {ticketActions(t, handlers, ticket).map(
        ({ label, icon: Icon, onSelect, disabled, labelled = false }) => (
          <span key={label} title={disabled ?? (labelled ? undefined : label)}>
            {labelled ? (
              <Button
                size="small"
                disabled={disabled !== undefined}
                onClick={onSelect}
                startIcon={Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : undefined}
              >
                {label}
              </Button>
            ) : (
              <IconButton
                size="small"
                aria-label={label}
                disabled={disabled !== undefined}
                onClick={onSelect}
              >
                {Icon ? <Icon size={16} strokeWidth={1.75} aria-hidden /> : null}
              </IconButton>
            )}
          </span>
        ),
      )}
    </Box>
  );
}
