import { styled } from '@mui/material';
import type { ElementType } from 'react';
import { useTexts } from '../texts';

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

export interface OnSaleTabsProps {
  eventId: number;
  /** The router's `NavLink`. */
  link: ElementType<{ to: string; end?: boolean; children: string }>;
}

/** Leads from one view of an event's on-sale to the others, which two modules have. */
export function OnSaleTabs({ eventId, link: Link }: OnSaleTabsProps) {
  const t = useTexts();
  const room = `/on-sale/${eventId}`;
  return (
    <Views aria-label={t('onSale.views')}>
      <Link to={room} end>
        {t('onSale.room')}
      </Link>
      <Link to={`${room}/waiting`}>{t('onSale.waiting')}</Link>
      <Link to={`${room}/seats`}>{t('onSale.seats')}</Link>
    </Views>
  );
}
