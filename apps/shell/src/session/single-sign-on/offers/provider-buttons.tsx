import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type OfferedProviderDto, pageOf, signOnOffers } from '@tessera/api';
import { useLocation } from '@tessera/federation/router';
import { Box, Button, Divider } from '@tessera/ui/mui';
import { getDestination } from '../../destination';
import { startUrl } from '../start-url';
import { useOfferTexts } from './texts';

const DOMAIN = /@[^@\s]+\.[^@\s.]{2,}$/;

/** A button for each identity provider: the installation's, and that of the address's domain. Renders nothing without one. */
export function ProviderButtons({ email }: { email: string }) {
  const t = useOfferTexts();
  const destination = getDestination(useLocation());
  // The domain alone is sent: it decides, and addresses of requests are logged.
  const domain = DOMAIN.exec(email.trim())?.[0].toLowerCase();
  const offers = useQuery({
    queryKey: ['sign-in providers', domain ?? null],
    queryFn: async ({ signal }) =>
      pageOf<OfferedProviderDto>(await signOnOffers({ query: { email: domain }, signal })).rows,
    placeholderData: keepPreviousData,
    // People can always sign in by password, so a failure isn't shown.
    retry: false,
  });
  if (!offers.data || offers.data.length === 0) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 2 }}>
      <Divider sx={{ typography: 'caption', color: 'text.secondary' }}>{t('or')}</Divider>
      {offers.data.map(({ id, name }) => (
        <Button
          key={id}
          href={startUrl(id, destination)}
          size="large"
          fullWidth
          sx={{ overflowWrap: 'anywhere' }}
        >
          {t('continueWith', { name })}
        </Button>
      ))}
    </Box>
  );
}
