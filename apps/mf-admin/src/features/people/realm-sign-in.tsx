import { useQuery } from '@tanstack/react-query';
import { keysOf, providersRealmSignIn } from '@tessera/api';
import { Alert } from '@tessera/ui';
import { Box } from '@tessera/ui/mui';
import { useTexts } from '../../texts';

/** Says through which identity provider the people of the realm sign in; renders nothing without one. */
export function RealmSignIn() {
  const t = useTexts();
  const signIn = useQuery({
    queryKey: keysOf('realm sign-in').all(),
    queryFn: async ({ signal }) => (await providersRealmSignIn({ signal })).data,
  });
  if (!signIn.data || signIn.data.providers.length === 0) return null;
  const names = signIn.data.providers.map(({ name }) => name).join(', ');
  return (
    <Box sx={{ px: { xs: 2, sm: 3 }, pt: 2 }}>
      <Alert tone="info">
        {t(signIn.data.single_sign_on_only ? 'providers.ofRealmOnly' : 'providers.ofRealm', { names })}
      </Alert>
    </Box>
  );
}
