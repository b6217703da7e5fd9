import { X } from 'lucide-react';
import { Link } from '@tessera/federation/router';
import { type EventSeats, locateSeat, useSeatDescription } from '@tessera/product-ui/seat-map';
import { Box, IconButton, Link as MuiLink, Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

export interface SeatDetailsProps {
  eventId: number;
  seats: EventSeats;
  /** The key of the selected seat. */
  selected: string | null;
  onClose: () => void;
}

/** What is known of the selected seat, with links to its task, job and ticket; nothing once the seat is gone. */
export function SeatDetails({ eventId, seats, selected, onClose }: SeatDetailsProps) {
  const t = useTexts();
  const describe = useSeatDescription(seats);
  const location = selected === null ? null : locateSeat(seats.areas, selected);
  if (!location) return null;
  const { seat } = location;
  const [place, ...lines] = describe(location);
  const links = [
    seat.state === 'held'
      ? { to: `/tickets?tab=cart&login_id=${seat.login_id}`, label: t('seats.openCart') }
      : { to: `/tickets?login_id=${seat.login_id}`, label: t('seats.openTickets') },
    ...(seat.task_id === null
      ? []
      : [{ to: `/tasks?event_id=${eventId}&open=${seat.task_id}`, label: t('seats.openTask') }]),
    ...(seat.job_id === null ? [] : [{ to: `/jobs/${seat.job_id}`, label: t('seats.openJob') }]),
  ];
  return (
    <Box
      component="section"
      aria-label={t('seats.selected')}
      sx={{
        position: 'sticky',
        bottom: 12,
        zIndex: 2,
        mt: 1.5,
        display: 'flex',
        alignItems: 'flex-start',
        gap: 1.5,
        border: 1,
        borderColor: 'accent.line',
        borderRadius: '8px',
        bgcolor: 'surface.raised',
        boxShadow: 8,
        px: 1.5,
        py: 1,
      }}
    >
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography variant="h5" component="h2">
          {place}
        </Typography>
        <Typography variant="body2">{lines.join(' · ')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, typography: 'body2' }}>
          {links.map(({ to, label }) => (
            <MuiLink key={to} component={Link} to={to}>
              {label}
            </MuiLink>
          ))}
        </Box>
      </Box>
      <IconButton size="small" aria-label={t('seats.deselect')} onClick={onClose}>
        <X size={16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </Box>
  );
}
