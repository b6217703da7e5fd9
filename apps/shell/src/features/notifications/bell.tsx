import { Bell as BellIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatCount } from '@tessera/ui';
import { IconButton, Popover, styled } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { useUnread } from './messages.api';

// Loaded when first opened, to keep the first visit small.
const BellList = lazy(() => import('./bell-list').then((m) => ({ default: m.BellList })));

/** The largest number that fits on the bell. */
const MAX_SHOWN_COUNT = 99;

const Count = styled('span')(({ theme: { vars } }) => ({
  minWidth: 16,
  height: 16,
  padding: '0 4px',
  borderRadius: 4,
  fontSize: 10.5,
  fontWeight: 650,
  lineHeight: '16px',
  textAlign: 'center',
  fontVariantNumeric: 'tabular-nums',
  backgroundColor: vars.palette.primary.main,
  color: vars.palette.primary.contrastText,
}));

/** The number of unread messages, and a popover with the latest ones. */
export function Bell() {
  const t = useTexts();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const unread = useUnread().data?.total ?? 0;
  const label = unread
    ? t('navigation.unread', { count: unread, number: formatCount(unread) })
    : t('pages.notifications');
  const close = () => setAnchor(null);
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        title={label}
        onClick={(event) => setAnchor(event.currentTarget)}
        // The number is beside the icon: over it, two digits cover it.
        sx={{ color: 'text.secondary', ...(unread ? { width: 'auto', px: 0.75, gap: 0.5 } : {}) }}
      >
        <BellIcon size={18} strokeWidth={1.75} aria-hidden />
        {unread ? (
          <Count aria-hidden>{unread > MAX_SHOWN_COUNT ? `${MAX_SHOWN_COUNT}+` : unread}</Count>
        ) : null}
      </IconButton>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': t('pages.notifications'),
            sx: { width: 400, maxWidth: 'calc(100vw - 32px)', minHeight: 120 },
          },
        }}
      >
        <Suspense>
          <BellList onClose={close} />
        </Suspense>
      </Popover>
    </>
  );
}
