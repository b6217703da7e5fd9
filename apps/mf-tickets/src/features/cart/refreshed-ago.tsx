import { formatDuration, useSeconds } from '@tessera/ui';
import { Typography } from '@tessera/ui/mui';
import { useTexts } from '../../texts';
import { CART_REFRESH_MS } from './cart.api';

/** When the cart was last fetched; `at` in epoch milliseconds by this browser's clock. */
export function RefreshedAgo({ at }: { at: number }) {
  const t = useTexts();
  const ago = Math.max(0, useSeconds(Date.now) - at / 1000);
  return (
    <Typography variant="caption" sx={{ color: 'text.tertiary', whiteSpace: 'nowrap' }}>
      {t('cart.refreshed', { ago: formatDuration(ago), seconds: CART_REFRESH_MS / 1000 })}
    </Typography>
  );
}
