import type { PasskeyOfferDto } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { otherAddress } from './ceremonies';
import { usePasskeyTexts } from './texts';

/** Says why passkeys can't be used on this page, and leads to where they can; renders nothing where they can be. */
export function PasskeyPlace({ offer }: { offer: PasskeyOfferDto }) {
  const t = usePasskeyTexts();
  if (offer.obstacle) return <Box sx={{ color: 'text.secondary' }}>{t(`obstacle.${offer.obstacle}`)}</Box>;
  const address = otherAddress(offer);
  if (address === null) return null;
  return (
    <Alert tone="info">
      {t('otherAddress')}{' '}
      <Link href={address} underline="always">
        {t('openThere', { address: new URL(address).origin })}
      </Link>
    </Alert>
  );
}
