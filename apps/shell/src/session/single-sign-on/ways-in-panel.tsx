import { useMutation, useQuery } from '@tanstack/react-query';
import { type LinkedIdentityDto, signOnUnlink } from '@tessera/api';
import { describeError, ErrorAlert, Instant, Panel, useAction } from '@tessera/ui';
import { Box, Button, Skeleton } from '@tessera/ui/mui';
import { visitToLink } from './provider-visit';
import { useSingleSignOnTexts } from './texts';
import { waysInKey, waysInQuery } from './ways-in.api';

/** The sign-ins that are linked to the account. Renders nothing where there are no identity providers. */
export function WaysInPanel() {
  const t = useSingleSignOnTexts();
  const { confirmAndRun, showError } = useAction();
  const ways = useQuery(waysInQuery());
  const unlink = useMutation({
    mutationFn: (id: number) => signOnUnlink({ path: { id } }),
    onSettled: (_answer, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: waysInKey() }),
  });
  const { identities = [], providers = [], has_password = true } = ways.data ?? {};
  if (ways.data && identities.length === 0 && providers.length === 0) return null;
  const isOnlyWayIn = !has_password && identities.length === 1;
  const askUnlink = ({ id, provider_name: name }: LinkedIdentityDto) =>
    confirmAndRun(
      {
        title: t('account.unlinkTitle', { name }),
        body: t('account.unlinkBody'),
        confirmLabel: t('account.unlink'),
        danger: true,
      },
      () => unlink.mutateAsync(id),
      t('account.unlinked', { name }),
    );
  return (
    <Panel title={t('account.title')} padded>
      <Box sx={{ display: 'grid', gap: 2 }}>
        {ways.isPending ? <Skeleton variant="rectangular" height={48} /> : null}
        {ways.isError ? (
          <ErrorAlert error={describeError(ways.error)} onRetry={() => void ways.refetch()} />
        ) : null}
        {ways.data && identities.length === 0 ? <Box>{t('account.none')}</Box> : null}
        {!has_password && identities[0] ? (
          <Box>{t('account.noPassword', { name: identities[0].provider_name })}</Box>
        ) : null}
        {identities.map((identity) => (
          <Box key={identity.id} sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              <Box sx={{ fontWeight: 600 }}>{identity.provider_name}</Box>
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>
                {t('account.linkedAt')} <Instant value={identity.linked_at} /> · {t('account.lastSignIn')}{' '}
                {identity.last_sign_in_at === null ? (
                  t('account.never')
                ) : (
                  <Instant value={identity.last_sign_in_at} />
                )}
              </Box>
            </Box>
            {isOnlyWayIn ? (
              <Box sx={{ typography: 'caption', color: 'text.secondary' }}>{t('account.onlyWayIn')}</Box>
            ) : (
              <Button onClick={() => void askUnlink(identity)}>{t('account.unlink')}</Button>
            )}
          </Box>
        ))}
        {providers.map(({ id, name }) => (
          <Box key={id}>
            <Button onClick={() => void visitToLink(id, '/account').catch(showError)}>
              {t('account.link', { name })}
            </Button>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
