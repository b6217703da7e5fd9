import { NavLink } from '@tessera/federation/router';
import { styled } from '@tessera/ui/mui';
import { useTexts } from './texts';

const Views = styled('nav')(({ theme: { vars, typography } }) => ({
  ...typography.body2,
  display: 'flex',
  gap: 16,
  '& a': {
    padding: '4px 0',
    minHeight: 24,
    fontWeight: 550,
    color: vars.palette.text.secondary,
    textDecoration: 'none',
    borderBottom: '2px solid transparent',
    whiteSpace: 'nowrap',
  },
  '& a:hover': { color: vars.palette.text.primary },
  '& a.active': { color: vars.palette.accent.text, borderColor: vars.palette.accent.main },
}));

/** Leads from one view of an event's on-sale to the others. */
export function OnSaleTabs({ eventId }: { eventId: number }) {
  const t = useTexts();
  const room = `/on-sale/${eventId}`;
  return (
    <Views aria-label={t('onSale.views')}>
      <NavLink to={room} end>
        {t('onSale.room')}
      </NavLink>
      <NavLink to={`${room}/waiting`}>{t('onSale.waitingPlaces')}</NavLink>
      <NavLink to={`${room}/seats`}>{t('onSale.seatView')}</NavLink>
    </Views>
  );
}
