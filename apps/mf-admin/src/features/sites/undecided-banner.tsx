import { useQuery } from '@tanstack/react-query';
import { identitiesList, keysOf, pageOf, useCan } from '@tessera/api';
import { Link as RouterLink } from '@tessera/federation/router';
import { Alert } from '@tessera/ui';
import { Box, Link } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** Only their number is shown. */
const query = { state: 'undecided', fields: 'id', page_size: 1 };

/** Says to administrators that events, logins or accounts share an identity and wait for a decision. */
export function UndecidedBanner() {
  const t = useTexts();
  const { data } = useQuery({
    queryKey: keysOf('identity-matches').list(query),
    queryFn: async ({ signal }) => pageOf(await identitiesList({ query, signal })),
    enabled: useCan('admin', 'all'),
  });
  const count = data?.total ?? 0;
  if (count === 0) return null;
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, pb: 1.5 }}>
      <Alert tone="warning">
        {t('identities.undecided', { count })}{' '}
        <Link component={RouterLink} to="/identities?state=undecided" underline="always">
          {t('identities.decide')}
        </Link>
      </Alert>
    </Box>
  );
}
